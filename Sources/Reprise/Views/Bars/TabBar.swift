/// One row with the names of the tabs, each with its digit.
final class TabBar: View {
  var titles: [String] = [] {
    didSet { if titles != oldValue { setNeedsDisplay() } }
  }
  var selectedIndex = 0 {
    didSet { if selectedIndex != oldValue { setNeedsDisplay() } }
  }
  var statusText = "" {
    didSet { if statusText != oldValue { setNeedsDisplay() } }
  }
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

  /// The short text at the right end, as far as there is room for it.
  private var status: (x: Int, text: CellText) {
    let left = places.last.map { $0.x + $0.text.width } ?? 0
    let text = CellText(statusText).truncated(toWidth: max(0, bounds.width - left - 3))
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

  private var places: [(index: Int, x: Int, text: CellText)] {
    var x = 1
    return titles.enumerated().map { index, title in
      let text = CellText(" \(index + 1) \(title) ")
      defer { x += text.width + 1 }
      return (index, x, text)
    }
  }
}
