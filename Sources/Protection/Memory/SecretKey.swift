import Crypto
import Foundation
import SystemSupport

/// Thirty-two secret bytes in a page of their own: out of swap and core dumps, wiped at the end.
///
/// Unchecked: the page is written once, before anybody else has the object, and unmapped when nobody has it.
final class SecretKey: @unchecked Sendable {
  /// The length of every key, in bytes.
  static let size = 32

  private let page: UnsafeMutableRawBufferPointer

  /// Takes over bytes and wipes them.
  init(wiping bytes: inout [UInt8]) throws(ProtectionError) {
    defer { KeyMemory.wipe(&bytes) }
    let memory = mmap(
      nil, Self.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard bytes.count == Self.size, let memory, memory != MAP_FAILED else {
      throw .unusable("there is no memory for a key")
    }
    page = UnsafeMutableRawBufferPointer(start: memory, count: Self.size)
    KeyMemory.protect(UnsafeRawBufferPointer(page))
    page.copyBytes(from: bytes)
  }

  /// A new key of random bytes.
  static func random() throws(ProtectionError) -> SecretKey {
    var bytes = try Sealing.random(size)
    return try SecretKey(wiping: &bytes)
  }

  deinit {
    guard let start = page.baseAddress else { return }
    explicit_bzero(start, page.count)
    munmap(start, page.count)
  }

  /// Lets a function use the key; its copy is wiped afterwards.
  func use<Result>(_ body: (SymmetricKey) throws -> Result) rethrows -> Result {
    defer { Sealing.overwriteCipherMemory() }
    return try body(SymmetricKey(data: UnsafeRawBufferPointer(page)))
  }

  /// A copy of the bytes, which the caller wipes.
  func copy() -> [UInt8] { Array(page) }
}
