import Crypto
import Storage

extension SecretKey {
  /// Seals bytes under the key.
  func seal(_ bytes: [UInt8], for purpose: [UInt8]) throws(ProtectionError) -> [UInt8] {
    defer { Sealing.overwriteCipherMemory() }
    var copy = copy()
    defer { KeyMemory.wipe(&copy) }
    return try Sealing.seal(bytes, with: SymmetricKey(data: copy), for: purpose)
  }

  /// Opens what was sealed under the key; `nil`: another key, or changed.
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
