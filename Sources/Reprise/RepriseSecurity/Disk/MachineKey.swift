import Foundation
import Storage

/// The key of this machine and login, in a file that only its owner can read.
enum MachineKey {
  /// Reads the key, or makes it.
  static func ensure(_ path: String) throws(ProtectionError) -> SecretKey {
    var status = stat()
    if lstat(path, &status) != 0, errno == ENOENT {
      var fresh = try Sealing.random(SecretKey.size)
      defer { KeyMemory.wipe(&fresh) }
      do {
        try PlainFile.make(path, fresh)
      } catch .exists {
        // Another program made the key first; then its key counts.
      }
    }
    return try existing(path)
  }

  /// Reads the key.
  static func existing(_ path: String) throws(ProtectionError) -> SecretKey {
    do throws(ProtectionError) {
      var bytes = try PlainFile.contents(of: path, limit: SecretKey.size)
      guard bytes.count == SecretKey.size else {
        throw ProtectionError.machineKey("\(path) is damaged")
      }
      return try SecretKey(wiping: &bytes)
    } catch .foreign(let reason) {
      throw .machineKey(reason)
    }
  }
}
