/// Shows all keys that continue an unfinished sequence, above the bottom row.
final class KeyPopup: Popup {
  private let grid = KeyGrid()

  /// Makes a popup that its window fills.
  init() {
    super.init(content: grid)
    isHidden = true
  }

  /// Shows the commands that begin with keys; without any the popup disappears.
  ///
  /// The words with which all titles begin are the title of the popup: “Sort” above `n A–Z`.
  func show(_ commands: [KeyCommand], after keys: [KeyPress]) {
    isHidden = commands.isEmpty
    guard !commands.isEmpty else { return grid.show([]) }
    let common = Self.commonWords(of: commands.map(\.title))
    let label = KeyPress.label(of: keys)
    title = common.isEmpty ? label : "\(label) \(common)"
    grid.show(
      commands.map { command in
        KeyGrid.Entry(
          input: Array(command.input.dropFirst(keys.count)),
          title: String(command.title.dropFirst(common.count).drop { $0 == " " }))
      })
    setNeedsLayout()
  }

  /// The words with which all titles begin; empty if one of them has no other.
  static func commonWords(of titles: [String]) -> String {
    guard titles.count > 1 else { return "" }
    let words = titles.map { $0.split(separator: " ") }
    let fewest = words.map(\.count).min() ?? 0
    var common = 0
    while common < fewest - 1, Set(words.map { $0[common] }).count == 1 { common += 1 }
    return words[0].prefix(common).joined(separator: " ")
  }
}

/// Keys and their titles in columns, from top to bottom.
final class KeyGrid: View {
  /// A key and its title.
  struct Entry: Hashable {
    let input: [KeyPress]
    let title: String
  }

  private var entries: [Entry] = []
  private var keyWidth = 0
  private var titleWidth = 0

  /// Columns between two columns of keys.
  private static let gap = 3

  /// Shows other keys.
  func show(_ entries: [Entry]) {
    guard entries != self.entries else { return }
    self.entries = entries
    keyWidth = entries.map { CellText.width(of: KeyPress.label(of: $0.input)) }.max() ?? 0
    titleWidth = entries.map { CellText.width(of: $0.title) }.max() ?? 0
    invalidateIntrinsicContentSize()
    setNeedsDisplay()
  }

  /// The arrangement: rows, and the width of a column.
  private func arrangement(in size: Size) -> (rows: Int, width: Int) {
    let full = keyWidth + 1 + titleWidth
    let fitting = max(1, (size.width + Self.gap) / (full + Self.gap))
    // More columns, with cut titles, if there isn't room for the rows.
    let needed = size.height > 0 ? (entries.count + size.height - 1) / size.height : 1
    let columns = max(1, min(max(fitting, needed), entries.count))
    let width = min(full, (size.width + Self.gap) / columns - Self.gap)
    return ((entries.count + columns - 1) / columns, max(1, width))
  }

  override func sizeThatFits(_ size: Size) -> Size {
    guard !entries.isEmpty else { return .zero }
    let (rows, width) = arrangement(in: size)
    let columns = (entries.count + rows - 1) / rows
    return Size(width: columns * (width + Self.gap) - Self.gap, height: rows).limited(to: size)
  }

  override func draw(_ canvas: Canvas) {
    guard !entries.isEmpty else { return }
    let (rows, width) = arrangement(in: canvas.bounds.size)
    for (index, entry) in entries.enumerated() {
      let place = Point(x: index / rows * (width + Self.gap), y: index % rows)
      canvas.draw(
        KeyPress.label(of: entry.input), at: place, width: keyWidth, style: .accent)
      canvas.draw(
        entry.title, at: place.offsetBy(dx: keyWidth + 1, dy: 0),
        width: max(0, width - keyWidth - 1))
    }
  }

  /// A click presses the keys.
  override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard event.kind == .press, let window, !entries.isEmpty else { return false }
    let (rows, width) = arrangement(in: bounds.size)
    let index = point.x / (width + Self.gap) * rows + point.y
    guard point.y < rows, entries.indices.contains(index) else { return false }
    for press in entries[index].input { window.send(press) }
    return true
  }
}
