/// One row with the names of the tabs, each with its digit.
final class TabBar: View {
  var titles: [String] = []
  var selectedIndex = 0
  var statusText = ""
  var didSelect: (Int) -> Void = { _ in }

  override func draw(_ canvas: Canvas) {
    for tab in places {
      let isSelected = tab.index == selectedIndex
      let style = isSelected ? Style([.reverse, .bold]) : .plain
      canvas.draw(tab.text, at: Point(x: tab.x, y: 0), style: style)
    }
    let left = places.last.map { $0.x + $0.text.width } ?? 0
    let status = CellText(statusText).truncated(toWidth: max(0, bounds.width - left - 3))
    canvas.draw(
      status, at: Point(x: bounds.width - status.width - 1, y: 0), style: Style(foreground: .yellow)
    )
  }

  override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard event.kind == .press else { return false }
    let hit = places.first { ($0.x..<$0.x + $0.text.width).contains(point.x) }
    if let hit { didSelect(hit.index) }
    return hit != nil
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
