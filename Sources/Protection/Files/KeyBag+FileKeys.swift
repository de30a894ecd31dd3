import Crypto
import Foundation
import SystemSupport

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
    // Whoever has the public key can write, and only the private one opens it again.
    let once = Curve25519.KeyAgreement.PrivateKey()
    header.ephemeral = Array(once.publicKey.rawRepresentation)
    let wrapping = try Self.agreement(once, with: publicKey(), of: header)
    header.sealedKey = try Sealing.seal(bytes, with: wrapping, for: header.purpose)
    Sealing.overwriteCipherMemory()
  }

  /// Opens the key of a file.
  ///
  /// - Throws: ``ProtectionError/locked(_:)``, or ``ProtectionError/damaged(_:)``.
  func fileKey(of header: ProtectedHeader, path: String) throws(ProtectionError) -> SecretKey {
    let opened = try withKey(header.kind) { (kind) throws(ProtectionError) -> [UInt8]? in
      guard header.kind == .completeUnlessOpen else {
        return kind.open(header.sealedKey, for: header.purpose)
      }
      var bytes = kind.copy()
      defer { KeyMemory.wipe(&bytes) }
      guard let own = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes),
        let wrapping = try? Self.agreement(own, with: header.ephemeral, of: header)
      else { return nil }
      return Sealing.open(header.sealedKey, with: wrapping, for: header.purpose)
    }
    Sealing.overwriteCipherMemory()
    guard var opened else { throw .damaged(path) }
    return try SecretKey(wiping: &opened)
  }

  /// The key that both halves of a pair agree on, for one file.
  private static func agreement(
    _ own: Curve25519.KeyAgreement.PrivateKey, with other: [UInt8], of header: ProtectedHeader
  ) throws(ProtectionError) -> SymmetricKey {
    guard let other = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: other),
      let secret = try? own.sharedSecretFromKeyAgreement(with: other)
    else { throw .damagedKey(.completeUnlessOpen) }
    return secret.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: header.identity, sharedInfo: header.ephemeral + header.bag,
      outputByteCount: SecretKey.size)
  }
}
