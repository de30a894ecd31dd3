/// A level of a ``RatingSystem``: its official name, and its rank among the others.
nonisolated public struct ContentRating: Hashable, Sendable {
  /// The numbers that a rating can have.
  public static let numbers = 0...1000

  /// The name, as it is printed: `PG-13`, `FSK 16`.
  public let name: String

  /// The number, which a limit is compared with.
  public let number: Int

  /// Makes a level.
  ///
  /// - Returns: `nil` if the name is empty or the number is not in 0...1000.
  public init?(name: String, number: Int) {
    guard !name.isEmpty, Self.numbers.contains(number) else { return nil }
    (self.name, self.number) = (name, number)
  }
}
