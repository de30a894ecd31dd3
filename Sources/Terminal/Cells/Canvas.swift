/// A place to draw on: a frame seen through an origin and a clip.
///
/// Views get one in their own coordinates and cannot draw outside their bounds. Text becomes cells
/// here and nowhere else, by way of ``CellText``.
public final class Canvas {
  /// The frame drawn so far.
  public private(set) var frame: Frame

  /// The visible part of the area drawn on, in the coordinates of the area.
  public var bounds: Rect { Rect(origin: .zero, size: area.size) }

  private var area: Rect
  private var clip: Rect

  /// Makes a canvas on an empty frame.
  public init(size: Size) {
    frame = Frame(size: size)
    area = frame.bounds
    clip = frame.bounds
  }

  /// Draws within a part of the area; the part's top left is the origin inside `body`.
  public func inside(_ rect: Rect, _ body: (Canvas) -> Void) {
    let saved = (area, clip)
    area = rect.offsetBy(dx: area.minX, dy: area.minY)
    clip = clip.intersection(area)
    if !clip.isEmpty { body(self) }
    (area, clip) = saved
  }

  /// Fills a rectangle with one glyph.
  public func fill(_ rect: Rect, with glyph: Glyph = .space, style: Style = .plain) {
    let part = rect.offsetBy(dx: area.minX, dy: area.minY).intersection(clip)
    guard !part.isEmpty else { return }
    let cell = Cell(glyph: glyph, style: style)
    for y in part.minY..<part.maxY {
      repairWideGlyphs(row: y, from: part.minX, to: part.maxX)
      let start = y * frame.size.width
      for x in part.minX..<part.maxX {
        frame.cells[start + x] = cell
      }
    }
  }

  /// Draws one line of text and returns the columns it took.
  ///
  /// Text that does not fit in `width` columns is cut and ends in `…`. A wide glyph is never halved.
  @discardableResult
  public func draw(
    _ text: CellText, at point: Point, width: Int? = nil, style: Style = .plain
  )
    -> Int
  {
    let shown = width.map { text.truncated(toWidth: $0) } ?? text
    var x = point.x
    for piece in shown.pieces {
      put(piece, at: Point(x: x, y: point.y), style: style)
      x += piece.width
    }
    return x - point.x
  }

  /// Draws one line of text given as a string.
  @discardableResult
  public func draw(
    _ text: String, at point: Point, width: Int? = nil, style: Style = .plain
  )
    -> Int
  {
    draw(CellText(text), at: point, width: width, style: style)
  }

  /// Gives every cell of a rectangle another style, keeping what stands there.
  public func restyle(_ rect: Rect, _ change: (Style) -> Style) {
    let part = rect.offsetBy(dx: area.minX, dy: area.minY).intersection(clip)
    guard !part.isEmpty else { return }
    for y in part.minY..<part.maxY {
      for x in part.minX..<part.maxX {
        let index = y * frame.size.width + x
        frame.cells[index].style = change(frame.cells[index].style)
      }
    }
  }

  /// Puts the hardware cursor on a cell, if the cell can be seen.
  public func setCursor(_ point: Point?) {
    guard let point else {
      frame.cursor = nil
      return
    }
    let place = Point(x: point.x + area.minX, y: point.y + area.minY)
    frame.cursor = clip.contains(place) ? place : nil
  }

  private func put(_ piece: CellText.Piece, at point: Point, style: Style) {
    let x = point.x + area.minX
    let y = point.y + area.minY
    guard clip.contains(Point(x: x, y: y)), x + piece.width <= clip.maxX else { return }
    repairWideGlyphs(row: y, from: x, to: x + piece.width)
    let index = y * frame.size.width + x
    frame.cells[index] = Cell(glyph: piece.glyph, style: style)
    if piece.width == 2 {
      frame.cells[index + 1] = Cell(glyph: .continuation, style: style)
    }
  }

  /// Blanks the half of a wide glyph that would be left over at either end of a written range.
  private func repairWideGlyphs(row: Int, from: Int, to: Int) {
    let start = row * frame.size.width
    if from > 0, frame.cells[start + from].glyph == .continuation {
      frame.cells[start + from - 1].glyph = .space
    }
    if to < frame.size.width, frame.cells[start + to].glyph == .continuation {
      frame.cells[start + to].glyph = .space
    }
  }
}
