import Reprise

/// Shows the lines of an item and scrolls through them.
final class DetailView: ScrollView {
  var lines: DetailLines? {
    didSet { if lines != oldValue { setNeedsLayout() } }
  }

  private var rows: [DetailLines.Line] = []

  override var canBecomeFirstResponder: Bool { true }

  override func layoutSubviews() {
    rows = lines?.rows(forWidth: bounds.width) ?? []
    contentSize = Size(width: bounds.width, height: rows.count)
    super.layoutSubviews()
  }

  override func draw(_ canvas: Canvas) {
    for y in 0..<canvas.bounds.height {
      let index = contentOffset.y + y
      guard rows.indices.contains(index) else { return }
      let row = rows[index]
      if row.isHeading {
        canvas.draw(row.text, at: Point(x: 1, y: y), style: Style([.bold, .dim]))
      } else {
        canvas.draw(
          row.label, at: Point(x: 1, y: y), width: DetailLines.labelWidth - 1,
          style: Style(foreground: .cyan))
        canvas.draw(
          row.text, at: Point(x: DetailLines.labelWidth + 1, y: y),
          width: canvas.bounds.width - DetailLines.labelWidth - 2)
      }
    }
  }

  override var keyCommands: [KeyCommand] {
    let page = max(1, bounds.height - 1)
    return [
      scroll([KeyPress(.down), .character("j")], "Down", by: 1),
      scroll([KeyPress(.up), .character("k")], "Up", by: -1),
      scroll([KeyPress(.pageDown), .control("f")], "Page down", by: page),
      scroll([KeyPress(.pageUp), .control("b")], "Page up", by: -page),
      scroll([.control("d")], "Half a page down", by: page / 2),
      scroll([.control("u")], "Half a page up", by: -page / 2),
      scroll([KeyPress(.home)], "Top", by: -contentSize.height),
      scroll([KeyPress(.end), .character("G")], "Bottom", by: contentSize.height),
      [
        KeyCommand([.character("g"), .character("g")], title: "Top") { [weak self] in
          self?.setContentOffset(.zero)
        }
      ],
    ].flatMap { $0 }
  }

  private func scroll(_ keys: [KeyPress], _ title: String, by rows: Int) -> [KeyCommand] {
    keys.map { key in
      KeyCommand(key, title: title) { [weak self] in
        guard let self else { return }
        setContentOffset(Point(x: 0, y: contentOffset.y + rows))
      }
    }
  }
}
