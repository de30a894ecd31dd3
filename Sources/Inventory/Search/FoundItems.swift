/// What a search knows of the items that a filter asks for, in the order of the list.
///
/// At first some that follow each other: those at the top, or around a row that was seen earlier.
/// In the end all.
public struct FoundItems: Sendable {
  /// What was asked for.
  public let query: ItemQuery
  /// The data in which it was found.
  public let dataVersion: Int64
  /// The row numbers that are known.
  let ids: [Int64]
  /// The index of the first of them in the list.
  let start: Int
  /// How many rows the list has; while that is not known, how many it has at least.
  public let count: Int
  /// Whether ``count`` holds.
  public let isCountKnown: Bool
  /// Whether all is known.
  public let isComplete: Bool
  /// Some of the rows in full, those that are shown first.
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

  /// The same in the other order; only what is complete can be turned round.
  public func ordered(by order: ItemQuery.Order) -> FoundItems? {
    guard isComplete else { return nil }
    if order == query.order { return self }
    guard order == query.order.reversed else { return nil }
    var turned = query
    turned.order = order
    return FoundItems(query: turned, dataVersion: dataVersion, ids: ids.reversed())
  }
}
