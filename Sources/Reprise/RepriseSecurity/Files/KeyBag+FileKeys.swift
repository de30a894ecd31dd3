import Foundation
import Storage

/// The key of each file, under the key of its class.
extension KeyBag {
  /// Seals the key of a file for its class.
  ///
  /// - Throws: ``ProtectionError/locked(_:)`` where the class cannot be written now.
  func seal(_ key: SecretKey, into header: inout ProtectedHeader) throws(ProtectionError) {
    var bytes = key.copy()
    defer { KeyMemory.wipe(&bytes) }
    guard header.kind == .completeUnlessOpen else {
      header.ephemeral = [UInt8](repeating: 0, count: 32)
      let purpose = header.purpose
      header.sealedKey = try withKey(header.kind) { (kind) throws(ProtectionError) in
        try kind.seal(bytes, for: purpose)
      }
      return
    }
    var bound = header
    (header.sealedKey, header.ephemeral) = try sealUnlessOpen(
      bytes, salt: header.identity, bag: header.bag
    ) { ephemeral in
      bound.ephemeral = ephemeral
      return bound.purpose
    }
  }

  /// Opens the key of a file.
  ///
  /// - Throws: ``ProtectionError/locked(_:)``, or ``ProtectionError/damaged(_:)``.
  func fileKey(of header: ProtectedHeader, path: String) throws(ProtectionError) -> SecretKey {
    let opened = try withKey(header.kind) { (kind) throws(ProtectionError) -> [UInt8]? in
      guard header.kind == .completeUnlessOpen else {
        return kind.open(header.sealedKey, for: header.purpose)
      }
      return Self.openUnlessOpen(
        header.sealedKey, header.ephemeral, with: kind, for: header.purpose, salt: header.identity,
        bag: header.bag)
    }
    Sealing.overwriteCipherMemory()
    guard var opened else { throw .damaged(path) }
    return try SecretKey(wiping: &opened)
  }
}
