/// Totals by key.
///
/// Looks a key up only where it differs from the row's before: rows of a place mostly follow one
/// another.
struct GroupedTotals<Key: Hashable> {
  private var totals: [Key: Totals] = [:]
  private var current: (key: Key, totals: Totals)?

  /// Adds a row.
  mutating func add(_ row: ValuedRow, to key: Key) throws(InventoryError) {
    if current?.key != key {
      keepCurrent()
      current = (key, totals.removeValue(forKey: key) ?? Totals())
    }
    try current?.totals.add(row)
  }

  /// The totals of each key that has rows.
  mutating func all() -> [Key: Totals] {
    keepCurrent()
    return totals
  }

  private mutating func keepCurrent() {
    if let (key, sum) = current { totals[key] = sum }
    current = nil
  }
}
