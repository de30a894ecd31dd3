import Foundation

/// The rows of a list, however they are read.
///
/// An index out of range has no row.
protocol ItemPages: AnyObject {
  /// The order in which the indexes count.
  var order: ItemQuery.Order { get }
  var count: Int { get }
  func row(at index: Int) throws(InventoryError) -> ItemRow?
  func index(of uuid: UUID) throws(InventoryError) -> Int?

  /// The identities of all rows; `nil` where they are not known yet.
  func uuids() throws(InventoryError) -> [UUID?]
}

/// A few pages of a list in the order of a database index, read by key from the nearest known row.
///
/// Moving up and down reads page after page without counting. Indexes near either end are reached from
/// that end. Only a jump into the unknown middle makes SQLite skip rows.
final class KeysetPages: ItemPages {
  /// Small, so that a launch reads little more than its screen shows: each row and its place are on separate database
  /// pages.
  static let pageSize = 12
  /// The distance from a known row within which a row is reached by reading those between.
  static let reach = 256
  static let maximumPages = 40

  let order: ItemQuery.Order
  let count: Int
  let fetcher: ItemFetcher
  /// The most recently used page comes first.
  private var pages: [RowPage] = []

  init(fetcher: ItemFetcher, order: ItemQuery.Order) throws(InventoryError) {
    self.fetcher = fetcher
    self.order = order.ascending
    count = try fetcher.count()
  }

  func row(at index: Int) throws(InventoryError) -> ItemRow? {
    guard index >= 0, index < count else { return nil }
    if let row = cached(index) { return row }
    if let page = try page(around: index) { remember(page) }
    return cached(index)
  }

  func index(of uuid: UUID) throws(InventoryError) -> Int? {
    for page in pages {
      if let offset = page.rows.firstIndex(where: { $0.row.uuid == uuid }) {
        return page.start + offset
      }
    }
    guard let found = try fetcher.position(of: uuid) else { return nil }
    let index: Int
    if let nearby = try nearbyIndex(of: found) {
      index = nearby
    } else {
      index = try fetcher.rank(of: found)
    }
    remember(try page(from: found, at: index))
    return index
  }

  /// The index of a row near the most recently used page; `nil` if it is too far away.
  private func nearbyIndex(of position: RowPosition) throws(InventoryError) -> Int? {
    guard let page = pages.first, let known = page.rows.first?.position else { return nil }
    let after = try fetcher.distance(from: known, to: position, most: Self.reach)
    let before =
      after > 0 ? 0 : try fetcher.distance(from: position, to: known, most: Self.reach)
    let index = page.start + after - before
    // A page from a saved state can claim any index.
    return max(after, before) < Self.reach && (0..<count).contains(index) ? index : nil
  }

  /// Trusts a row and its index, so that the rows around it are read by key.
  ///
  /// - Returns: `false` if the row is not in the list.
  func prime(_ uuid: UUID, at index: Int) throws(InventoryError) -> Bool {
    guard index >= 0, index < count, let found = try fetcher.position(of: uuid) else {
      return false
    }
    remember(try page(from: found, at: index))
    return true
  }

  private func page(
    from position: RowPosition, at index: Int
  ) throws(InventoryError) -> RowPage {
    RowPage(start: index, rows: try fetcher.rows(from: position, limit: Self.pageSize))
  }

  private func cached(_ index: Int) -> ItemRow? {
    guard let found = pages.firstIndex(where: { $0.contains(index) }) else { return nil }
    if found > 0 { pages.swapAt(0, found) }
    return pages[0].rows[index - pages[0].start].row
  }

  private func page(around index: Int) throws(InventoryError) -> RowPage? {
    let size = Self.pageSize
    let below = pages.filter { $0.end <= index }.max { $0.end < $1.end }
    let above = pages.filter { $0.start > index }.min { $0.start < $1.start }
    let toBelow = below.map { index - $0.end } ?? Int.max
    let toAbove = above.map { $0.start - 1 - index } ?? Int.max
    if let below, let last = below.rows.last, toBelow <= min(toAbove, Self.reach) {
      return RowPage(
        start: below.end,
        rows: try fetcher.rows(after: last.position, limit: toBelow + size))
    }
    if let above, let first = above.rows.first, toAbove <= Self.reach {
      let rows = try fetcher.rows(before: first.position, limit: toAbove + size)
      return RowPage(start: above.start - rows.count, rows: rows)
    }
    if index < Self.reach {
      return RowPage(start: 0, rows: try fetcher.rows(from: nil, limit: index + size))
    }
    let fromEnd = count - 1 - index
    if fromEnd < Self.reach {
      let rows = try fetcher.rows(before: nil, limit: fromEnd + size)
      return RowPage(start: count - rows.count, rows: rows)
    }
    if index <= count / 2 {
      return RowPage(start: index, rows: try fetcher.rows(skipping: index, limit: size))
    }
    let rows = try fetcher.rows(skippingFromEnd: fromEnd, limit: size)
    return RowPage(start: index + 1 - rows.count, rows: rows)
  }

  private func remember(_ page: RowPage) {
    guard !page.rows.isEmpty else { return }
    pages.insert(page, at: 0)
    if pages.count > Self.maximumPages { pages.removeLast() }
  }
}

/// The rows found by a filter: all row numbers in the list's order, and some rows in full.
final class FilteredPages: ItemPages {
  /// The number of rows to read at a time and to keep.
  private static let pageSize = KeysetPages.pageSize
  private static let maximumRows = KeysetPages.maximumPages * KeysetPages.pageSize

  let found: FoundItems
  let fetcher: ItemFetcher
  private var rows: [Int64: ItemRow]

  /// Makes the pages of a result.
  ///
  /// - Parameter former: Pages of the same data, whose rows need not be read again.
  init(fetcher: ItemFetcher, found: FoundItems, former: FilteredPages? = nil) {
    self.fetcher = fetcher
    self.found = found
    rows = former?.found.dataVersion == found.dataVersion ? former?.rows ?? [:] : [:]
    for row in found.rows { rows[row.position.id] = row.row }
  }

  var order: ItemQuery.Order { found.query.order }

  var count: Int { found.count }

  func row(at index: Int) throws(InventoryError) -> ItemRow? {
    let place = index - found.start
    guard found.ids.indices.contains(place) else { return nil }
    if let row = rows[found.ids[place]] { return row }
    try readPage(around: place)
    return rows[found.ids[place]]
  }

  private func readPage(around place: Int) throws(InventoryError) {
    let start = place - place % Self.pageSize
    let page = found.ids[start..<min(start + Self.pageSize, found.ids.count)]
    if rows.count > Self.maximumRows { rows.removeAll(keepingCapacity: true) }
    for row in try fetcher.rows(ids: page.filter { rows[$0] == nil }) {
      rows[row.position.id] = row.row
    }
  }

  func index(of uuid: UUID) throws(InventoryError) -> Int? {
    guard let item = try fetcher.position(of: uuid) else { return nil }
    return found.ids.firstIndex(of: item.id).map { $0 + found.start }
  }
}
