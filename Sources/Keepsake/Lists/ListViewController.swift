import Foundation
import Inventory
import Reprise

/// A list that can be narrowed with `/` and whose rows can be opened, edited and trashed.
///
/// Subclasses say what the rows are.
class ListViewController: ScreenController, TableViewDelegate {
  let list: FilteredListView

  /// What the list is about, shared with the items opened from it.
  private(set) var listed: ListedItems

  /// What the rows are worth together.
  private let sums: ListTotals

  /// What the marked ones of them are worth.
  let markedSums: ListTotals

  /// What the person is looking for; blank shows everything.
  var filter: String { listed.filter }

  /// A row that was on top when the app ended, so that the next launch needs no counting.
  private(set) var anchor: ListAnchor? {
    didSet { if anchor != oldValue { setNeedsPreservation() } }
  }

  /// Whether the line for the filter is there.
  var isFiltering = false {
    didSet {
      list.showsFilter = isFiltering
      if isFiltering != oldValue { setNeedsPreservation() }
    }
  }

  init(context: AppContext, scope: ItemQuery.Scope, showsPlace: Bool) {
    list = FilteredListView(showsPlace: showsPlace)
    listed = ListedItems(context: context, scope: scope)
    sums = ListTotals(context: context)
    markedSums = ListTotals(context: context)
    super.init(context: context)
    for sums in [sums, markedSums] {
      sums.didChange = { [weak self] in
        self?.setNeedsPreservation()
        self?.updateTitle()
      }
    }
    list.header.didChoose = { [weak self] in self?.sort(by: $0) }
    list.searchBar.textField.addAction(for: .valueChanged) { [weak self] in
      if let self { apply(filter: list.searchBar.text) }
    }
    listed.register(for: self)
  }

  override func loadView() -> View { list }

  override var preferredFocusedView: View? { list.table }

  // MARK: - For subclasses

  /// Shows the rows that ``listed`` knows, which are those that were asked for last.
  func showRows() {}

  /// Says in the bar how many rows there are, as far as that is known.
  func updateTitle() {}

  /// The thing to keep the top row's place by.
  func anchor(at path: IndexPath) throws -> ListAnchor? { nil }

  /// Whether there may be items among the rows.
  var holdsItems: Bool { true }

  /// What a new item starts from here.
  var newItem: ItemFormModel.Start { .new(place: nil) }

  /// What `e` edits.
  var selectedForm: ItemFormModel.Start? { nil }

  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {}

  /// Looks at what is attached to an item of the list.
  func look(at item: UUID) {
    navigationController?.push(AttachmentsViewController(context: context, item: item))
  }

  /// Called when another row is selected than before, or another item is in it.
  func selectionDidMove() {}

  /// Called when other rows are shown than before.
  func rowsWereReplaced() {}

  /// The item whose row is selected, if it is one.
  var selectedItem: UUID? {
    if case .item(let uuid) = selectedForm { uuid } else { nil }
  }

  // MARK: - Keys

  override var actions: [Action] { listActions + super.actions }

  // Made once: they are looked through at every key.
  private lazy var listActions = ListActions.make(for: self)

  func presentForm(_ start: ItemFormModel.Start?) {
    if let start { ItemFormViewController.present(start, over: self, context: context) }
  }

  override func setEditing(_ editing: Bool) {
    super.setEditing(editing)
    list.table.isEditing = editing
    list.table.allowsMultipleSelection = editing
  }

  // MARK: - Marked rows

  /// Whether an identifier of a row, which is a number, is that of an item.
  func isItem(_ identifier: UUID) -> Bool { true }

  /// What the marked rows are worth together, as far as that is known.
  func markedTotals(of identifiers: [String]) -> Totals? {
    markedSums.totals(of: .items(Set(markedItems)))
  }

  // MARK: - Filtering

  func beginFiltering() {
    isFiltering = true
    list.searchBar.textField.becomeFirstResponder()
  }

  /// Shows everything again.
  override func endFiltering() {
    isFiltering = false
    list.searchBar.text = ""
    list.table.becomeFirstResponder()
    apply(filter: "")
  }

  /// Narrows the list to a text from outside.
  func show(filter text: String) {
    isFiltering = true
    list.searchBar.text = text
    apply(filter: text)
    list.table.becomeFirstResponder()
  }

  private func apply(filter text: String) {
    guard text != filter else { return }
    listed.narrow(to: text)
    setNeedsPreservation()
    anchor = nil
    // What is found begins at its top; what is there without a filter stays where it was.
    startsAtTop = !text.isEmpty
    openRows()
  }

  func sort(by order: ItemQuery.Order) {
    guard holdsItems, order != listed.order else { return }
    listed.sort(by: order)
    anchor = nil
    // One sorts to see what comes first.
    startsAtTop = true
    list.header.order = order
    openRows()
  }

  // MARK: - Rows

  /// Whether the rows that are being looked for are to be shown from their top.
  private var startsAtTop = false {
    didSet { if startsAtTop != oldValue { setNeedsPreservation() } }
  }

  /// Opens the rows for ``filter`` and shows them, or what is known of them.
  final func openRows() {
    if holdsItems { _ = context.attempt { try listed.open(anchor: anchor) } }
    rowsDidChange()
  }

  /// Shows what is known of the rows by now.
  ///
  /// As long as that is nothing, those that were asked for before stay.
  final override func rowsDidChange() {
    guard isViewLoaded else { return }
    if listed.isUpToDate || !holdsItems {
      if startsAtTop { list.table.resetPosition() }
      startsAtTop = false
      showRows()
    } else if listed.known == nil {
      list.table.placeholder = "Looking …"
    }
    updateRemark()
    updateTitle()
    selectSaved()
    rowsWereReplaced()
    updateSums()
  }

  /// Has what the rows are worth added up, for the title of a list that is on the screen.
  ///
  /// Not while the rows are being looked for: what they are found by is known then.
  func updateSums() {
    updateMarkedSums()
    guard holdsItems, isInFront, listed.isUpToDate, !listed.isSearching else { return }
    sums.update(to: .list(listed.query))
  }

  /// What the rows are worth together, as far as that is known.
  final var listTotals: Totals? { sums.totals(of: .list(listed.query)) }

  private func updateRemark() {
    let unknown = listed.query.unknownOperators
    list.searchBar.remark =
      if let name = unknown.first {
        "no operator \(name) — searched as words"
      } else if listed.isSearching, listed.known?.found?.isCountKnown != true || !listed.isUpToDate
      {
        "looking …"
      } else {
        ""
      }
  }

  /// How many items are found, in figures: `1,204`, `128+` while they are being counted.
  var countText: String {
    guard listed.isUpToDate, listed.known != nil else { return "…" }
    return context.attempt { try listed.countText() } ?? Figures.count(0)
  }

  // MARK: - Coming back from an item

  /// Whether the list is what the person looks at, be the window too small to show anything just now.
  private(set) var isInFront = false

  override func viewWillDisappear() { isInFront = false }

  override func viewWillAppear() {
    isInFront = true
    selectCurrent()
    updateSums()
  }

  /// Selects the item that the person went on to while the list was covered.
  func selectCurrent() {
    if let item = listed.takeCurrent() { select(item.uuidString) }
  }

  private var association: (any DataSourceModelAssociation)? {
    list.table.dataSource?.modelAssociation
  }

  /// Selects the row of a thing and scrolls to it, if it is in the list.
  override func select(_ identifier: String) {
    let path = association?.indexPathForElement(withModelIdentifier: identifier, in: list.table)
    if let path { list.table.selectRow(at: path) }
  }

  /// What a form saved, until the rows that it may be among are known.
  var saved: SavedItem?

  override func show(saved item: SavedItem) {
    saved = item
    selectSaved()
  }

  /// The thing whose row is selected.
  override var selectedIdentifier: String? {
    list.table.indexPathForSelectedRow.flatMap {
      association?.modelIdentifierForElement(at: $0, in: list.table)
    }
  }

  // MARK: - Preservation

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(isFiltering, forKey: "isFiltering")
    coder.encode(object: listed, forKey: "listed")
    if startsAtTop { coder.encode(true, forKey: "startsAtTop") }
    sums.encode(.list(listed.query), with: coder, as: "totals")
    let items = markedItems
    if !items.isEmpty { markedSums.encode(.items(Set(items)), with: coder, as: "marked") }
    anchor?.encode(with: coder)
  }

  override func decodeRestorableState(with coder: Coder) {
    if let saved = coder.decodeObject(forKey: "listed") as? ListedItems,
      saved.scope == listed.scope
    {
      saved.list = self
      listed = saved
    } else {
      // Saved when the filter was the list's own.
      listed.narrow(to: coder.decodeString(forKey: "filter") ?? "")
    }
    isFiltering = coder.decodeBool(forKey: "isFiltering")
    anchor = ListAnchor(coder: coder, query: listed.query)
    list.searchBar.text = filter
    list.header.order = listed.order
    sums.decode(from: coder, as: "totals", of: .list(listed.query))
    markedSums.decode(from: coder, as: "marked", of: nil)
    openRows()
    startsAtTop = coder.decodeBool(forKey: "startsAtTop")
    super.decodeRestorableState(with: coder)
  }

  /// A search that a kill ended shows what it finds from the top, as it would have.
  override func applicationFinishedRestoringState() {
    super.applicationFinishedRestoringState()
    if startsAtTop { rowsDidChange() }
  }

  func tableViewDidMove(_ tableView: TableView) {
    selectionDidMove()
    guard listed.isUpToDate, let path = tableView.indexPathForFirstVisibleRow,
      let found = context.attempt({ try anchor(at: path) }) ?? nil
    else { return }
    anchor = found
  }
}
