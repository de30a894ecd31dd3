/// The rows that match the words of a filter, unordered: some rows, or all but some.
///
/// A filter that only excludes words matches nearly everything. Collecting that takes far longer than
/// checking the rows on a screen for exclusion.
enum Hits {
  case these(RowSet)
  case allBut(RowSet)

  /// Intersects with the rows that match a word, or with those that do not.
  mutating func narrow(to rows: RowSet, isExcluded: Bool) {
    switch (self, isExcluded) {
    case (.these(var hits), false):
      hits.formIntersection(rows)
      self = .these(hits)
    case (.these(var hits), true):
      hits.subtract(rows)
      self = .these(hits)
    case (.allBut(let excluded), false):
      var hits = rows
      hits.subtract(excluded)
      self = .these(hits)
    case (.allBut(var excluded), true):
      excluded.formUnion(rows)
      self = .allBut(excluded)
    }
  }

  func contains(_ id: Int64) -> Bool {
    switch self {
    case .these(let rows): rows.contains(id)
    case .allBut(let rows): !rows.contains(id)
    }
  }

  /// Whether there are so many that walking the list finds a screenful sooner.
  func areMany(than few: Int) -> Bool {
    if case .these(let rows) = self { rows.count > few } else { true }
  }
}
