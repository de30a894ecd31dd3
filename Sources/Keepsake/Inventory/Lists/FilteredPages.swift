import Foundation

/// The rows found by a filter: all row numbers in the list's order, and some rows in full.
final class FilteredPages: ItemPages {
  /// The number of rows to read at a time and to keep.
  private static let pageSize = KeysetPages.pageSize
  private static let maximumRows = KeysetPages.maximumPages * KeysetPages.pageSize

  let found: FoundItems
  private let fetcher: ItemFetcher
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
