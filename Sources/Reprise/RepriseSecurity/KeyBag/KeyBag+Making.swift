import Foundation
import Storage

extension KeyBag {
  /// Makes a new bag, locked; one that exists is never replaced.
  ///
  /// - Parameters:
  ///   - path: Where the bag is to lie, with mode 0600.
  ///   - machineKey: Where the machine's key lies; made if missing.
  ///   - passphrase: What opens it. Who forgets it loses all that is protected by a class but ``ProtectionClass/none``.
  public static func make(
    at path: String, machineKey: String, passphrase: Passphrase
  ) throws(ProtectionError) -> KeyBag {
    try make(
      at: path, machineKey: machineKey, passphrase: passphrase, cost: .standard,
      shelf: KernelKeyring())
  }

  /// Starts to count wrong passphrases for a bag that a backup brought back.
  ///
  /// A bag without a count is one whose count was deleted, so the next passphrase would have to wait.
  public static func startCounting(at path: String) throws(ProtectionError) {
    try attempts(at: path).begin()
  }

  static func make(
    at path: String, machineKey: String, passphrase: Passphrase, cost: ScryptCost,
    shelf: any KeyShelf
  ) throws(ProtectionError) -> KeyBag {
    let machine = try MachineKey.ensure(machineKey)
    let master = try SecretKey.random()
    var file = KeyBagFile(
      identity: try Sealing.random(16), cost: cost, salt: try Sealing.random(32))
    try file.wrap(master, with: passphrase)
    for kind in ProtectionClass.allCases {
      let key = try SecretKey.random()
      var bytes = key.copy()
      defer { KeyMemory.wipe(&bytes) }
      let wrapping = kind == .none ? machine : master
      file.keys.append(try wrapping.seal(bytes, for: file.purpose(kind)))
      if kind == .completeUnlessOpen {
        file.publicKey = try machine.seal(try key.publicHalf(), for: file.publicPurpose)
      }
    }
    try PlainFile.make(path, file.bytes)
    try startCounting(at: path)
    return try KeyBag(path: path, machineKey: machineKey, floor: cost, shelf: shelf)
  }
}
