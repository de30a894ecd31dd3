/// Checks numbers from a file before computing with them: a damaged or hostile file must not crash the
/// program.
enum StoredNumber {
  /// More rows than any inventory has.
  static let maximumCount = 1 << 40

  /// A stored count, brought into the range from zero to what can be added up.
  static func count(_ stored: Int64?) -> Int {
    Int(clamping: min(max(stored ?? 0, 0), Int64(maximumCount)))
  }

  /// The number after `stored`, for a counter that only grows by one.
  ///
  /// - Throws: `badData` if it cannot have grown that far.
  static func next(after stored: Int64, _ what: String) throws(InventoryError) -> Int64 {
    guard (0..<(1 << 62)).contains(stored) else {
      throw InventoryError(
        .badData,
        "the inventory's \(what) is damaged (\(stored)); export it, and import it into a new inventory"
      )
    }
    return stored + 1
  }
}
