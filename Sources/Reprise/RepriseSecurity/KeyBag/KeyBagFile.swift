import Crypto
import CryptoExtras
import Foundation
import Storage

/// The bytes of a key bag: a header, the wrapped master key, and a wrapped key for each class.
struct KeyBagFile: Equatable {
  static let magic = Array("RPRSBAG\0".utf8)
  static let version: UInt8 = 1

  /// The identity of the bag.
  var identity: [UInt8]
  var cost: ScryptCost
  var salt: [UInt8]
  /// The master key under the passphrase.
  var master: [UInt8]
  /// The key of each class, in the order of their numbers.
  var keys: [[UInt8]]
  /// The public key for writing while locked, under the machine's key.
  var publicKey: [UInt8]

  /// The data that the master key's seal authenticates.
  var header: [UInt8] {
    Self.magic + [Self.version] + identity + [cost.rounds, cost.blockSize, cost.parallelism] + salt
  }

  /// The data that the seal of a class's key authenticates.
  func purpose(_ kind: ProtectionClass) -> [UInt8] {
    Self.magic + [Self.version] + identity + [kind.rawValue]
  }

  /// The data that the seal of the public key authenticates.
  var publicPurpose: [UInt8] { Self.magic + [Self.version] + identity + Array("public".utf8) }

  /// The whole file.
  var bytes: [UInt8] {
    let head = header + master
    return head + Array(SHA256.hash(data: head)) + keys.joined() + publicKey
  }

  init(identity: [UInt8], cost: ScryptCost, salt: [UInt8]) {
    (self.identity, self.cost, self.salt) = (identity, cost, salt)
    (master, keys, publicKey) = ([], [], [])
  }

  /// Reads and checks a file; only a key can check its authenticity.
  init(_ bytes: [UInt8], path: String, floor: ScryptCost) throws(ProtectionError) {
    guard bytes.starts(with: Self.magic), bytes.count > Self.magic.count else {
      throw .damaged(path)
    }
    let version = bytes[Self.magic.count]
    guard version <= Self.version else { throw .newer(path, version: Int(version)) }
    guard version == Self.version, bytes.count == Self.size else { throw .damaged(path) }
    var rest = bytes[(Self.magic.count + 1)...]
    func take(_ count: Int) -> [UInt8] {
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    let identity = take(16)
    let numbers = take(3)
    let cost = ScryptCost(rounds: numbers[0], blockSize: numbers[1], parallelism: numbers[2])
    self.init(identity: identity, cost: cost, salt: take(32))
    master = take(Sealing.sealedKey)
    let digest = take(32)
    keys = ProtectionClass.allCases.map { _ in take(Sealing.sealedKey) }
    publicKey = take(Sealing.sealedKey)
    guard cost.isAcceptable(floor: floor), digest == Array(SHA256.hash(data: header + master))
    else { throw .damaged(path) }
  }

  private static let size =
    magic.count + 1 + 16 + 3 + 32 + Sealing.sealedKey + 32
    + ProtectionClass.allCases.count * Sealing.sealedKey + Sealing.sealedKey
}

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

/// The cost of trying one passphrase: memory and time.
struct ScryptCost: Hashable, Sendable {
  /// The binary logarithm of the number of rounds.
  var rounds: UInt8 = 17
  var blockSize: UInt8 = 8
  var parallelism: UInt8 = 1

  /// The cost for new key bags.
  static let standard = ScryptCost()

  /// Whether a file may require this cost: no weaker than a floor, and at most 512 MiB and four passes.
  func isAcceptable(floor: ScryptCost) -> Bool {
    guard (floor.rounds...20).contains(rounds), (floor.blockSize...16).contains(blockSize),
      (1...4).contains(parallelism)
    else { return false }
    return 128 * Int(blockSize) << Int(rounds) <= 512 << 20
  }

  /// Derives the key from a passphrase.
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
