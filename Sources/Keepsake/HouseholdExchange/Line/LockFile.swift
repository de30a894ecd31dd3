import Foundation
import Inventory

/// The files beside the inventory by whose locks programs agree on the line.
enum LockFile {
  /// Opens one, and makes it where it is missing.
  ///
  /// - Returns: Its descriptor, which the caller closes.
  /// - Throws: `InventoryError`.
  static func open(_ path: String) throws(InventoryError) -> Int32 {
    let descriptor = Glibc.open(
      path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw InventoryError(
        .cannotCreate, "cannot open \(path): \(String(cString: strerror(errno)))")
    }
    return descriptor
  }
}
