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

/// Secret bytes in pages of their own: out of swap and core dumps, wiped at the end (reliability S14).
///
/// Unchecked: the bytes are written once, before the object is shared, and freed with it.
public final class SecretPage: @unchecked Sendable {
  private let page: UnsafeMutableRawBufferPointer
  private let isMapped: Bool

  /// Copies bytes.
  public init(copying bytes: [UInt8]) {
    // A mapping has one byte at least.
    let count = max(1, bytes.count)
    let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    if let memory, memory != MAP_FAILED {
      page = UnsafeMutableRawBufferPointer(start: memory, count: count)
      isMapped = true
    } else {
      // The system allows no further mapping: a piece of the heap is locked and wiped as well.
      page = .allocate(byteCount: count, alignment: 1)
      isMapped = false
    }
    KeyMemory.protect(UnsafeRawBufferPointer(page))
    page.copyBytes(from: bytes)
    self.count = bytes.count
  }

  /// How many bytes it has.
  public let count: Int

  deinit {
    guard let start = page.baseAddress else { return }
    explicit_bzero(start, page.count)
    if isMapped { munmap(start, page.count) } else { page.deallocate() }
  }

  /// Lets a function read the bytes in place.
  public func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(rebasing: page[..<count]))
  }

  /// A copy of the bytes, which the caller wipes.
  public func copy() -> [UInt8] { withBytes(Array.init) }
}

/// Keys that a lock removes: those of protected files (contract 8.3.7).
///
/// `KeyBag` in `RepriseSecurity` is one.
public protocol ProtectedDataSource: AnyObject {
  /// Whether data of the strictest class can be read now.
  var isUnlocked: Bool { get }

  /// Wipes the keys that must not outlive a lock.
  func lock()
}
