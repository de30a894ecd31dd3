/// Where a key lies for programs that start later, and nowhere on the disk.
protocol KeyShelf: Sendable {
  /// Puts a key under a name, in place of one that is there; returns whether it lies there now.
  func store(_ key: SecretKey, as name: String) -> Bool

  /// The key of a name; `nil` if there is none.
  func key(named name: String) -> SecretKey?
}
