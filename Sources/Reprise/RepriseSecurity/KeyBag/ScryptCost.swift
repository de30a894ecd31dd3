import Crypto
import CryptoExtras
import Foundation

/// What trying one passphrase costs: memory and time.
struct ScryptCost: Hashable, Sendable {
  /// The binary logarithm of the number of rounds.
  var rounds: UInt8 = 17
  var blockSize: UInt8 = 8
  var parallelism: UInt8 = 1

  /// What every new key bag has.
  static let standard = ScryptCost()

  /// Whether a file may ask for it: no weaker than a floor, and at most 512 MiB and four passes.
  func isAcceptable(floor: ScryptCost) -> Bool {
    guard (floor.rounds...20).contains(rounds), (floor.blockSize...16).contains(blockSize),
      (1...4).contains(parallelism)
    else { return false }
    return 128 * Int(blockSize) << Int(rounds) <= 512 << 20
  }

  /// The key that a passphrase makes.
  func key(from passphrase: Passphrase, salt: [UInt8]) throws(ProtectionError) -> SymmetricKey {
    defer { _ = try? Self(rounds: 4).derive([UInt8](), salt: salt) }
    guard let key = try? passphrase.page.withBytes({ try derive($0, salt: salt) }) else {
      throw .unusable("there is not enough memory to check the passphrase")
    }
    return key
  }

  private func derive(_ bytes: some DataProtocol, salt: [UInt8]) throws -> SymmetricKey {
    try KDF.Scrypt.deriveKey(
      from: bytes, salt: salt, outputByteCount: SecretKey.size, rounds: 1 << Int(rounds),
      blockSize: Int(blockSize), parallelism: Int(parallelism))
  }
}
