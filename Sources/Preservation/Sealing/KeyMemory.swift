import Crypto
import Foundation

/// Keeps keys out of swap and out of images of memory, as far as that can be done (reliability S14).
///
/// A ``SymmetricKey`` wipes its own bytes when it goes. Copies that the cipher makes while it works, and
/// what Foundation makes when bytes become `Data`, are not reached.
enum KeyMemory {
  /// Has the pages of a key stay in memory, and out of images of a crashed process.
  ///
  /// Where the system allows no more locked memory the key is used all the same.
  static func protect(_ key: SymmetricKey) {
    key.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      mlock(start, bytes.count)
      let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
      guard page > 0 else { return }
      let first = UInt(bitPattern: start) / page * page
      let length = UInt(bitPattern: start) + UInt(bytes.count) - first
      madvise(UnsafeMutableRawPointer(bitPattern: first), Int(length), MADV_DONTDUMP)
    }
  }

  /// Overwrites bytes that are no longer needed, which no compiler leaves out.
  static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
    }
  }
}
