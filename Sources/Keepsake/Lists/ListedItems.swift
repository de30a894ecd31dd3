import Foundation
import Inventory
import Reprise

/// What a list of items is about: one object for the list and for the item opened from it.
///
/// Registered with the application, so that it is saved once and both get it back: the list is
/// narrowed and sorted by it, the item finds its neighbours in it, and the list learns from it which of them
/// the person went on to.
final class ListedItems: StateRestoring, ObjectRestoration {
  /// Where the items lie.
  let scope: ItemQuery.Scope

  /// What the person is looking for; blank shows everything.
  private(set) var filter: String

  /// In which order the person wants the items.
  private(set) var order: ItemQuery.Order

  /// The item that the person went on to while the list was covered.
  private var current: UUID?

  /// The list; its path leads here.
  weak var list: ListViewController?

  /// The item opened from the list, which says where it stands there.
  weak var detail: ScreenController?

  private let context: AppContext
  private var opened: ItemList?

  /// A row seen earlier, around which the rows are to be opened.
  private var anchor: ListAnchor?

  /// The search that goes on, the data in which it looks, and what it is ended by.
  private(set) var running: (search: RunningSearch, version: Int64, work: BackgroundWork)?

  /// How many items a filter found among many, to be shown until they are counted again.
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

  /// Makes the object available to preservation, below its list.
  func register(for list: ListViewController) {
    self.list = list
    context.application?.registerObject(
      forStateRestoration: self, restorationIdentifier: "listed items")
  }

  private func setNeedsPreservation() {
    context.application?.setNeedsPreservation(of: self)
  }

  // MARK: - Rows

  var query: ItemQuery { ItemQuery(scope: scope, filter: filter, order: order) }

  /// Shows only what a text is found in.
  func narrow(to text: String) {
    guard text != filter else { return }
    filter = text
    foundCount = nil
    setNeedsPreservation()
  }

  /// Has the items come in an order.
  func sort(by order: ItemQuery.Order) {
    guard order != self.order else { return }
    self.order = order
    setNeedsPreservation()
  }

  /// The rows as far as they are known: while they are looked for, those that were asked for before.
  ///
  /// Opened when somebody first asks for them, unless they have to be searched.
  var known: ItemList? {
    if opened?.query != query, !isSearched {
      opened = context.attempt {
        try ItemList(store: context.store, query: query, anchor: anchor)
      }
    }
    return opened
  }

  /// Whether ``known`` is what was asked for last.
  var isUpToDate: Bool { !isSearched || opened?.query == query }

  /// Whether the rows are being looked for beside the interface.
  var isSearching: Bool { running != nil }

  /// Opens the rows anew, around one that was seen earlier.
  ///
  /// In a large inventory a filter is looked up beside the interface; the list is told when more is
  /// known (``ListViewController/rowsDidChange()``). What is known at once is there at once.
  func open(anchor: ListAnchor?) throws {
    if let running, running.version == context.store.dataVersion,
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
      found.dataVersion == context.store.dataVersion
    {
      return try show(found)
    }
    search(from: anchor, in: application)
  }

  /// Whether a filter asks for more than can be looked through within a turn.
  private var isSearched: Bool {
    context.store.counts.live > Self.fewItems && context.application != nil && query.isSearched
  }

  /// So many items are looked through in a few milliseconds.
  private static let fewItems = 5000

  /// How long the first frame of a launch waits, or the next item of a list, in milliseconds.
  ///
  /// Both show what was there before. No other turn waits: a thread that searches may keep the
  /// processor for some milliseconds after the wait is over.
  private static let patience = 300

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
    running = (begun, context.store.dataVersion, work)
    if context.isLaunching, let found = begun.take(within: Self.patience) {
      _ = context.attempt { try show(found) }
    }
  }

  private func takeOver(_ begun: RunningSearch) {
    guard running?.search === begun, let found = begun.take() else { return }
    _ = context.attempt { try show(found) }
    rowsDidChange()
  }

  private func didEnd(_ begun: RunningSearch, _ result: Result<Void, any Error>) {
    guard running?.search === begun else { return }
    takeOver(begun)
    running = nil
    _ = context.attempt { try result.get() }
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

  /// How many rows there are; of a list that nobody has opened yet, how many there were last.
  func count() throws -> Int {
    if let foundCount, opened == nil { return foundCount }
    return try rows(around: nil).count
  }

  /// The same in figures: `1,204`, `128+` while they are being counted.
  func countText() throws -> String {
    Figures.count(try count()) + (opened?.found?.isCountKnown == false ? "+" : "")
  }

  /// The rows, opened around one that was seen earlier when nobody has asked for them yet.
  func rows(around anchor: ListAnchor?) throws -> ItemList {
    if !isUpToDate { try open(anchor: anchor) }
    guard isUpToDate, let known else {
      throw Self.isIncomplete
    }
    return known
  }

  /// The row at an index, which is near one that was seen earlier.
  func row(at index: Int, near anchor: ListAnchor) throws -> ItemRow? {
    if let row = try rows(around: anchor).row(at: index) { return row }
    if let found = running?.search.take(within: Self.patience) { try show(found) }
    if let row = try known?.row(at: index) { return row }
    guard isSearching else { return nil }
    throw Self.isIncomplete
  }

  private static let isIncomplete = InventoryError(
    .locked, "The list is still being looked through; try again")

  // MARK: - Going on from item to item

  /// Takes note that an item of the list is looked at now.
  func goOn(to item: UUID) {
    guard item != current else { return }
    current = item
    setNeedsPreservation()
  }

  /// The item that was gone on to, for the list to select it once.
  func takeCurrent() -> UUID? {
    guard let item = current else { return nil }
    current = nil
    setNeedsPreservation()
    return item
  }

  // MARK: - Preservation

  var restorationParent: (any StateRestoring)? { list }

  var objectRestorationClass: (any ObjectRestoration.Type)? { Self.self }

  /// Makes the object with its filter, which the list needs as soon as it is decoded itself.
  static func object(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> (any StateRestoring)? {
    guard let context = coder.environment[AppContext.self],
      let scope = coder.decodeString(forKey: "scope").flatMap(ItemQuery.Scope.init(name:))
    else { return nil }
    let listed = ListedItems(
      context: context, scope: scope, filter: coder.decodeString(forKey: "filter") ?? "",
      order: coder.decodeString(forKey: "order").flatMap(ItemQuery.Order.init) ?? .name)
    listed.foundCount = coder.decodeInt(forKey: "count").flatMap { $0 >= 0 ? $0 : nil }
    return listed
  }

  func encodeRestorableState(with coder: Coder) {
    coder.encode(scope.name, forKey: "scope")
    coder.encode(filter, forKey: "filter")
    coder.encode(order.rawValue, forKey: "order")
    coder.encode(current?.uuidString, forKey: "current")
    if let foundCount { coder.encode(foundCount, forKey: "count") }
  }

  func decodeRestorableState(with coder: Coder) {
    current = coder.decodeString(forKey: "current").flatMap(UUID.init(uuidString:))
  }
}
