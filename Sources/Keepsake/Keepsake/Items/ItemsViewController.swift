import Foundation
import Inventory
import Reprise

/// All items, sorted by name, below the drafts that wait.
final class ItemsViewController: ListViewController {
  private(set) var drafts: [Draft] = []

  private var items: ItemList? { listed.known }

  /// The version of the data on the screen, saved so that the next launch notices a change that came after
  /// the state was stored.
  private var shownVersion: Int64 = 0 {
    didSet { if shownVersion != oldValue { setNeedsPreservation() } }
  }

  init(context: AppContext) {
    super.init(context: context, scope: .everywhere, showsPlace: true)
  }

  override var doing: String { "browsing the items" }

  override var opensViews: Bool { true }

  override func viewDidLoad() {
    list.table.sectionHeaderTopSpacing = 1
    list.table.dataSource = self
    list.table.delegate = self
    openRows()
  }

  override func showRows() {
    drafts = filter.isEmpty && listed.shelf == .lists ? context.drafts.waiting : []
    list.table.placeholder = emptyShelf ?? (filter.isEmpty ? welcome : "Nothing matches.")
    list.table.reloadData()
  }

  private var welcome: String {
    // An inventory belongs to one household.
    let joining =
      !context.store.database.isInHousehold
      ? "F3                    joins a household\n" : ""
    return """
      Nothing here yet.
      n                     adds an item
      g i                   reads a spreadsheet
      \(joining)keepsake demo         shows a sample home
      """
  }

  override func updateTitle() {
    let total = Figures.items(context.store.database.counts.live)
    let count = shelfCount ?? (filter.isEmpty ? total : "\(countText) of \(total)")
    showTotals(count, listTotals)
  }

  override func anchor(at path: IndexPath) throws -> ListAnchor? {
    guard section(path.section) == .items else { return nil }
    return try items?.anchor(at: path.row)
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(Int(shownVersion), forKey: "dataVersion")
  }

  override func decodeRestorableState(with coder: Coder) {
    if let version = coder.decodeInt(forKey: "dataVersion") {
      context.changes.announceChange(after: Int64(version))
    }
    context.drafts.load()
    context.conflicts.load()
    super.decodeRestorableState(with: coder)
  }

  override func dataDidChange() {
    shownVersion = context.store.database.dataVersion
    setNeedsPreservation()
    openRows()
  }

  // MARK: - Rows

  private enum Section {
    case drafts
    case items
  }

  /// The content of a row.
  private enum Entry {
    case draft(Draft)
    case item(ItemRow)
  }

  /// The meaning of a section: drafts have their own above the items, if there are any.
  private func section(_ index: Int) -> Section { drafts.isEmpty || index > 0 ? .items : .drafts }

  private func entry(at path: IndexPath) -> Entry? {
    switch section(path.section) {
    case .drafts:
      return drafts.indices.contains(path.row) ? .draft(drafts[path.row]) : nil
    case .items:
      let row = context.notices.attempt { try items?.row(at: path.row) } ?? nil
      return row.map(Entry.item)
    }
  }

  private var selectedEntry: Entry? { list.table.indexPathForSelectedRow.flatMap(entry(at:)) }

  private var split: ItemsSplitViewController? {
    splitViewController as? ItemsSplitViewController
  }

  override func look(at item: UUID) { split?.look(at: item) }

  override func showHistory(of item: UUID) { split?.showHistory(of: item) }

  override func selectionDidMove() { split?.selectionDidMove() }

  override func rowsWereReplaced() { split?.followSelection() }

  /// A draft isn't marked: what is done to marked items can't be done to it.
  override func tableView(_ tableView: TableView, canMarkRowAt indexPath: IndexPath) -> Bool {
    section(indexPath.section) == .items
  }

  // MARK: - Actions

  override var actions: [Action] { super.actions + [discardAction] }

  private lazy var discardAction = Action(
    "draft.discard", "Discard draft", "D", role: .destructive, for: self,
    enabled: { $0.selectedDraft != nil }
  ) {
    if let draft = $0.selectedDraft { $0.context.changes.discard(draft) }
  }

  private var selectedDraft: Draft? {
    if drafts.isEmpty { return nil }
    return if case .draft(let draft) = selectedEntry { draft } else { nil }
  }

  override var selectedForm: ItemFormModel.Start? {
    switch selectedEntry {
    case .draft(let draft): .draft(draft)
    case .item(let row): .item(row.uuid)
    case nil: nil
    }
  }

  override func tableView(
    _ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath
  ) {
    switch entry(at: indexPath) {
    case .draft(let draft):
      ItemFormViewController.present(.draft(draft), over: self, context: context)
    case .item(let row):
      split?.open(row.uuid)
    case nil:
      break
    }
  }
}

extension ItemsViewController: TableViewDataSource {
  func numberOfSections(in tableView: TableView) -> Int { drafts.isEmpty ? 1 : 2 }

  func tableView(_ tableView: TableView, numberOfRowsInSection index: Int) -> Int {
    switch section(index) {
    case .drafts: drafts.count
    case .items: context.notices.attempt { try items?.count ?? 0 } ?? 0
    }
  }

  func tableView(_ tableView: TableView, titleForHeaderInSection index: Int) -> String? {
    if drafts.isEmpty { return nil }
    return section(index) == .drafts ? "Drafts" : "Items"
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    switch entry(at: indexPath) {
    case .draft(let draft):
      let cell = tableView.dequeueReusableCell(TableViewCell.self)
      cell.text = "✎ \(context.drafts.title(of: draft))"
      cell.detailText = draft.itemUUID == nil ? "new item" : "changes"
      return cell
    case .item(let row):
      let cell = tableView.dequeueReusableCell(ItemCell.self)
      cell.show(row, matching: listed.matches, below: root, in: context)
      return cell
    case nil:
      return tableView.dequeueReusableCell(TableViewCell.self)
    }
  }

  func tableView(_ tableView: TableView, commitDeletionForRowAt indexPath: IndexPath) {
    switch entry(at: indexPath) {
    case .draft(let draft): context.changes.discard(draft)
    case .item(let row): context.changes.perform(.trashItems([row.uuid]))
    case nil: break
    }
  }
}

extension ItemsViewController: DataSourceModelAssociation {
  func modelIdentifiers(inSection index: Int, in view: View) -> [String?] {
    switch section(index) {
    case .drafts: drafts.map { Navigator.row(ofDraft: $0.uuid) }
    case .items: itemIdentifiers(in: items)
    }
  }

  func modelIdentifiersOfMissingElements(
    among identifiers: [String], in view: View
  ) -> [String] { missingItems(among: identifiers) }

  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    switch entry(at: indexPath) {
    case .draft(let draft): Navigator.row(ofDraft: draft.uuid)
    case .item(let row): row.uuid.digits
    case nil: nil
    }
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    if let index = drafts.firstIndex(where: { Navigator.row(ofDraft: $0.uuid) == identifier }) {
      return IndexPath(row: index, section: 0)
    }
    guard let uuid = UUID(uuidString: identifier),
      let index = context.notices.attempt({ try items?.index(of: uuid) }) ?? nil
    else { return nil }
    return IndexPath(row: index, section: drafts.isEmpty ? 0 : 1)
  }
}
