/// The rows that a filter finds, in no order, as far as its words tell: some, or all but some.
///
/// A filter that only leaves out words finds nearly everything: to gather that takes far longer than
/// to ask of the rows on a screen whether they are left out.
enum Hits {
  case these(RowSet)
  case allBut(RowSet)

  /// Keeps what one more word is found in, or what it is not found in.
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

  /// Whether these are so many that the rows on a screen are found sooner by going through the list.
  func areMany(than few: Int) -> Bool {
    if case .these(let rows) = self { rows.count > few } else { true }
  }
}
