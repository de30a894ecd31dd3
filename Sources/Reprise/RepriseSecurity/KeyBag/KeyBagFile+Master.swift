import Crypto
import Storage

extension KeyBagFile {
  /// Wraps the master key with a passphrase.
  mutating func wrap(
    _ key: SecretKey, with passphrase: Passphrase
  ) throws(ProtectionError) {
    defer { Sealing.overwriteCipherMemory() }
    var bytes = key.copy()
    defer { KeyMemory.wipe(&bytes) }
    master = try Sealing.seal(
      bytes, with: cost.key(from: passphrase, salt: salt), for: header)
  }

  /// The master key, by its passphrase.
  func master(opening passphrase: Passphrase) throws(ProtectionError) -> SecretKey {
    defer { Sealing.overwriteCipherMemory() }
    let key = try cost.key(from: passphrase, salt: salt)
    guard var bytes = Sealing.open(master, with: key, for: header) else { throw .wrongPassphrase }
    return try SecretKey(wiping: &bytes)
  }
}
