import Foundation

extension TableView {
  private func command(
    _ keys: [KeyPress], _ title: String, isHinted: Bool = false,
    _ action: @escaping (TableView) -> Void
  ) -> [KeyCommand] {
    keys.map { key in
      KeyCommand(key, title: title, isHinted: isHinted) { [weak self] in
        if let self { action(self) }
      }
    }
  }

  func makeOpenCommands() -> [KeyCommand] {
    command([KeyPress(.enter)], primaryActionTitle, isHinted: true) { $0.openSelection() }
      + command([.character("l"), KeyPress(.right)], primaryActionTitle) { $0.openSelection() }
  }

  func makeMoveCommands() -> [KeyCommand] {
    let first = KeyCommand([.character("g"), .character("g")], title: "First row") { [weak self] in
      self?.moveSelection(by: -.max / 2)
    }
    return command([KeyPress(.down), .character("j")], "Next row") { $0.moveSelection(by: 1) }
      + command([KeyPress(.up), .character("k")], "Previous row") { $0.moveSelection(by: -1) }
      + [first]
      + command([KeyPress(.home)], "First row") { $0.moveSelection(by: -.max / 2) }
      + command([KeyPress(.end), .character("G")], "Last row") { $0.moveSelection(by: .max / 2) }
      + command([KeyPress(.pageDown), .control("f")], "Page down") { $0.page(by: 1) }
      + command([KeyPress(.pageUp), .control("b")], "Page up") { $0.page(by: -1) }
      + command([.control("d")], "Half a page down") { $0.halfPage(by: 1) }
      + command([.control("u")], "Half a page up") { $0.halfPage(by: -1) }
  }

  private func page(by step: Int) {
    moveSelection(by: step * max(1, bounds.height - 1))
  }

  private func halfPage(by step: Int) {
    moveSelection(by: step * max(1, bounds.height / 2))
  }

  /// Whether ``deleteSelection()`` has anything to delete.
  public var canDeleteSelection: Bool {
    guard let path = indexPathForSelectedRow else { return false }
    return dataSource?.tableView(self, canEditRowAt: path) ?? false
  }

  /// Deletes the selected row's thing, if the data source allows it.
  public func deleteSelection() {
    guard canDeleteSelection, let path = indexPathForSelectedRow else { return }
    dataSource?.tableView(self, commitDeletionForRowAt: path)
  }

  func handleMouse(_ event: MouseEvent, at point: Point) -> Bool {
    switch event.kind {
    case .wheel(let notches):
      dropPendingState()
      scroll(toTopLine: topLine + notches * 3)
      return true
    case .press:
      becomeFirstResponder()
      guard case .row(let path) = geometry.content(ofLine: topLine + point.y) else { return true }
      press(on: path, inMargin: isEditing && point.x < 2)
      return true
    case .release:
      return false
    }
  }

  private func press(on path: IndexPath, inMargin: Bool) {
    let wasSelected = path == indexPathForSelectedRow
    selectRow(at: path)
    if inMargin {
      deleteSelection()
    } else if wasSelected {
      openSelection()
    }
  }
}
