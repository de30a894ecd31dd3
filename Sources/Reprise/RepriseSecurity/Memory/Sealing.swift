import Crypto
import Foundation
import Storage

/// AES-256-GCM for keys and contents, as nonce, ciphertext and tag.
enum Sealing {
  /// The length of a nonce, in bytes.
  static let nonce = 12
  /// What sealing adds, in bytes: a nonce and a tag.
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

  /// Opens what ``seal(_:with:for:)`` made for the same purpose; `nil`: another key, or changed.
  static func open(_ sealed: [UInt8], with key: SymmetricKey, for purpose: [UInt8]) -> [UInt8]? {
    guard let box = try? AES.GCM.SealedBox(combined: sealed),
      let opened = try? AES.GCM.open(box, using: key, authenticating: purpose)
    else { return nil }
    return takeAndWipe(opened)
  }

  /// Copies what the cipher opened, and wipes its own copy.
  static func takeAndWipe(_ opened: Data) -> [UInt8] {
    opened.withUnsafeBytes { bytes in
      let copy = Array(bytes)
      if let start = bytes.baseAddress {
        explicit_bzero(UnsafeMutableRawPointer(mutating: start), bytes.count)
      }
      return copy
    }
  }

  /// Has the cipher work once with zeros: the memory that it frees keeps the last key otherwise.
  ///
  /// The allocator hands a thread first what the thread freed last.
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
