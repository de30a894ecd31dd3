import Crypto

/// The bytes of a key bag: a header, the wrapped master key, and a wrapped key for each class.
struct KeyBagFile: Equatable {
  static let magic = Array("RPRSBAG\0".utf8)
  static let version: UInt8 = 1

  /// Which bag it is.
  var identity: [UInt8]
  var cost: ScryptCost
  var salt: [UInt8]
  /// The master key under the passphrase.
  var master: [UInt8]
  /// The key of each class, in the order of their numbers.
  var keys: [[UInt8]]
  /// The public key for writing while locked, under the machine's key.
  var publicKey: [UInt8]

  /// What the master key's seal binds.
  var header: [UInt8] {
    Self.magic + [Self.version] + identity + [cost.rounds, cost.blockSize, cost.parallelism] + salt
  }

  /// What the seal of a class's key binds.
  func purpose(_ kind: ProtectionClass) -> [UInt8] {
    Self.magic + [Self.version] + identity + [kind.rawValue]
  }

  /// What the seal of the public key binds.
  var publicPurpose: [UInt8] { Self.magic + [Self.version] + identity + Array("public".utf8) }

  /// All of it.
  var bytes: [UInt8] {
    let head = header + master
    return head + Array(SHA256.hash(data: head)) + keys.joined() + publicKey
  }

  init(identity: [UInt8], cost: ScryptCost, salt: [UInt8]) {
    (self.identity, self.cost, self.salt) = (identity, cost, salt)
    (master, keys, publicKey) = ([], [], [])
  }

  /// Reads and checks; what it opens only a key can check.
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
