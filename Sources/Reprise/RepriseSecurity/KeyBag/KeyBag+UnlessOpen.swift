import Crypto
import Foundation
import Storage

/// What can be written while locked: whoever has the public key seals, and only the private one opens it again
/// (contract 8.3.5).
extension KeyBag {
  /// Seals bytes with a key that is used once.
  ///
  /// - Parameter purpose: What the bytes are, which may depend on the public half.
  /// - Returns: What is sealed, and the public half of the key, which opening takes.
  func sealUnlessOpen(
    _ bytes: [UInt8], salt: [UInt8], bag: [UInt8], for purpose: (_ ephemeral: [UInt8]) -> [UInt8]
  ) throws(ProtectionError) -> (sealed: [UInt8], ephemeral: [UInt8]) {
    defer { Sealing.overwriteCipherMemory() }
    let once = Curve25519.KeyAgreement.PrivateKey()
    let ephemeral = Array(once.publicKey.rawRepresentation)
    guard
      let key = Self.agreement(once, with: try publicKey(), ephemeral, salt: salt, bag: bag)
    else { throw .damagedKey(.completeUnlessOpen) }
    return (try Sealing.seal(bytes, with: key, for: purpose(ephemeral)), ephemeral)
  }

  /// Opens what ``sealUnlessOpen(_:salt:bag:for:)`` sealed; `nil`: another key, or changed.
  static func openUnlessOpen(
    _ sealed: [UInt8], _ ephemeral: [UInt8], with own: SecretKey, for purpose: [UInt8],
    salt: [UInt8], bag: [UInt8]
  ) -> [UInt8]? {
    defer { Sealing.overwriteCipherMemory() }
    var bytes = own.copy()
    defer { KeyMemory.wipe(&bytes) }
    guard let own = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes),
      let key = agreement(own, with: ephemeral, ephemeral, salt: salt, bag: bag)
    else { return nil }
    return Sealing.open(sealed, with: key, for: purpose)
  }

  /// The key that both halves of a pair agree on.
  private static func agreement(
    _ own: Curve25519.KeyAgreement.PrivateKey, with other: [UInt8], _ ephemeral: [UInt8],
    salt: [UInt8], bag: [UInt8]
  ) -> SymmetricKey? {
    guard let other = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: other),
      let secret = try? own.sharedSecretFromKeyAgreement(with: other)
    else { return nil }
    return secret.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: salt, sharedInfo: ephemeral + bag,
      outputByteCount: SecretKey.size)
  }
}
