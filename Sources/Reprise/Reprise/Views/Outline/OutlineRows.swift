import Foundation

/// The rows of an outline as those of a table.
final class OutlineRows: TableViewDataSource, DataSourceModelAssociation {
  private weak var view: OutlineView?

  init(of view: OutlineView) {
    self.view = view
  }

  private var source: (any OutlineViewDataSource)? { view?.outlineDataSource }

  /// The branch and the position in it of a row whose item the data source still has.
  private func place(at path: IndexPath) -> (branch: OutlineBranch, index: Int)? {
    guard path.section == 0, let view, let source,
      let place = view.tree?.root.place(ofRow: path.row),
      place.index < source.outlineView(view, numberOfChildrenOfItem: place.branch.identifier)
    else { return nil }
    return place
  }

  /// The location of the item in a row; `nil` if there is none.
  func location(at path: IndexPath) -> OutlineLocation? {
    place(at: path).map { OutlineLocation(parent: $0.branch.identifier, index: $0.index) }
  }

  /// Whether a row is expanded, or can be.
  func disclosure(at path: IndexPath) -> TableViewCell.Disclosure {
    place(at: path).map(disclosure(of:)) ?? .none
  }

  private func disclosure(
    of place: (branch: OutlineBranch, index: Int)
  ) -> TableViewCell.Disclosure {
    guard let view, let source else { return .none }
    if place.branch.branch(ofChild: place.index) != nil { return .expanded }
    let location = OutlineLocation(parent: place.branch.identifier, index: place.index)
    return source.outlineView(view, isItemExpandableAt: location) ? .collapsed : .leaf
  }

  // MARK: - Rows

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    view?.tree?.rowCount ?? 0
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    guard let view, let source else { return TableViewCell() }
    guard let place = place(at: indexPath) else {
      view.reportChangedItems()
      return tableView.dequeueReusableCell(TableViewCell.self)
    }
    let location = OutlineLocation(parent: place.branch.identifier, index: place.index)
    let cell = source.outlineView(view, cellForItemAt: location)
    cell.indentationLevel = place.branch.level
    cell.disclosure = disclosure(of: place)
    return cell
  }

  func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
    guard let view, let location = location(at: indexPath) else { return false }
    return source?.outlineView(view, canEditItemAt: location) ?? false
  }

  func tableView(_ tableView: TableView, commitDeletionForRowAt indexPath: IndexPath) {
    guard let view, let location = location(at: indexPath) else { return }
    source?.outlineView(view, commitDeletionForItemAt: location)
  }

  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    guard let view else { return false }
    return source?.outlineView(view, canMoveRowAt: indexPath) ?? false
  }

  func tableView(
    _ tableView: TableView, moveRowAt indexPath: IndexPath, to target: IndexPath
  ) {
    guard let view else { return }
    source?.outlineView(view, moveRowAt: indexPath, to: target)
  }

  // MARK: - Identifiers

  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    guard let outline = self.view, let location = location(at: indexPath) else { return nil }
    return source?.outlineView(outline, child: location.index, ofItem: location.parent)
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    self.view?.tree?.row(of: identifier).map { IndexPath(row: $0, section: 0) }
  }

  func modelIdentifiers(inSection section: Int, in view: View) -> [String?] {
    guard let outline = self.view, let source, let root = outline.tree?.root else { return [] }
    var found: [String?] = []
    found.reserveCapacity(root.rowCount)
    func add(_ branch: OutlineBranch) {
      let children = source.outlineView(outline, childrenOfItem: branch.identifier)
      var next = 0
      branch.forEachChild { inner in
        found += children[min(next, children.count)..<min(inner.index + 1, children.count)]
        next = inner.index + 1
        add(inner)
      }
      found += children[min(next, children.count)..<min(branch.count, children.count)]
    }
    add(root)
    return found
  }

  func modelIdentifiersOfMissingElements(
    among identifiers: [String], in view: View
  ) -> [String] {
    guard let outline = self.view, let source, outline.numberOfRows > 0 else { return [] }
    return source.outlineView(outline, missingItemsAmong: identifiers)
  }
}
