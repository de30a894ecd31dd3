/// The arms of a line glyph: in which directions lines leave its cell.
struct LineArms: OptionSet, Sendable {
  let rawValue: UInt8

  static let up = LineArms(rawValue: 1)
  static let right = LineArms(rawValue: 2)
  static let down = LineArms(rawValue: 4)
  static let left = LineArms(rawValue: 8)

  static let horizontal: LineArms = [.left, .right]
  static let vertical: LineArms = [.up, .down]

  /// The scalars by raw value; a single arm has none of its own and is a whole line.
  private static let scalars: [UInt32] = [
    0x20, 0x2502, 0x2500, 0x2570, 0x2502, 0x2502, 0x256D, 0x251C,
    0x2500, 0x256F, 0x2500, 0x2534, 0x256E, 0x2524, 0x252C, 0x253C,
  ]

  /// The glyph with these arms: corners are rounded.
  var glyph: Glyph { Glyph(base: Self.scalars[Int(rawValue & 15)]) }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The arms of a glyph; empty for any but a light line.
  init(of glyph: Glyph) {
    guard (0x2500...0x2570).contains(glyph.base), glyph.marks == .zero else {
      self = []
      return
    }
    self =
      switch glyph.base {
      case 0x2500: .horizontal
      case 0x2502: .vertical
      case 0x250C, 0x256D: [.down, .right]
      case 0x2510, 0x256E: [.down, .left]
      case 0x2514, 0x2570: [.up, .right]
      case 0x2518, 0x256F: [.up, .left]
      case 0x251C: [.up, .right, .down]
      case 0x2524: [.up, .down, .left]
      case 0x252C: [.right, .down, .left]
      case 0x2534: [.up, .right, .left]
      case 0x253C: [.up, .right, .down, .left]
      default: []
      }
  }
}

extension Glyph {
  /// The glyph for terminals whose font has no rounded corners, such as the console of Linux.
  var withSquareCorner: Glyph {
    switch base {
    case 0x256D: Glyph(base: 0x250C)
    case 0x256E: Glyph(base: 0x2510)
    case 0x256F: Glyph(base: 0x2518)
    case 0x2570: Glyph(base: 0x2514)
    default: self
    }
  }
}

extension Canvas {
  /// Draws a box of lines with rounded corners along the inner edge of a rectangle.
  ///
  /// It joins the lines that are already in these cells (`┬ ┴ ├ ┤ ┼`); fill the rectangle first to cover them.
  public func drawBox(_ rect: Rect, style: Style = .plain) {
    guard rect.width >= 2, rect.height >= 2 else { return }
    let (right, bottom) = (rect.maxX - 1, rect.maxY - 1)
    // A box may have no end: only its visible part is drawn.
    let visible = visible
    let columns = max(rect.minX + 1, visible.minX)
    for x in columns..<max(columns, min(right, visible.maxX)) {
      join(.horizontal, at: Point(x: x, y: rect.minY), style: style)
      join(.horizontal, at: Point(x: x, y: bottom), style: style)
    }
    let rows = max(rect.minY + 1, visible.minY)
    for y in rows..<max(rows, min(bottom, visible.maxY)) {
      join(.vertical, at: Point(x: rect.minX, y: y), style: style)
      join(.vertical, at: Point(x: right, y: y), style: style)
    }
    join([.down, .right], at: rect.origin, style: style)
    join([.down, .left], at: Point(x: right, y: rect.minY), style: style)
    join([.up, .right], at: Point(x: rect.minX, y: bottom), style: style)
    join([.up, .left], at: Point(x: right, y: bottom), style: style)
  }

  /// Draws a box with a title at the left of its upper edge and a short text at the right.
  ///
  /// - Parameters:
  ///   - rect: The outer edge.
  ///   - title: The title; cut if the box is too narrow. Empty for none.
  ///   - detail: A count or position; left out if the title needs the room. Empty for none.
  ///   - isFocused: Whether the box has the focus, which shows in its color.
  public func drawFrame(
    _ rect: Rect, title: String = "", detail: String = "", isFocused: Bool = false
  ) {
    drawBox(rect, style: isFocused ? .borderFocused : .border)
    guard rect.height >= 2 else { return }
    let room = rect.width - 4
    guard room > 0 else { return }
    var left = 0
    if !title.isEmpty {
      let style = isFocused ? Style(.bold, role: .borderFocused) : .title
      let text = CellText(title, width: room).string
      left = draw(" \(text) ", at: Point(x: rect.minX + 1, y: rect.minY), style: style)
    }
    let text = CellText(" \(detail) ")
    guard !detail.isEmpty, text.width + left < rect.width - 2 else { return }
    draw(text, at: Point(x: rect.maxX - 2 - text.width, y: rect.minY), style: .secondary)
  }

  /// Draws a line across a box, joined to its left and right edges.
  ///
  /// - Parameters:
  ///   - y: The row.
  ///   - rect: The outer edge of the box.
  ///   - style: The style of the line, that of the box.
  public func drawDivider(atRow y: Int, of rect: Rect, style: Style = .border) {
    guard rect.width >= 2, y > rect.minY, y < rect.maxY - 1 else { return }
    join(.right, at: Point(x: rect.minX, y: y), style: style)
    let first = max(rect.minX + 1, visible.minX)
    for x in first..<max(first, min(rect.maxX - 1, visible.maxX)) {
      join(.horizontal, at: Point(x: x, y: y), style: style)
    }
    join(.left, at: Point(x: rect.maxX - 1, y: y), style: style)
  }

  private func join(_ arms: LineArms, at point: Point, style: Style) {
    replaceGlyph(at: point, style: style) { LineArms(of: $0).union(arms).glyph }
  }
}
