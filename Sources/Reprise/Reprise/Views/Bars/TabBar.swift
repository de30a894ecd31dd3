/// A row with the names of the tabs, each with its digit.
final class TabBar: View {
  var titles: [String] = [] {
    didSet {
      guard titles != oldValue else { return }
      places = Self.places(of: titles)
      setNeedsDisplay()
    }
  }
  var selectedIndex = 0 {
    didSet { if selectedIndex != oldValue { setNeedsDisplay() } }
  }
  var statusText = "" {
    didSet {
      guard statusText != oldValue else { return }
      statusCells = CellText(statusText)
      setNeedsDisplay()
    }
  }
  /// The titles and the text at the right, cut into cells once for many frames.
  private var places: [(index: Int, x: Int, text: CellText)] = []
  private var statusCells = CellText("")
  var didSelect: (Int) -> Void = { _ in }
  var didChooseStatus: () -> Void = {}

  override func draw(_ canvas: Canvas) {
    for tab in places {
      let isSelected = tab.index == selectedIndex
      let style = isSelected ? Style.selected.adding(.bold) : .plain
      canvas.draw(tab.text, at: Point(x: tab.x, y: 0), style: style)
    }
    let status = status
    canvas.draw(status.text, at: Point(x: status.x, y: 0), style: .warning)
  }

  /// The short text at the right end, cut to the room there is.
  private var status: (x: Int, text: CellText) {
    let left = if let last = places.last { last.x + last.text.width } else { 0 }
    let text = statusCells.truncated(toWidth: max(0, bounds.width - left - 3))
    return (bounds.width - text.width - 1, text)
  }

  override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard event.kind == .press else { return false }
    if let hit = places.first(where: { ($0.x..<$0.x + $0.text.width).contains(point.x) }) {
      didSelect(hit.index)
      return true
    }
    let status = status
    guard (status.x..<status.x + status.text.width).contains(point.x) else { return false }
    didChooseStatus()
    return true
  }

  private static func places(
    of titles: [String]
  ) -> [(index: Int, x: Int, text: CellText)] {
    var x = 1
    var places: [(index: Int, x: Int, text: CellText)] = []
    for (index, title) in titles.enumerated() {
      let text = CellText(" \(index + 1) \(title) ")
      places.append((index, x, text))
      x += text.width + 1
    }
    return places
  }
}
