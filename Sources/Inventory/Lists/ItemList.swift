import Foundation

/// The live items of the inventory, of one place, or what a filter finds, in any order.
///
/// It serves a table view: `count`, `row(at:)`, `index(of:)`. It holds a few pages of rows, never
/// all of them. When the data changed (`InventoryStore.dataVersion`) it starts anew by itself.
/// A list belongs to one thread.
public final class ItemList {
  /// What the list holds.
  public let query: ItemQuery

  let store: InventoryStore
  private var pages: any ItemPages
  private var pagesVersion: Int64
  /// Whether the rows are somebody else's to find.
  private let isFixed: Bool

  /// Opens a list.
  ///
  /// - Parameter anchor: a row seen earlier; when the data is still the same, its index is taken
  ///   on trust and the rows around it come without counting.
  public init(
    store: InventoryStore, query: ItemQuery = ItemQuery(), anchor: ListAnchor? = nil
  ) throws(InventoryError) {
    self.store = store
    self.query = query
    isFixed = false
    pagesVersion = store.dataVersion
    pages = try Self.pages(store, query)
    if let anchor, anchor.inventory == store.uuid, anchor.query == query,
      anchor.dataVersion == pagesVersion, let pages = pages as? KeysetPages
    {
      _ = try pages.prime(anchor.uuid, at: place(anchor.index, in: pages))
    }
  }

  /// Makes a list of what a search found, as far as it found anything.
  ///
  /// It stays as it is when the data changes: somebody has to search anew.
  ///
  /// - Parameter former: a list whose rows need not be read again, if it is of the same data.
  public init(
    store: InventoryStore, found: FoundItems, after former: ItemList? = nil
  ) throws(InventoryError) {
    self.store = store
    query = found.query
    pagesVersion = found.dataVersion
    let fetcher = try ItemFetcher(file: store.file, query: found.query)
    pages = FilteredPages(fetcher: fetcher, found: found, former: former?.pages as? FilteredPages)
    isFixed = true
  }

  /// What a search found, when this is a list of that.
  public var found: FoundItems? { (pages as? FilteredPages)?.found }

  /// How many rows there are.
  public var count: Int {
    get throws(InventoryError) { try current().count }
  }

  /// The row at an index, or nil when there is none.
  public func row(at index: Int) throws(InventoryError) -> ItemRow? {
    let pages = try current()
    return try pages.row(at: place(index, in: pages))
  }

  /// Where an item stands in the list, or nil when it is not in it.
  ///
  /// Free for rows near those last seen; otherwise some milliseconds in a very large list.
  public func index(of uuid: UUID) throws(InventoryError) -> Int? {
    let pages = try current()
    return try pages.index(of: uuid).map { place($0, in: pages) }
  }

  /// The row at an index, to be kept and given back to a later list.
  public func anchor(at index: Int) throws(InventoryError) -> ListAnchor? {
    guard let row = try row(at: index) else { return nil }
    return ListAnchor(
      uuid: row.uuid, index: index, dataVersion: pagesVersion, inventory: store.uuid, query: query)
  }

  /// The index among the pages, which may count from the other end, of an index of the list, and the
  /// other way round.
  private func place(_ index: Int, in pages: any ItemPages) -> Int {
    // An index from a saved state may be any number.
    query.order == pages.order ? index : pages.count &- 1 &- index
  }

  private func current() throws(InventoryError) -> any ItemPages {
    let version = store.dataVersion
    if version != pagesVersion, !isFixed {
      pages = try Self.pages(store, query)
      pagesVersion = version
    }
    return pages
  }

  private static func pages(
    _ store: InventoryStore, _ query: ItemQuery
  ) throws(InventoryError) -> any ItemPages {
    let fetcher = try ItemFetcher(file: store.file, query: query)
    guard query.isSearched else { return try KeysetPages(fetcher: fetcher, order: query.order) }
    let search = SearchQuery(query.filter)
    let found = try store.file.read { db in
      try ItemMatches(query, search, memory: store.searchMemory, db).all()
    }
    return FilteredPages(fetcher: fetcher, found: found)
  }
}
