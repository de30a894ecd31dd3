/// The items that a search has found so far, in the order of the list.
///
/// At first consecutive ones at the top or around a known row, in the end all.
public struct FoundItems: Sendable {
  /// The query.
  public let query: ItemQuery
  /// The version of the data that was searched.
  public let dataVersion: Int64
  /// The known row numbers.
  let ids: [Int64]
  /// The index of the first known row in the list.
  let start: Int
  /// The number of rows; a lower bound while it is not known.
  public let count: Int
  /// Whether ``count`` is exact.
  public let isCountKnown: Bool
  /// Whether everything is known.
  public let isComplete: Bool
  /// Some rows in full: those shown first.
  let rows: [PositionedRow]

  init(
    query: ItemQuery, dataVersion: Int64, ids: [Int64], start: Int = 0, count: Int? = nil,
    isCountKnown: Bool = true, isComplete: Bool = true, rows: [PositionedRow] = []
  ) {
    self.query = query
    self.dataVersion = dataVersion
    self.ids = ids
    self.start = start
    self.count = count ?? ids.count
    self.isCountKnown = isCountKnown
    self.isComplete = isComplete
    self.rows = rows
  }

  /// The same result in reverse order; only a complete one can be reversed.
  public func ordered(by order: ItemQuery.Order) -> FoundItems? {
    guard isComplete else { return nil }
    if order == query.order { return self }
    guard order == query.order.reversed else { return nil }
    var turned = query
    turned.order = order
    return FoundItems(query: turned, dataVersion: dataVersion, ids: ids.reversed())
  }
}
