import Synchronization

@testable import RepriseSecurity

/// A shelf whose contents a test can see.
final class MemoryShelf: KeyShelf {
  private let keys = Mutex<[String: SecretKey]>([:])
  private let fullness = Mutex(false)

  /// Whether it takes no more.
  var isFull: Bool {
    get { fullness.withLock { $0 } }
    set { fullness.withLock { $0 = newValue } }
  }

  func store(_ key: SecretKey, as name: String) -> Bool {
    if isFull { return false }
    keys.withLock { $0[name] = key }
    return true
  }

  func key(named name: String) -> SecretKey? { keys.withLock { $0[name] } }

  /// Simulates a restart of the machine.
  func clear() { keys.withLock { $0 = [:] } }
}
