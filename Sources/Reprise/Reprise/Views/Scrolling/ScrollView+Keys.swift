extension ScrollView {
  /// Makes the actions of a scroll view that takes the focus.
  func makeScrollActions() -> [Action] {
    func action(
      _ id: String, _ title: String, _ keys: KeyBinding..., by rows: @escaping (ScrollView) -> Int
    ) -> Action {
      Action(
        "scroll.\(id)", title, keys: keys, isHinted: false,
        enabled: { [weak self] in self.map { $0.canScroll(by: rows($0)) } ?? false }
      ) { [weak self] in
        if let self { scroll(by: rows(self)) }
      }
    }
    return [
      action("down", "Row down", "Down", "j") { _ in 1 },
      action("up", "Row up", "Up", "k") { _ in -1 },
      action("top", "To the top", "g g", "Home") { -$0.contentOffset.y },
      action("bottom", "To the bottom", "End", "G") { $0.maximumOffset.y - $0.contentOffset.y },
      action("page-down", "Page down", "PgDn", "^F") { $0.page },
      action("page-up", "Page up", "PgUp", "^B") { -$0.page },
      action("half-page-down", "Half a page down", "^D") { max(1, $0.bounds.height / 2) },
      action("half-page-up", "Half a page up", "^U") { -max(1, $0.bounds.height / 2) },
    ]
  }

  /// The rows of a page: one row of the former one stays in sight.
  private var page: Int { max(1, bounds.height - 1) }

  /// Whether the content continues in a direction.
  private func canScroll(by rows: Int) -> Bool {
    rows < 0 ? contentOffset.y > 0 : rows > 0 && contentOffset.y < maximumOffset.y
  }

  private func scroll(by rows: Int) {
    setContentOffset(contentOffset.offsetBy(dx: 0, dy: rows))
  }
}
