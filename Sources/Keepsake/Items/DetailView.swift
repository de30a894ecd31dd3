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
        canvas.draw(row.text, at: Point(x: 1, y: y), style: .secondary.adding(.bold))
      } else {
        canvas.draw(
          row.label, at: Point(x: 1, y: y), width: DetailLines.labelWidth - 1,
          style: .accent)
        canvas.draw(
          row.text, at: Point(x: DetailLines.labelWidth + 1, y: y),
          width: canvas.bounds.width - DetailLines.labelWidth - 2)
      }
    }
  }

  override var actions: [Action] { scrollActions }

  private lazy var scrollActions: [Action] = {
    let top = scroll("top", "Top", "Home") { -$0.contentSize.height }
    return [
      scroll("down", "Down", "Down", "j") { _ in 1 },
      scroll("up", "Up", "Up", "k") { _ in -1 },
      scroll("page-down", "Page down", "PgDn", "^F") { $0.page },
      scroll("page-up", "Page up", "PgUp", "^B") { -$0.page },
      scroll("half-page-down", "Half a page down", "^D") { $0.page / 2 },
      scroll("half-page-up", "Half a page up", "^U") { -$0.page / 2 },
      top,
      scroll("bottom", "Bottom", "End", "G") { $0.contentSize.height },
      top.also("g g"),
    ]
  }()

  private var page: Int { max(1, bounds.height - 1) }

  private func scroll(
    _ id: String, _ title: String, _ keys: KeyBinding..., rows: @escaping (DetailView) -> Int
  ) -> Action {
    Action("detail.\(id)", title, keys: keys, isHinted: false) { [weak self] in
      guard let self else { return }
      setContentOffset(Point(x: 0, y: contentOffset.y + rows(self)))
    }
  }
}
