import Crypto
import Foundation
import Preservation
import Storage
import Synchronization

/// The keys of the protection classes, and the file that keeps them (contract 8.3).
///
/// ```swift
/// let bag = try KeyBag.make(
///   at: data + "/keys.bag", machineKey: data + "/machine.key", passphrase: Passphrase(typed))
/// try bag.unlock(passphrase: Passphrase(typed))
/// try bag.write(Array(secret.utf8), to: data + "/diary", protection: .complete)
/// bag.lock()
/// ```
///
/// A passphrase wraps a random master key, and the master key wraps the keys of the classes. The
/// key of ``ProtectionClass/none`` is wrapped by a key of the machine instead. Without a passphrase
/// there is no bag, and anyone who can read the person's files can read their contents.
public final class KeyBag: ProtectedDataSource, Sendable {
  /// The path of the bag.
  public let path: String

  private var attempts: Attempts { Self.attempts(at: path) }

  /// The identifier of the bag, which its files repeat.
  let identity: [UInt8]

  private struct State {
    var file: KeyBagFile
    var keys: [ProtectionClass: SecretKey] = [:]
    var damaged: Set<ProtectionClass> = []
    var publicKey: [UInt8]?
    var hadForeignKey = false
    var isShelved = false
  }

  private let state: Mutex<State>
  private let machineKey: String
  private let floor: ScryptCost
  private let shelf: any KeyShelf

  /// Opens a bag, locked.
  ///
  /// Classes that the first passphrase opens stay open until the user logs out, also for programs
  /// that start later; on systems without a login directory, until the machine restarts.
  ///
  /// - Parameters:
  ///   - path: The path of the bag.
  ///   - machineKey: The path of the machine's key. A missing key, as on another machine, is
  ///     created. Data of ``ProtectionClass/none`` that the old key sealed can't be opened
  ///     (``damagedClasses``); the passphrase opens everything else.
  public convenience init(path: String, machineKey: String) throws(ProtectionError) {
    try self.init(path: path, machineKey: machineKey, floor: .standard, shelf: KernelKeyring())
  }

  init(
    path: String, machineKey: String, floor: ScryptCost, shelf: any KeyShelf
  ) throws(ProtectionError) {
    let bytes = try PlainFile.contents(of: path, limit: 1024)
    let file = try KeyBagFile(bytes, path: path, floor: floor)
    let machine = try MachineKey.ensure(machineKey)
    var state = State(file: file)
    state.publicKey = machine.open(file.publicKey, for: file.publicPurpose)
    if state.publicKey == nil { state.damaged.insert(.completeUnlessOpen) }
    try Self.take(.none, from: machine, into: &state)
    if let key = shelf.key(named: Self.shelfName(file)) {
      state.keys[.completeUntilFirstUserAuthentication] = key
      state.isShelved = true
    }
    (self.path, self.machineKey, self.floor) = (path, machineKey, floor)
    (self.shelf, identity) = (shelf, file.identity)
    self.state = Mutex(state)
  }

  /// The count of wrong passphrases for the bag at a path.
  static func attempts(at path: String) -> Attempts { Attempts(path: path + ".attempts") }

  // MARK: - Open classes

  /// Whether the data of a class can be read now.
  public func isAvailable(_ kind: ProtectionClass) -> Bool {
    state.withLock { $0.keys[kind] != nil }
  }

  /// Whether the classes that a lock closes can be read now.
  public var isUnlocked: Bool { isAvailable(.complete) }

  /// Whether the classes that the first unlock opened are open to programs that start later.
  ///
  /// `false` if a sandbox forbids the kernel's keyring, or if it is full.
  public var outlivesProgram: Bool { state.withLock { $0.isShelved } }

  /// Whether unlocking showed that bytes were sealed, while locked, with a foreign public key.
  ///
  /// Unlocking corrects the public key. The bytes sealed with the foreign one do not open here,
  /// but the person who planted that key may be able to open them.
  public var hadForeignKey: Bool { state.withLock { $0.hadForeignKey } }

  /// The classes whose keys are damaged; the others stay usable.
  public var damagedClasses: Set<ProtectionClass> { state.withLock { $0.damaged } }

  /// Runs a function with the key of a class.
  func withKey<Result>(
    _ kind: ProtectionClass, _ body: (SecretKey) throws(ProtectionError) -> Result
  ) throws(ProtectionError) -> Result {
    let (key, isDamaged) = state.withLock { ($0.keys[kind], $0.damaged.contains(kind)) }
    guard let key else { throw isDamaged ? .damagedKey(kind) : .locked(kind) }
    return try body(key)
  }

  /// The public key for writing while locked.
  func publicKey() throws(ProtectionError) -> [UInt8] {
    guard let key = state.withLock({ $0.publicKey }) else {
      throw .damagedKey(.completeUnlessOpen)
    }
    return key
  }

  // MARK: - Locking

  /// Opens all classes with the current passphrase, which another program may have changed since this object was made.
  ///
  /// - Throws: ``ProtectionError/wrongPassphrase``, from the fifth on ``ProtectionError/wrongOnceMore(seconds:)``, and
  ///   ``ProtectionError/wait(seconds:)`` until then.
  public func unlock(passphrase: Passphrase) throws(ProtectionError) {
    let (file, master) = try attempts.trying {
      () throws(ProtectionError) in
      let file = try stored()
      return (file, try file.master(opening: passphrase))
    }
    try state.withLock { (state) throws(ProtectionError) in
      state.file = file
      for kind in ProtectionClass.allCases where kind != .none {
        try Self.take(kind, from: master, into: &state)
      }
      if let key = state.keys[.completeUntilFirstUserAuthentication] {
        state.isShelved = shelf.store(key, as: Self.shelfName(file))
      }
      guard let key = state.keys[.completeUnlessOpen] else { return }
      let publicKey = try key.publicHalf()
      guard publicKey != state.publicKey else { return }
      // The public key comes from another machine, is damaged or forged. The passphrase authenticates the private key,
      // and the private key the public one.
      state.hadForeignKey = state.publicKey != nil
      (state.publicKey, state.file) = (publicKey, mended(state.file, publicKey))
      state.damaged.remove(.completeUnlessOpen)
    }
  }

  /// The bag as stored on the disk.
  private func stored() throws(ProtectionError) -> KeyBagFile {
    let file = try KeyBagFile(
      PlainFile.contents(of: path, limit: 1024), path: path, floor: floor)
    guard file.identity == identity else {
      throw .unusable("another program has replaced the keys at \(path): restart the app")
    }
    return file
  }

  /// Stores the public key under the key of this machine, so that the next program can write while locked.
  ///
  /// - Returns: The current bag; if it cannot be written, the next unlock tries again.
  private func mended(_ file: KeyBagFile, _ publicKey: [UInt8]) -> KeyBagFile {
    do throws(ProtectionError) {
      let sealed = try MachineKey.ensure(machineKey).seal(publicKey, for: file.publicPurpose)
      return try replace { $0.publicKey = sealed }
    } catch {
      return file
    }
  }

  /// Changes the file; safe if other programs change it at the same time.
  ///
  /// - Returns: The resulting file.
  private func replace(
    changing change: (inout KeyBagFile) throws(ProtectionError) -> Void
  ) throws(ProtectionError) -> KeyBagFile {
    let lock = FileLock(
      owning: try PlainFile.open(path + ".attempts", flags: O_RDWR | O_CREAT))
    guard lock.take(timeout: 5000, interval: 10) == .taken else {
      throw .unusable("another program is changing \(path)")
    }
    defer { lock.release() }
    var file = try stored()
    try change(&file)
    let bytes = file.bytes
    try PlainFile.replace(path) { (descriptor) throws(ProtectionError) in
      try PlainFile.append(bytes, to: descriptor, path)
    }
    return file
  }

  /// Wipes the keys that must not outlive a lock.
  public func lock() {
    state.withLock { state in
      state.keys[.complete] = nil
      state.keys[.completeUnlessOpen] = nil
    }
  }

  /// Rewraps the master key; no protected file has to be rewritten.
  public func changePassphrase(
    from old: Passphrase, to new: Passphrase
  ) throws(ProtectionError) {
    let (former, master) = try attempts.trying {
      () throws(ProtectionError) in
      let former = try stored()
      return (former, try former.master(opening: old))
    }
    var fresh = former
    fresh.salt = try Sealing.random(32)
    try fresh.wrap(master, with: new)
    let (salt, wrapped) = (fresh.salt, fresh.master)
    let changed = try replace { (file) throws(ProtectionError) in
      guard file.master == former.master else {
        throw .unusable("another program changed the passphrase meanwhile")
      }
      (file.salt, file.master) = (salt, wrapped)
    }
    state.withLock { $0.file = changed }
  }

  private static func shelfName(_ file: KeyBagFile) -> String {
    "reprise:" + file.identity.map { String($0, radix: 16) }.joined(separator: ".")
  }

  /// Unwraps the key of a class; records a damaged key.
  private static func take(
    _ kind: ProtectionClass, from wrapping: SecretKey, into state: inout State
  ) throws(ProtectionError) {
    let file = state.file
    guard
      var bytes = wrapping.open(file.keys[Int(kind.rawValue)], for: file.purpose(kind)),
      bytes.count == SecretKey.size
    else {
      state.damaged.insert(kind)
      return
    }
    state.keys[kind] = try SecretKey(wiping: &bytes)
  }
}

extension KeyBag {
  /// Creates a new, locked bag; never replaces an existing one.
  ///
  /// - Parameters:
  ///   - path: The path of the new bag, created with mode 0600.
  ///   - machineKey: The path of the machine's key; created if missing.
  ///   - passphrase: The passphrase that opens the bag. If it is forgotten, all data in classes
  ///     other than ``ProtectionClass/none`` is lost.
  public static func make(
    at path: String, machineKey: String, passphrase: Passphrase
  ) throws(ProtectionError) -> KeyBag {
    try make(
      at: path, machineKey: machineKey, passphrase: passphrase, cost: .standard,
      shelf: KernelKeyring())
  }

  /// Starts to count wrong passphrases for a bag that was restored from a backup.
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

/// Protects saved state with the strictest class: the contents of the screen are closed while locked.
extension KeyBag: PassphraseKeyProvider {
  /// See `KeyProvider.name`.
  public var name: String { "passphrase" }

  /// See `KeyProvider.promise`.
  public var promise: String {
    "sealed with a key that only the passphrase opens: without it no one can read the saved state"
  }

  private static let purpose = Array("session key".utf8)

  /// Seals a session's key.
  ///
  /// - Throws: `StateError.locked` while the bag is locked.
  public func wrap(_ key: [UInt8]) throws -> Data {
    do {
      return Data(try seal(key, for: Self.purpose, protection: .complete))
    } catch {
      throw StateError.locked("\(error)")
    }
  }

  /// Opens a session's key.
  ///
  /// - Throws: `StateError.locked` while the bag is locked, or if another bag sealed the key.
  public func unwrap(_ wrapped: Data) throws -> [UInt8] {
    do {
      return try open(Array(wrapped), for: Self.purpose, protection: .complete)
    } catch {
      throw StateError.locked("\(error)")
    }
  }

  /// Opens all classes.
  public func unlock(typed passphrase: String) throws {
    try unlock(passphrase: Passphrase(passphrase))
  }
}

/// Seals bytes with the key of a class, for a database or another store.
extension KeyBag {
  /// Seals bytes; ``open(_:for:protection:)`` with the same purpose returns them.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to seal.
  ///   - purpose: The use of the bytes. Bytes moved to a place that expects another purpose do not
  ///     open.
  ///   - kind: The class. In ``ProtectionClass/completeUnlessOpen``, new bytes can be sealed while
  ///     locked.
  /// - Throws: ``ProtectionError/locked(_:)`` while the class is closed.
  public func seal(
    _ bytes: [UInt8], for purpose: [UInt8], protection kind: ProtectionClass
  ) throws(ProtectionError) -> [UInt8] {
    guard kind != .completeUnlessOpen else {
      let (sealed, ephemeral) = try sealUnlessOpen(bytes, salt: [], bag: identity) { _ in
        Self.binding(purpose, kind)
      }
      return ephemeral + sealed
    }
    return try withKey(kind) { (key) throws(ProtectionError) in
      try key.seal(bytes, for: Self.binding(purpose, kind))
    }
  }

  /// Opens what ``seal(_:for:protection:)`` sealed.
  ///
  /// - Throws: ``ProtectionError/locked(_:)`` while the class is closed, and
  ///   ``ProtectionError/damaged(_:)`` if the bytes were changed or sealed by another bag.
  public func open(
    _ sealed: [UInt8], for purpose: [UInt8], protection kind: ProtectionClass
  ) throws(ProtectionError) -> [UInt8] {
    let opened = try withKey(kind) { (key) throws(ProtectionError) -> [UInt8]? in
      guard kind == .completeUnlessOpen else {
        return key.open(sealed, for: Self.binding(purpose, kind))
      }
      return Self.openUnlessOpen(
        Array(sealed.dropFirst(SecretKey.size)), Array(sealed.prefix(SecretKey.size)), with: key,
        for: Self.binding(purpose, kind), salt: [], bag: identity)
    }
    guard let opened else { throw .damaged("what \(path) protects") }
    return opened
  }

  /// Separates these bytes from the keys of files: neither opens as the other.
  private static func binding(_ purpose: [UInt8], _ kind: ProtectionClass) -> [UInt8] {
    Array("bytes".utf8) + [0, kind.rawValue] + purpose
  }
}

/// Writing while locked: the public key seals, and only the private key opens (contract 8.3.5).
extension KeyBag {
  /// Seals bytes with a key that is used once.
  ///
  /// - Parameter purpose: The use of the bytes, which may depend on the public half.
  /// - Returns: The sealed bytes, and the public half of the key, which is needed to open them.
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

  /// Opens the result of ``sealUnlessOpen(_:salt:bag:for:)``; `nil` for another key or changed bytes.
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
