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

extension SecretKey {
  /// Seals bytes under the key.
  func seal(_ bytes: [UInt8], for purpose: [UInt8]) throws(ProtectionError) -> [UInt8] {
    defer { Sealing.overwriteCipherMemory() }
    var copy = copy()
    defer { KeyMemory.wipe(&copy) }
    return try Sealing.seal(bytes, with: SymmetricKey(data: copy), for: purpose)
  }

  /// Opens bytes that were sealed under the key; `nil` for another key or changed bytes.
  func open(_ sealed: [UInt8], for purpose: [UInt8]) -> [UInt8]? {
    use { Sealing.open(sealed, with: $0, for: purpose) }
  }

  /// The public key, if this is the private one of a pair (Curve25519).
  func publicHalf() throws(ProtectionError) -> [UInt8] {
    var bytes = copy()
    defer { KeyMemory.wipe(&bytes) }
    guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes) else {
      throw .damagedKey(.completeUnlessOpen)
    }
    return Array(key.publicKey.rawRepresentation)
  }
}

/// AES-256-GCM for keys and contents, as nonce, ciphertext and tag.
enum Sealing {
  /// The length of a nonce, in bytes.
  static let nonce = 12
  /// The bytes that sealing adds: a nonce and a tag.
  static let overhead = nonce + 16
  /// The length of a sealed key, in bytes.
  static let sealedKey = SecretKey.size + overhead

  /// Seals bytes with a random nonce.
  static func seal(
    _ bytes: [UInt8], with key: SymmetricKey, for purpose: [UInt8]
  ) throws(ProtectionError) -> [UInt8] {
    guard let box = try? AES.GCM.seal(bytes, using: key, authenticating: purpose).combined else {
      throw .unusable("the cipher failed")
    }
    return Array(box)
  }

  /// Opens the result of ``seal(_:with:for:)`` for the same purpose; `nil` for another key or changed bytes.
  static func open(_ sealed: [UInt8], with key: SymmetricKey, for purpose: [UInt8]) -> [UInt8]? {
    guard let box = try? AES.GCM.SealedBox(combined: sealed),
      let opened = try? AES.GCM.open(box, using: key, authenticating: purpose)
    else { return nil }
    return takeAndWipe(opened)
  }

  /// Copies the bytes that the cipher opened, and wipes the original.
  static func takeAndWipe(_ opened: Data) -> [UInt8] {
    opened.withUnsafeBytes { bytes in
      let copy = Array(bytes)
      if let start = bytes.baseAddress {
        explicit_bzero(UnsafeMutableRawPointer(mutating: start), bytes.count)
      }
      return copy
    }
  }

  /// Runs the cipher once with zeros: otherwise the memory that it freed would keep the last key.
  ///
  /// The allocator reuses the memory that a thread freed last.
  static func overwriteCipherMemory() {
    let zeros = [UInt8](repeating: 0, count: SecretKey.size)
    _ = try? AES.GCM.seal(zeros, using: SymmetricKey(data: zeros))
  }

  /// Random bytes from the system.
  static func random(_ count: Int) throws(ProtectionError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard getentropy(&bytes, count) == 0 else {
      throw .unusable("the system returned no random bytes")
    }
    return bytes
  }
}

/// The bytes of a passphrase: out of swap and core dumps, wiped when it is no longer used.
public final class Passphrase: Sendable {
  let page: SecretPage

  /// Normalizes a text to its composed form, since keyboards may encode a letter differently.
  ///
  /// The text itself cannot be wiped.
  public init(_ text: String) {
    var bytes = Array(text.precomposedStringWithCanonicalMapping.utf8)
    page = SecretPage(copying: bytes)
    KeyMemory.wipe(&bytes)
  }
}
