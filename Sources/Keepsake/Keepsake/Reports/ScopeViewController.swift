import Foundation
import Inventory
import Reprise

/// Lists the items behind a line of the reports, such as those of a category or without a value.
final class ScopeViewController: ListViewController, ViewControllerRestoration {
  private var items: ItemList? { listed.known }

  init(context: AppContext, scope: ItemQuery.Scope, title: String) {
    super.init(context: context, scope: scope, showsPlace: true)
    restorationIdentifier = "scope"
    restorationClass = Self.self
    self.title = title
  }

  override var reportPart: ReportPart? { ReportPart(scope: listed.scope, name: title) }

  override var doing: String { "browsing “\(title)”" }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    guard let context = coder.environment[AppContext.self],
      let scope = coder.decodeString(forKey: "scope").flatMap(ItemQuery.Scope.init(name:)),
      let title = coder.decodeString(forKey: "title")
    else { return nil }
    return ScopeViewController(context: context, scope: scope, title: title)
  }

  override func viewDidLoad() {
    list.table.dataSource = self
    list.table.delegate = self
    openRows()
  }

  override func showRows() {
    list.table.placeholder =
      emptyShelf ?? (filter.isEmpty ? "Nothing left here." : "Nothing matches.")
    list.table.reloadData()
  }

  override func updateTitle() {
    let items = countText == "1" ? "1 item" : "\(countText) items"
    showTotals(shelfCount ?? items, listTotals)
  }

  override func anchor(at path: IndexPath) throws -> ListAnchor? { try items?.anchor(at: path.row) }

  override func dataDidChange() { openRows() }

  private func row(at path: IndexPath) -> ItemRow? {
    context.notices.attempt { try items?.row(at: path.row) } ?? nil
  }

  override var selectedForm: ItemFormModel.Start? {
    list.table.indexPathForSelectedRow.flatMap(row(at:)).map { .item($0.uuid) }
  }

  override func showHistory(of item: UUID) {
    navigationController?.push(HistoryViewController(context: context, item: item))
  }

  override func tableView(
    _ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath
  ) {
    guard let row = row(at: indexPath) else { return }
    navigationController?.push(
      ItemDetailViewController(context: context, item: row.uuid, of: listed))
  }

  // MARK: - Preservation

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(listed.scope.name, forKey: "scope")
    coder.encode(title, forKey: "title")
  }
}

extension ScopeViewController: TableViewDataSource {
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    context.notices.attempt { try items?.count ?? 0 } ?? 0
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    guard let row = row(at: indexPath) else {
      return tableView.dequeueReusableCell(TableViewCell.self)
    }
    let cell = tableView.dequeueReusableCell(ItemCell.self)
    cell.show(row, below: root, in: context)
    return cell
  }

  func tableView(_ tableView: TableView, commitDeletionForRowAt indexPath: IndexPath) {
    if let row = row(at: indexPath) { context.changes.perform(.trashItems([row.uuid])) }
  }
}

extension ScopeViewController: DataSourceModelAssociation {
  func modelIdentifiers(inSection index: Int, in view: View) -> [String?] {
    itemIdentifiers(in: items)
  }

  func modelIdentifiersOfMissingElements(
    among identifiers: [String], in view: View
  ) -> [String] { missingItems(among: identifiers) }

  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    row(at: indexPath)?.uuid.uuidString
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    guard let uuid = UUID(uuidString: identifier),
      let index = context.notices.attempt({ try items?.index(of: uuid) }) ?? nil
    else { return nil }
    return IndexPath(row: index, section: 0)
  }
}
