/// Totals by key.
///
/// Looks a key up only where it differs from the row's before: rows of a place mostly follow one
/// another.
struct GroupedTotals<Key: Hashable> {
  private var totals: [Key: Totals]
  private var current: (key: Key, totals: Totals)?

  /// - Parameter groups: The number of keys that are expected.
  init(groups: Int) { totals = Dictionary(minimumCapacity: groups) }

  /// Adds a row.
  mutating func add(_ row: ValuedRow, to key: Key) throws(InventoryError) {
    if current?.key != key {
      try keepCurrent()
      current = (key, Totals())
    }
    try current?.totals.add(row)
  }

  /// The totals of each key that has rows.
  mutating func all() throws(InventoryError) -> [Key: Totals] {
    try keepCurrent()
    return totals
  }

  private mutating func keepCurrent() throws(InventoryError) {
    if let (key, sum) = current { try totals[key, default: Totals()].add(sum) }
    current = nil
  }
}
