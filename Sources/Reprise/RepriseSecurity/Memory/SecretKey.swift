import Crypto
import Foundation
import Storage

/// Thirty-two secret bytes in a page of their own: out of swap and core dumps, wiped at the end.
final class SecretKey: Sendable {
  /// The length of every key, in bytes.
  static let size = 32

  private let page: SecretPage

  /// Takes over bytes and wipes them.
  init(wiping bytes: inout [UInt8]) throws(ProtectionError) {
    defer { KeyMemory.wipe(&bytes) }
    guard bytes.count == Self.size else {
      throw .unusable("a key has \(bytes.count) bytes instead of \(Self.size)")
    }
    page = SecretPage(copying: bytes)
  }

  /// A new key of random bytes.
  static func random() throws(ProtectionError) -> SecretKey {
    var bytes = try Sealing.random(size)
    return try SecretKey(wiping: &bytes)
  }

  /// Lets a function use the key; its copy is wiped afterwards.
  func use<Result>(_ body: (SymmetricKey) throws -> Result) rethrows -> Result {
    defer { Sealing.overwriteCipherMemory() }
    return try page.withBytes { try body(SymmetricKey(data: $0)) }
  }

  /// A copy of the bytes, which the caller wipes.
  func copy() -> [UInt8] { page.copy() }
}
