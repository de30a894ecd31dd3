import Foundation

/// A list of live items: all, those of one place, or the results of a filter, in any order.
///
/// Serves a table view with `count`, `row(at:)` and `index(of:)`. Holds a few pages of rows, never
/// all. Reloads automatically when the data changes (`InventoryDatabase.dataVersion`). Must be used
/// on one thread.
public final class ItemList {
  /// The query of the list.
  public let query: ItemQuery

  let store: InventoryStore
  private var pages: any ItemPages
  private var pagesVersion: Int64
  /// Whether the rows are a fixed result of a search.
  private let isFixed: Bool

  /// Opens a list.
  ///
  /// - Parameter anchor: A row seen earlier. If the data is unchanged, its index is trusted, and the
  ///   rows around it are read without counting.
  public init(
    store: InventoryStore, query: ItemQuery = ItemQuery(), anchor: ListAnchor? = nil
  ) throws(InventoryError) {
    self.store = store
    self.query = query
    isFixed = false
    pagesVersion = store.database.dataVersion
    pages = try Self.pages(store, query)
    if let anchor, anchor.inventory == store.database.uuid, anchor.query == query,
      anchor.dataVersion == pagesVersion, let pages = pages as? KeysetPages
    {
      _ = try pages.prime(anchor.uuid, at: place(anchor.index, in: pages))
    }
  }

  /// Makes a list of what a search has found so far.
  ///
  /// It does not change with the data: search again for that.
  ///
  /// - Parameter former: A list of the same data, whose rows need not be read again.
  public init(
    store: InventoryStore, found: FoundItems, after former: ItemList? = nil
  ) throws(InventoryError) {
    self.store = store
    query = found.query
    pagesVersion = found.dataVersion
    let fetcher = try ItemFetcher(file: store.database.file, query: found.query)
    pages = FilteredPages(fetcher: fetcher, found: found, former: former?.pages as? FilteredPages)
    isFixed = true
  }

  /// The result of the search that this list shows, if it shows one.
  public var found: FoundItems? { (pages as? FilteredPages)?.found }

  /// The number of rows.
  public var count: Int {
    get throws(InventoryError) { try current().count }
  }

  /// The row at an index; `nil` if the index is out of range.
  public func row(at index: Int) throws(InventoryError) -> ItemRow? {
    let pages = try current()
    guard let row = try pages.row(at: place(index, in: pages)) else { return nil }
    guard let contents = store.privacy.contents else { return row }
    if row.name == Item.privateName, let open = try contents.item(row.uuid) {
      return ItemRow(open)
    }
    var open = row
    open.placePath = try store.privacy.opened(path: row.placePath)
    return open
  }

  /// The index of an item, or `nil` if it is not in the list.
  ///
  /// Free for rows near those last read; otherwise it takes some milliseconds in a very large list.
  public func index(of uuid: UUID) throws(InventoryError) -> Int? {
    let pages = try current()
    return try pages.index(of: uuid).map { place($0, in: pages) }
  }

  /// An anchor for the row at an index, to open a later list with.
  public func anchor(at index: Int) throws(InventoryError) -> ListAnchor? {
    guard let row = try row(at: index) else { return nil }
    return ListAnchor(
      uuid: row.uuid, index: index, dataVersion: pagesVersion, inventory: store.database.uuid,
      query: query)
  }

  /// The identities of all rows, in the order of the pages, and whether the list has the opposite order.
  func identities() throws(InventoryError) -> (uuids: [UUID?], areReversed: Bool) {
    let pages = try current()
    return (try pages.uuids(), query.order != pages.order)
  }

  /// Converts an index between list and pages, which may count from opposite ends.
  private func place(_ index: Int, in pages: any ItemPages) -> Int {
    // An index from a saved state can be any number.
    query.order == pages.order ? index : pages.count &- 1 &- index
  }

  private func current() throws(InventoryError) -> any ItemPages {
    let version = store.database.dataVersion
    if version != pagesVersion, !isFixed {
      pages = try Self.pages(store, query)
      pagesVersion = version
    }
    return pages
  }

  private static func pages(
    _ store: InventoryStore, _ query: ItemQuery
  ) throws(InventoryError) -> any ItemPages {
    let fetcher = try ItemFetcher(file: store.database.file, query: query)
    guard query.isSearched else { return try KeysetPages(fetcher: fetcher, order: query.order) }
    let search = SearchQuery(query.filter)
    try store.privacy.contents?.readIfNeeded()
    let found = try store.database.read { db in
      try ItemMatches(query, search, in: store, db).all()
    }
    return FilteredPages(fetcher: fetcher, found: found)
  }
}

/// A row that was on the screen, to be found after a restart without counting.
///
/// While the data is unchanged its index is valid, and the rows around it are read by key. Otherwise
/// the list computes the rank of the row.
public struct ListAnchor: Hashable, Codable, Sendable {
  /// The row.
  public var uuid: UUID
  /// Its last known index.
  public var index: Int
  /// The version of the data for which the index is valid.
  public var dataVersion: Int64
  /// The inventory of the row.
  public var inventory: UUID
  /// The list of the row.
  public var query: ItemQuery

  /// Makes an anchor from stored values.
  public init(uuid: UUID, index: Int, dataVersion: Int64, inventory: UUID, query: ItemQuery) {
    self.uuid = uuid
    self.index = index
    self.dataVersion = dataVersion
    self.inventory = inventory
    self.query = query
  }
}
