import Foundation
import Inventory
import Storage

/// A window's claim to the line of an inventory: while there is one, the agent leaves the line to the windows.
///
/// The kernel ends the claim when the window dies. All windows may have one at the same time; ``ConnectionLock`` decides among them.
public final class ConnectionClaim: Sendable {
  /// The name of the file in the directory of the data.
  static let name = "household.windows"

  private let lock: FileLock

  /// Makes the claim, and lets whoever holds the line know.
  ///
  /// - Throws: `InventoryError`.
  init(in directory: String) throws(InventoryError) {
    let path = directory + "/" + Self.name
    lock = try FileLock(inventory: path)
    guard lock.take(.shared, timeout: 2000) == .taken else {
      throw InventoryError(.locked, "cannot lock \(path)")
    }
    // Whoever watches the directory hears of it, and finds the lock.
    _ = pwrite(lock.descriptor, "\n", 1, 0)
  }

  /// Whether any window claims the line of an inventory.
  public static func isMade(in directory: String) -> Bool {
    let path = directory + "/" + name
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    return FileLock(owning: descriptor).take() == .busy
  }
}
