import Foundation
import Inventory

/// Whose turn it is to hold the line of an inventory: the first window's, or the agent's while there is no window.
final class ConnectionTurn {
  private let directory: String
  /// A window's; the agent has none.
  private let claim: ConnectionClaim?
  private var lock: ConnectionLock

  /// - Parameter givesWay: Whether this is the agent, which lets windows go first.
  /// - Throws: `InventoryError`.
  init(in directory: String, givesWay: Bool) throws(InventoryError) {
    self.directory = directory
    claim = givesWay ? nil : try ConnectionClaim(in: directory)
    lock = try ConnectionLock(in: directory)
  }

  /// Whether a window wants the line from the agent.
  var mustGiveWay: Bool { claim == nil && ConnectionClaim.isMade(in: directory) }

  /// Takes the turn if nobody has it.
  ///
  /// What one that died noted of the line stands until something else is known.
  ///
  /// - Parameter timeout: How long to try, in milliseconds.
  func take(timeout: Int = 0) -> Bool {
    var waited = 0
    while mustGiveWay || !lock.take() {
      guard waited < timeout else { return false }
      usleep(20_000)
      waited += 20
    }
    return true
  }

  /// Says how the line stands.
  func note(_ failure: ConnectionFailure?) { lock.note(failure) }

  /// Ends the turn.
  ///
  /// Whoever waits hears of the closed file.
  ///
  /// - Throws: `InventoryError` if there cannot be another.
  func pass() throws(InventoryError) {
    lock.note(nil)
    lock = try ConnectionLock(in: directory)
  }
}
