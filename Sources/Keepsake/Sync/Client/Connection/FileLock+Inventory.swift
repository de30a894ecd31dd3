import Foundation
import Inventory
import Storage

extension FileLock {
  /// Opens a lock file in the inventory's directory, creating it if it is missing.
  ///
  /// - Throws: `InventoryError`.
  convenience init(inventory path: String) throws(InventoryError) {
    do throws(SystemFailure) {
      try self.init(path: path)
    } catch {
      throw InventoryError(
        .cannotCreate, "cannot open \(path): \(String(cString: strerror(error.code)))")
    }
  }
}
