import Foundation

/// The rows that a filter found: their numbers in order, and the rows of a few pages.
final class FilteredPages: ItemPages {
  private let fetcher: ItemFetcher
  private let ids: [Int64]
  private var pages: [RowPage] = []

  init(fetcher: ItemFetcher, ids: [Int64]) {
    self.fetcher = fetcher
    self.ids = ids
  }

  var count: Int { ids.count }

  func row(at index: Int) throws(InventoryError) -> ItemRow? {
    guard index >= 0, index < ids.count else { return nil }
    if let page = pages.first(where: { $0.contains(index) }) {
      return page.rows[index - page.start].row
    }
    let start = index - index % KeysetPages.pageSize
    let end = min(start + KeysetPages.pageSize, ids.count)
    var rows: [PositionedRow] = []
    for id in ids[start..<end] {
      guard let row = try fetcher.row(id: id) else { return nil }
      rows.append(row)
    }
    pages.insert(RowPage(start: start, rows: rows), at: 0)
    if pages.count > KeysetPages.maximumPages { pages.removeLast() }
    return rows[index - start].row
  }

  func index(of uuid: UUID) throws(InventoryError) -> Int? {
    guard let found = try fetcher.position(of: uuid) else { return nil }
    return ids.firstIndex(of: found.position.id)
  }
}
