import Dispatch
import Foundation
import Inventory
import Reprise
import Synchronization

/// The query of a list of items, shared by the list and the item opened from it.
///
/// Registered with the application, so it is saved once and both get it back. The list takes filter and order
/// from it, the item finds its neighbors in it, and the list learns from it to which item the person moved.
final class ListedItems: StateRestoring, ObjectRestoration {
  /// The items to choose from.
  let scope: ItemQuery.Scope

  /// The text of the filter; blank shows everything.
  private(set) var filter: String

  /// Whether the list shows the items, the archive or the trash; an operator in the filter takes precedence.
  private(set) var shelf = ItemShelf.lists

  /// The order of the items.
  private(set) var order: ItemQuery.Order

  /// The identifiers of the columns that the list leaves out.
  private(set) var hiddenColumns: Set<String> = []

  /// The identity of the opened view, and what the list showed before.
  private var opening: (view: UUID, order: ItemQuery.Order, hiddenColumns: Set<String>)?

  /// The opened view as it is stored, for a version of the data.
  private var knownView: (dataVersion: Int64, view: SavedView?)?

  /// The marks of the shelves that aren't shown, as identifiers of rows.
  private var waitingMarks: [ItemShelf: [String]] = [:]

  /// The item that the person moved to while the list was covered.
  private var current: UUID?

  /// The list, which is also the restoration parent.
  weak var list: ListViewController?

  /// The item's screen, which shows the item's place in the list.
  weak var detail: ScreenController?

  private let context: AppContext
  private var opened: ItemList?

  /// The row around which the rows are opened.
  private var anchor: ListAnchor?

  /// The running search, the version of the data it reads, and the work to cancel.
  private(set) var running: (search: RunningSearch, version: Int64, work: BackgroundOperation)?

  /// The number of items that a filter found, shown until they are counted again.
  private var foundCount: Int?

  init(
    context: AppContext, scope: ItemQuery.Scope, filter: String = "",
    order: ItemQuery.Order = .name
  ) {
    self.context = context
    self.scope = scope
    self.filter = filter
    self.order = order
  }

  deinit { running?.work.cancel() }

  /// Registers the object for preservation, below its list.
  func register(for list: ListViewController) {
    self.list = list
    context.application?.registerObject(
      forStateRestoration: self, restorationIdentifier: "listed items")
  }

  private func setNeedsPreservation() {
    context.application?.setNeedsPreservation(of: self)
  }

  // MARK: - Rows

  var query: ItemQuery {
    let words = ItemQuery(shelf: shelf, words: filter).filter
    return ItemQuery(scope: scope, filter: words, order: order)
  }

  /// Shows the items of another shelf.
  func show(_ shelf: ItemShelf) {
    guard shelf != self.shelf else { return }
    self.shelf = shelf
    foundCount = nil
    setNeedsPreservation()
  }

  /// Keeps the marks of a shelf while another one is shown.
  func keep(marks: [String], of shelf: ItemShelf) {
    guard !marks.isEmpty || waitingMarks[shelf] != nil else { return }
    waitingMarks[shelf] = marks.isEmpty ? nil : marks
    setNeedsPreservation()
  }

  /// Returns the kept marks of a shelf, once.
  func takeMarks(of shelf: ItemShelf) -> [String] {
    guard let marks = waitingMarks.removeValue(forKey: shelf) else { return [] }
    setNeedsPreservation()
    return marks
  }

  /// The words of the filter, to highlight.
  var matches: FilterMatches {
    if knownMatches?.filter != filter { knownMatches = (filter, FilterMatches(filter)) }
    return knownMatches?.matches ?? FilterMatches(filter)
  }

  private var knownMatches: (filter: String, matches: FilterMatches)?

  /// Filters by a text.
  func narrow(to text: String) {
    guard text != filter else { return }
    filter = text
    foundCount = nil
    setNeedsPreservation()
  }

  /// Changes the order.
  func sort(by order: ItemQuery.Order) {
    guard order != self.order else { return }
    self.order = order
    setNeedsPreservation()
  }

  /// Shows or hides a column.
  func toggle(column: String) {
    hiddenColumns.formSymmetricDifference([column])
    setNeedsPreservation()
  }

  // MARK: - Saved views

  /// The opened view as it is stored now; `nil` without one, or if it is gone.
  var view: SavedView? {
    guard let opening else { return nil }
    let version = context.store.database.dataVersion
    if let knownView, knownView.dataVersion == version { return knownView.view }
    let view = context.notices.attempt { try context.store.views.fetch(opening.view) } ?? nil
    knownView = (version, view)
    return view
  }

  /// Whether a view was opened; it may be gone.
  var hasOpenedView: Bool { opening != nil }

  /// Whether the list shows exactly what a view keeps.
  func shows(_ view: SavedView) -> Bool {
    query.filter == view.filter && order == view.order
      && hiddenColumns == Set(view.hiddenColumns)
  }

  /// The filter, order and columns of the list as a view with a name.
  func view(named name: String) -> SavedView {
    SavedView(name: name, filter: query.filter, order: order, hiddenColumns: hiddenColumns)
  }

  /// Shows the items of a view, in its order and with its columns.
  func open(_ view: SavedView) {
    note(view)
    (shelf, filter, order) = (.lists, view.filter, view.order)
    hiddenColumns = Set(view.hiddenColumns)
    foundCount = nil
  }

  /// Notes the view that the list shows now.
  func note(_ view: SavedView) {
    let former = opening.map { ($0.order, $0.hiddenColumns) } ?? (order, hiddenColumns)
    opening = (view.uuid, former.0, former.1)
    knownView = nil
    setNeedsPreservation()
  }

  /// Leaves the opened view: the list has the order and the columns of before again.
  func closeView() {
    guard let former = opening else { return }
    (order, hiddenColumns) = (former.order, former.hiddenColumns)
    (opening, knownView) = (nil, nil)
    setNeedsPreservation()
  }

  /// The rows as far as they are known; during a search, those of the query before.
  ///
  /// Opened at the first call, unless they have to be searched for.
  var known: ItemList? {
    if opened?.query != query, !isSearched {
      opened = context.notices.attempt {
        try ItemList(store: context.store, query: query, anchor: anchor)
      }
    }
    return opened
  }

  /// Whether ``known`` answers the present query.
  var isUpToDate: Bool { !isSearched || opened?.query == query }

  /// Whether a background search is running.
  var isSearching: Bool { running != nil }

  /// Opens the rows again, around a known one.
  ///
  /// A large inventory is searched in the background. ``ListViewController/rowsDidChange()``
  /// reports results; those that are known at once are shown at once.
  func open(anchor: ListAnchor?) throws {
    if let running, running.version == context.store.database.dataVersion,
      running.search.search.query == query
    {
      return
    }
    endSearch()
    self.anchor = anchor
    guard isSearched, let application = context.application else {
      return opened = nil
    }
    if let found = opened?.found?.ordered(by: order), found.query == query,
      found.dataVersion == context.store.database.dataVersion
    {
      return try show(found)
    }
    search(from: anchor, in: application)
  }

  /// Whether the query takes longer than a turn may.
  private var isSearched: Bool {
    context.store.database.counts.live > Self.fewItems && context.application != nil
      && query.isSearched
  }

  /// The number of items that a search reads in a few milliseconds.
  private static let fewItems = 5000

  /// How long the first frame of a launch, or the next item of a list, waits for a search, in milliseconds.
  ///
  /// Both show what was there before. No other turn waits: the searching thread may keep the processor for
  /// some milliseconds after the wait.
  private static let timeout = 300

  private func search(from anchor: ListAnchor?, in application: Application) {
    let search = ItemSearch(
      store: context.store, query: query, from: anchor, presuming: foundCount)
    let begun = RunningSearch(search)
    let takeOver: @MainActor () -> Void = { [weak self] in self?.takeOver(begun) }
    let work = application.perform(inBackground: { work in
      try begun.run { work.report(takeOver) }
    }) { [weak self] result in
      self?.didEnd(begun, result)
    }
    work.onCancel { search.cancel() }
    running = (begun, context.store.database.dataVersion, work)
    if context.updater.isLaunching, let found = begun.take(within: Self.timeout) {
      _ = context.notices.attempt { try show(found) }
    }
  }

  private func takeOver(_ begun: RunningSearch) {
    guard running?.search === begun, let found = begun.take() else { return }
    _ = context.notices.attempt { try show(found) }
    rowsDidChange()
  }

  private func didEnd(_ begun: RunningSearch, _ result: Result<Void, any Error>) {
    guard running?.search === begun else { return }
    takeOver(begun)
    running = nil
    _ = context.notices.attempt { try result.get() }
    rowsDidChange()
  }

  private func rowsDidChange() {
    list?.rowsDidChange()
    detail?.rowsDidChange()
  }

  private func endSearch() {
    running?.work.cancel()
    running = nil
  }

  private func show(_ found: FoundItems) throws {
    opened = try ItemList(store: context.store, found: found, after: opened)
    let count = found.isCountKnown ? found.count : nil
    if count != foundCount {
      foundCount = count
      setNeedsPreservation()
    }
    if found.isComplete { running = nil }
  }

  /// The number of rows; of a list that is not open yet, the saved number.
  func count() throws -> Int {
    if let foundCount, opened == nil { return foundCount }
    return try rows(around: nil).count
  }

  /// The number of rows as text: `1,204`, or `128+` while they are counted.
  func countText() throws -> String {
    Figures.count(try count()) + (opened?.found?.isCountKnown == false ? "+" : "")
  }

  /// The rows; opened around an anchor at the first call.
  func rows(around anchor: ListAnchor?) throws -> ItemList {
    if !isUpToDate { try open(anchor: anchor) }
    guard isUpToDate, let known else {
      throw Self.isIncomplete
    }
    return known
  }

  /// The row at an index near an anchor.
  func row(at index: Int, near anchor: ListAnchor) throws -> ItemRow? {
    if let row = try rows(around: anchor).row(at: index) { return row }
    if let found = running?.search.take(within: Self.timeout) { try show(found) }
    if let row = try known?.row(at: index) { return row }
    guard isSearching else { return nil }
    throw Self.isIncomplete
  }

  private static let isIncomplete = InventoryError(
    .locked, "The list is still being searched; try again")

  // MARK: - Going on from item to item

  /// Notes that the person moved to an item.
  func goOn(to item: UUID) {
    guard item != current else { return }
    current = item
    setNeedsPreservation()
  }

  /// Returns the item that the person moved to, once, for the list to select it.
  func takeCurrent() -> UUID? {
    guard let item = current else { return nil }
    current = nil
    setNeedsPreservation()
    return item
  }

  // MARK: - Preservation

  var restorationParent: (any StateRestoring)? { list }

  var objectRestorationClass: (any ObjectRestoration.Type)? { Self.self }

  /// Restores the object with its filter, which the list needs while it is decoded.
  static func object(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> (any StateRestoring)? {
    guard let context = coder.environment[AppContext.self],
      let scope = coder.decodeString(forKey: "scope").flatMap(ItemQuery.Scope.init(name:))
    else { return nil }
    let listed = ListedItems(
      context: context, scope: scope, filter: coder.decodeString(forKey: "filter") ?? "",
      order: coder.decodeString(forKey: "order").flatMap(ItemQuery.Order.init) ?? .name)
    listed.shelf = coder.decodeInt(forKey: "shelf").flatMap(ItemShelf.init(rawValue:)) ?? .lists
    listed.foundCount = coder.decodeInt(forKey: "count").flatMap { $0 >= 0 ? $0 : nil }
    listed.hiddenColumns = columns(from: coder, forKey: "hiddenColumns")
    if let view = coder.decodeString(forKey: "view").flatMap(UUID.init(uuidString:)) {
      let order = coder.decodeString(forKey: "view.formerOrder").flatMap(ItemQuery.Order.init)
      listed.opening = (
        view, order ?? .name, columns(from: coder, forKey: "view.formerHiddenColumns")
      )
    }
    return listed
  }

  func encodeRestorableState(with coder: Coder) {
    coder.encode(scope.name, forKey: "scope")
    coder.encode(filter, forKey: "filter")
    coder.encode(order.rawValue, forKey: "order")
    coder.encode(current?.uuidString, forKey: "current")
    if shelf != .lists { coder.encode(shelf.rawValue, forKey: "shelf") }
    if let foundCount { coder.encode(foundCount, forKey: "count") }
    Self.encode(hiddenColumns, with: coder, forKey: "hiddenColumns")
    if let opening {
      coder.encode(opening.view.uuidString, forKey: "view")
      coder.encode(opening.order.rawValue, forKey: "view.formerOrder")
      Self.encode(opening.hiddenColumns, with: coder, forKey: "view.formerHiddenColumns")
    }
    for (shelf, marks) in waitingMarks {
      coder.encode(marks.joined(separator: " "), forKey: "marks.\(shelf.rawValue)")
    }
  }

  private static func encode(_ columns: Set<String>, with coder: Coder, forKey key: String) {
    if !columns.isEmpty { coder.encode(columns.sorted().joined(separator: " "), forKey: key) }
  }

  private static func columns(from coder: Coder, forKey key: String) -> Set<String> {
    Set((coder.decodeString(forKey: key) ?? "").split(separator: " ").map(String.init))
  }

  func decodeRestorableState(with coder: Coder) {
    current = coder.decodeString(forKey: "current").flatMap(UUID.init(uuidString:))
    for shelf in [ItemShelf.lists, .archive, .trash] {
      let marks = coder.decodeString(forKey: "marks.\(shelf.rawValue)")?.split(separator: " ")
      waitingMarks[shelf] = marks?.map(String.init)
    }
  }
}

/// A background search, and its latest results until the list takes them.
nonisolated final class RunningSearch: Sendable {
  let search: ItemSearch

  private let latest = Mutex<FoundItems?>(nil)
  private let news = DispatchSemaphore(value: 0)

  init(_ search: ItemSearch) {
    self.search = search
  }

  /// Searches on the calling thread.
  ///
  /// - Parameter didFind: Called whenever ``take(within:)`` has something new.
  func run(_ didFind: () -> Void) throws {
    defer { news.signal() }
    try search.run { found in
      latest.withLock { $0 = found }
      news.signal()
      didFind()
    }
  }

  /// The results so far; `nil` if there are none since the last call.
  ///
  /// - Parameter milliseconds: How long to wait for results.
  func take(within milliseconds: Int = 0) -> FoundItems? {
    if milliseconds > 0 { _ = news.wait(timeout: .now() + .milliseconds(milliseconds)) }
    return latest.withLock { latest in
      defer { latest = nil }
      return latest
    }
  }
}

extension ListAnchor {
  /// Encodes the anchor with the screen of its list.
  ///
  /// The screen knows the list, so only the row, its index and the version of the data are written.
  func encode(with coder: Coder) {
    coder.encode(uuid.digits, forKey: "anchor.item")
    coder.encode(index, forKey: "anchor.index")
    coder.encode(Int(dataVersion), forKey: "anchor.dataVersion")
    coder.encode(inventory.digits, forKey: "anchor.inventory")
  }

  /// Decodes an anchor for the list of a query.
  init?(coder: Coder, query: ItemQuery) {
    guard let uuid = coder.decodeString(forKey: "anchor.item").flatMap(UUID.init(uuidString:)),
      let index = coder.decodeInt(forKey: "anchor.index").flatMap(Int32.init(exactly:)), index >= 0,
      let version = coder.decodeInt(forKey: "anchor.dataVersion"),
      let inventory = coder.decodeString(forKey: "anchor.inventory")
        .flatMap(UUID.init(uuidString:))
    else { return nil }
    self.init(
      uuid: uuid, index: Int(index), dataVersion: Int64(version), inventory: inventory, query: query
    )
  }
}
