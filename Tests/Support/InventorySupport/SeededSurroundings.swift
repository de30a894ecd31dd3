import RepriseTesting
import Foundation
import Synchronization

@testable import Inventory

/// Unique identifiers and times derived from a seed.
public final class SeededSurroundings: Sendable {
  private let random: Mutex<SeededGenerator>
  private let time: Mutex<Timestamp>

  /// Creates the identifiers and times of a seed.
  public init(seed: UInt64) {
    // A different sequence than that of the edits themselves.
    random = Mutex(SeededGenerator(seed: ~seed))
    time = Mutex(1_800_000_000_000)
  }

  /// Runs the body with identifiers and times from this object.
  public func run<Value>(_ body: () throws -> Value) throws -> Value {
    try Identity.$maker.withValue({ self.identity() }) {
      try WallClock.$time.withValue({ self.now() }) { try body() }
    }
  }

  private func identity() -> UUID {
    let (high, low) = random.withLock { ($0.next(), $0.next()) }
    return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }

  private func now() -> Timestamp {
    time.withLock {
      $0 += 1
      return $0
    }
  }
}
