import Foundation
import Inventory
import Reprise

/// A list that `/` filters and whose rows can be opened, edited and trashed.
///
/// Subclasses supply the rows.
class ListViewController: ScreenController, TableViewDelegate {
  let list: FilteredListView

  /// The query of the list, shared with the items opened from it.
  private(set) var listed: ListedItems

  /// The total value of the rows.
  let sums: ListTotals

  /// The total value of the marked rows.
  let markedSums: ListTotals

  /// The name of the place that contains all others, which rows leave out.
  private(set) var root: String?

  /// The text of the filter; blank shows everything.
  var filter: String { listed.filter }

  /// The top row when the state was stored: the next launch opens the list around it without counting.
  var anchor: ListAnchor? {
    didSet { if anchor != oldValue { setNeedsPreservation() } }
  }

  /// Whether the filter's line is shown.
  var isFiltering = false {
    didSet {
      list.showsFilter = isFiltering
      if isFiltering != oldValue { setNeedsPreservation() }
    }
  }

  init(
    context: AppContext, scope: ItemQuery.Scope, showsPlace: Bool, table: TableView = TableView()
  ) {
    list = FilteredListView(of: table, showsPlace: showsPlace)
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

  /// Shows the rows that ``listed`` knows: those of the last query that has an answer.
  func showRows() {}

  /// Shows the number of rows in the bar, as far as it is known.
  func updateTitle() {}

  /// The anchor that keeps the place of a row at the top.
  func anchor(at path: IndexPath) throws -> ListAnchor? { nil }

  /// Whether the list opens saved views, which are of all items, so that they show the same everywhere.
  var opensViews: Bool { false }

  /// Whether the list can hold items.
  var holdsItems: Bool { true }

  /// The part of the inventory that the list or its selected row stands for; `nil` for everything.
  var reportPart: ReportPart? { nil }

  /// The start of a new item's form.
  var newItem: ItemFormModel.Start { .new(place: nil) }

  /// The start of the form that `e` opens; `nil` for none.
  var selectedForm: ItemFormModel.Start? { nil }

  /// Whether the selected row is something that can be private.
  var canChangePrivacy: Bool { canOpenSelectedItem }

  /// Asks whether what is selected should become private, or stop being private.
  func changePrivacy() {
    if let item = selectedItem { context.privacy.changePrivacy(of: item, over: self) }
  }

  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {}

  /// Shows the attachments of an item.
  func look(at item: UUID) {
    navigationController?.push(AttachmentsViewController(context: context, owner: .item(item)))
  }

  /// Shows the history of an item.
  func showHistory(of item: UUID) {}

  /// Called when the selection moves, or when the selected row shows another item.
  func selectionDidMove() {}

  /// Called when the rows were replaced.
  func rowsWereReplaced() {}

  // MARK: - Keys

  override var actions: [Action] {
    listActions + commandActions.actions(for: self) + super.actions
  }

  private let commandActions = CommandActions()

  override func alert(for question: AlertQuestion) -> AlertController? {
    commandAlert(for: question) ?? super.alert(for: question)
  }

  // Made once: the window reads them at every key.
  private lazy var listActions =
    ListActions.make(for: self) + ShelfActions.make(for: self) + ViewActions.make(for: self)

  func presentForm(_ start: ItemFormModel.Start?) {
    if let start { ItemFormViewController.present(start, over: self, context: context) }
  }

  override func setEditing(_ editing: Bool) {
    super.setEditing(editing)
    list.table.isEditing = editing
  }

  /// Begins or ends editing mode, in which rows move; reports why none could.
  func toggleEditing() {
    if isEditing { return setEditing(false) }
    guard listed.order.ascending == .manual else {
      return context.notices.show("Sort in your own order first: o m")
    }
    guard filter.isEmpty else {
      return context.notices.show("Remove the filter first: rows move only in the whole list")
    }
    setEditing(true)
  }

  // MARK: - Marked rows

  /// Whether the identifier of a row is that of an item.
  func isItem(_ identifier: UUID) -> Bool { true }

  /// The total value of the marked rows, as far as it is known.
  var markedTotals: Totals? { markedSums.totals(of: .marked(marked)) }

  /// The number of changes of the marks since the launch.
  private(set) var marksVersion = 0

  func tableViewDidChangeMarks(_ tableView: TableView) {
    marksVersion += 1
    // Enter opens the selected row, not the marked ones.
    list.table.hintsPrimaryAction = !hasMarks
    setNeedsPreservation()
    updateTitle()
    updateSums()
  }

  func tableView(_ tableView: TableView, canMarkRowAt indexPath: IndexPath) -> Bool { true }

  /// The data in which all marked items were found last.
  private var checkedMarks: (dataVersion: Int64, shelf: ItemShelf)?

  /// Which of some marked items have left the list, however it is filtered.
  ///
  /// Looks only after a change of the data.
  func missingItems(among identifiers: [String]) -> [String] {
    let (version, shelf) = (context.store.database.dataVersion, shelf)
    if let checkedMarks, checkedMarks == (version, shelf) { return [] }
    let items = identifiers.compactMap(UUID.init(uuidString:))
    let query = ItemQuery(scope: listed.scope, filter: shelf.filterOperator)
    let gone = context.notices.attempt {
      holdsItems ? try context.store.items.missing(items, from: query) : items
    }
    guard let gone else { return [] }
    checkedMarks = (version, shelf)
    return gone.map(\.digits) + identifiers.filter { UUID(uuidString: $0) == nil }
  }

  /// A key for the marks of all rows that was pressed while these were being searched for.
  private var waitingMarks: MarkingAction?

  /// Keeps the key until all rows are found: those of the former filter are not what the user wants to mark.
  func tableView(_ tableView: TableView, shouldPerform action: MarkingAction) -> Bool {
    guard holdsItems, listed.isSearching || !listed.isUpToDate else { return true }
    waitingMarks = action
    context.notices.show("The rows will be marked when the search ends")
    return false
  }

  /// Whether marks wait for the end of a search; what is done to items must wait for them.
  var marksAreWaiting: Bool { waitingMarks != nil }

  /// Marks the rows of a search that has ended.
  private func markFoundRows() {
    guard let action = waitingMarks, listed.isUpToDate, !listed.isSearching else { return }
    waitingMarks = nil
    list.table.perform(action)
  }

  /// The identifiers of the listed items, for marking many at once.
  func itemIdentifiers(in items: ItemList?) -> [String?] {
    (context.notices.attempt { try items?.uuids } ?? nil)?.map { $0?.digits } ?? []
  }

  // MARK: - Filtering

  override func leaveShelf() { show(.lists) }

  /// Removes the filter.
  override func endFiltering() {
    isFiltering = false
    list.searchBar.text = ""
    list.table.becomeFirstResponder()
    leaveView()
    apply(filter: "")
  }

  // MARK: - Rows

  /// Whether the rows of a running search will be shown from their top.
  var startsAtTop = false {
    didSet { if startsAtTop != oldValue { setNeedsPreservation() } }
  }

  /// Whether an item was selected when that was asked last, and for which row.
  private var knownSelection: (path: IndexPath, isItem: Bool)?

  /// Called when the same rows are at other paths.
  func rowsDidMove() { knownSelection = nil }

  /// Whether an item is selected; each key asks it for many actions.
  var isItemSelected: Bool {
    guard let path = list.table.indexPathForSelectedRow else { return false }
    if let knownSelection, knownSelection.path == path { return knownSelection.isItem }
    let isItem = selectedItem != nil
    knownSelection = (path, isItem)
    return isItem
  }

  /// Shows the rows found so far.
  ///
  /// Keeps the former rows until there are any.
  final override func rowsDidChange() {
    guard isViewLoaded else { return }
    knownSelection = nil
    if listed.isUpToDate || !holdsItems {
      if startsAtTop { list.table.resetPosition() }
      startsAtTop = false
      showRows()
      // The last row of the archive or the trash takes the selection with it.
      if shelf != .lists { list.table.setNeedsPreservation() }
    } else if listed.known == nil {
      list.table.placeholder = "Searching …"
    }
    updateRemark()
    updateViewTitle()
    updateTitle()
    selectSaved()
    rowsWereReplaced()
    markFoundRows()
    updateSums()
  }

  /// Adds up the value of the rows for the title, if the list is visible.
  ///
  /// Waits for a running search, which determines the rows.
  func updateSums() {
    updateMarkedSums()
    guard holdsItems, isInFront, listed.isUpToDate, !listed.isSearching else { return }
    sums.update(to: .list(listed.query))
  }

  // MARK: - Coming back from an item

  /// Whether the list is the visible screen, even in a window that is too small to show it.
  private(set) var isInFront = false

  override func viewWillDisappear() { isInFront = false }

  override func viewWillAppear() {
    isInFront = true
    selectCurrent()
    updateSums()
  }

  private var association: (any DataSourceModelAssociation)? {
    list.table.dataSource?.modelAssociation
  }

  /// Selects a row by its identifier and scrolls to it, if it is in the list.
  override func select(_ identifier: String) { selectRow(identifier) }

  /// Selects a row by its identifier; returns whether it is there.
  @discardableResult
  func selectRow(_ identifier: String) -> Bool {
    let path = association?.indexPathForElement(withModelIdentifier: identifier, in: list.table)
    if let path { list.table.selectRow(at: path) }
    return path != nil
  }

  /// The item that a form saved, until the rows are known that may hold it.
  var saved: SavedItem?

  override func show(saved item: SavedItem) {
    saved = item
    selectSaved()
  }

  /// The identifier of the selected row.
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
    if hasMarks { markedSums.encode(.marked(marked), with: coder, as: "marked") }
    anchor?.encode(with: coder)
  }

  override func decodeRestorableState(with coder: Coder) {
    if let saved = coder.decodeObject(forKey: "listed") as? ListedItems,
      saved.scope == listed.scope
    {
      saved.list = self
      listed = saved
    } else {
      // States of earlier versions hold the filter in the list.
      listed.narrow(to: coder.decodeString(forKey: "filter") ?? "")
    }
    isFiltering = coder.decodeBool(forKey: "isFiltering")
    anchor = ListAnchor(coder: coder, query: listed.query)
    list.searchBar.text = filter
    list.show(listed.order)
    showColumns()
    sums.decode(from: coder, as: "totals", of: .list(listed.query))
    markedSums.decode(from: coder, as: "marked", of: nil)
    openRows()
    startsAtTop = coder.decodeBool(forKey: "startsAtTop")
    super.decodeRestorableState(with: coder)
  }

  /// A search that a kill interrupted shows its results from the top, as it would have.
  override func applicationFinishedRestoringState() {
    super.applicationFinishedRestoringState()
    list.table.hintsPrimaryAction = !hasMarks
    if startsAtTop { rowsDidChange() }
  }

  func tableViewDidMove(_ tableView: TableView) {
    selectionDidMove()
    guard listed.isUpToDate, let path = tableView.indexPathForFirstVisibleRow,
      let found = context.notices.attempt({ try anchor(at: path) }) ?? nil
    else { return }
    anchor = found
  }
}

/// Narrows and sorts the rows.
extension ListViewController {
  func beginFiltering() {
    list.table.endMarkingRange()
    isFiltering = true
    list.searchBar.textField.becomeFirstResponder()
  }

  /// Filters by a text that comes from outside of the list.
  func show(filter text: String) {
    show(.lists)
    isFiltering = true
    list.searchBar.text = text
    apply(filter: text)
    list.table.becomeFirstResponder()
  }

  func apply(filter text: String) {
    guard text != filter else { return }
    waitingMarks = nil
    keepingMarks { listed.narrow(to: text) }
    setNeedsPreservation()
    anchor = nil
    // Results are shown from their top; the unfiltered list returns to where it was.
    startsAtTop = !text.isEmpty
    openRows()
  }

  /// Sorts by a column; if the rows already are, the other way round.
  func sort(by column: TableColumn) {
    guard let order = ItemColumns.order(of: column) else { return }
    sort(by: listed.order.ascending == order.ascending ? listed.order.reversed : order)
  }

  /// Opens other rows, from their top.
  func reopenFromTop() {
    setNeedsPreservation()
    anchor = nil
    startsAtTop = true
    openRows()
  }

  func sort(by order: ItemQuery.Order) {
    guard holdsItems, order != listed.order else { return }
    list.table.endMarkingRange()
    listed.sort(by: order)
    anchor = nil
    // The first rows are what the person sorted for.
    startsAtTop = true
    list.show(order)
    openRows()
  }

  /// Opens the rows of ``filter`` and shows them, as far as they are known.
  func openRows() {
    if list.showsPlace {
      root = context.notices.attempt { try context.store.places.commonRoot() } ?? nil
    }
    if holdsItems { _ = context.notices.attempt { try listed.open(anchor: anchor) } }
    rowsDidChange()
  }

  /// Shows next to the filter how it was understood, how it may go on, and whether a search is still running.
  func updateRemark() {
    let completion = FilterCompletion(filter, values: context.namesForFilter)
    list.searchBar.textField.inlineCompletion = completion?.ending ?? ""
    list.searchBar.remark = FilterRemark(on: listed, completion).text
  }
}

/// The selected item, and how it was selected.
extension ListViewController {
  /// The item of the selected row, if it is one.
  var selectedItem: UUID? {
    if case .item(let uuid) = selectedForm { uuid } else { nil }
  }

  /// Whether the selected row has a form: what is in the trash is not edited.
  var canEditSelection: Bool { shelf != .trash && selectedForm != nil }

  /// Whether an item outside the trash is selected.
  var canOpenSelectedItem: Bool { shelf != .trash && selectedItem != nil }

  /// Whether the selected item has conflicting values; in editing mode the key moves rows instead.
  var isSelectedInConflict: Bool {
    !isEditing && selectedItem.map(context.conflicts.marks.items.contains) ?? false
  }

  /// Asks whether to keep the shown values of the selected item.
  func keepShown() {
    guard let item = selectedItem else { return }
    context.conflicts.askToKeepLocal(of: item, over: self)
  }

  /// Selects the item that the person moved to while the list was covered.
  func selectCurrent() {
    if let item = listed.takeCurrent() { select(item.uuidString) }
  }

  /// Selects the item that a form saved, or reports why the list doesn't show it.
  ///
  /// Does neither during a search, which may still find the item.
  func selectSaved() {
    guard let item = saved, holdsItems, listed.isUpToDate else { return }
    let isShown = selectRow(item.uuid.uuidString)
    if !isShown, listed.isSearching { return }
    saved = nil
    guard !isShown else { return }
    let name = context.notices.shortened(item.name, toLeave: 42)
    let reason = filter.isEmpty ? "it is not in this list" : "the filter hides it"
    context.notices.show("\(item.isNew ? "Added" : "Changed") “\(name)” — \(reason)")
  }
}
