import Foundation

/// Keeps keys out of swap and core dumps as far as possible (reliability S14).
///
/// A `SymmetricKey` wipes its own bytes on deallocation. Copies that the cipher makes, and those
/// that Foundation makes when bytes become `Data`, are out of reach.
public enum KeyMemory {
  /// Locks the pages of a key in memory and excludes them from core dumps.
  ///
  /// Where the system allows no more locked memory, the key is used unprotected.
  public static func protect(_ key: UnsafeRawBufferPointer) {
    guard let start = key.baseAddress else { return }
    mlock(start, key.count)
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    guard page > 0 else { return }
    let first = UInt(bitPattern: start) / page * page
    let length = UInt(bitPattern: start) + UInt(key.count) - first
    madvise(UnsafeMutableRawPointer(bitPattern: first), Int(length), MADV_DONTDUMP)
  }

  /// Overwrites bytes with zeros in a way that no compiler optimizes away.
  public static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
    }
  }
}
