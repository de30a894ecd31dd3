import Foundation
import RepriseTesting
import Testing

@testable import RepriseSecurity

/// When files of each class can be read and written.
@Suite(.timeLimit(.minutes(60))) struct ProtectedFileTests {
  private let home = TemporaryHome()
  private var directory: String { home.path }
  private let shelf = MemoryShelf()
  private let bag: KeyBag
  private let passphrase = Passphrase("correct horse")
  private static let secret = Array("The spare key lies under the third pot.".utf8)

  private var file: String { directory + "/diary" }

  init() throws {
    let directory = home.path
    bag = try KeyBag.make(
      at: directory + "/keys.bag", machineKey: directory + "/machine.key", passphrase: passphrase,
      cost: ScryptCost(rounds: 4), shelf: shelf)
  }

  private func raw() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: file))) }

  private func put(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: file)) }

  /// Another program, which has not been unlocked.
  private func otherProgram() throws -> KeyBag {
    try KeyBag(
      path: bag.path, machineKey: directory + "/machine.key", floor: ScryptCost(rounds: 4),
      shelf: shelf)
  }

  @Test(arguments: ProtectionClass.allCases)
  func rule_8_3_1_whatAFileSaysNeverLiesOnTheDisk(_ kind: ProtectionClass) throws {
    try bag.unlock(passphrase: passphrase)
    try bag.write(Self.secret, to: file, protection: kind)
    #expect(try bag.contents(of: file) == Self.secret)
    #expect(try bag.protection(of: file) == kind)
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
      let data = try Data(contentsOf: URL(filePath: directory + "/" + name))
      #expect(data.range(of: Data("spare key".utf8)) == nil, "\(name)")
    }
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    #expect(names == ["diary", "keys.bag", "keys.bag.attempts", "machine.key"], "nothing else")
  }

  @Test(arguments: [0, 1, 65535, 65536, 65537, 200_000])
  func contentsOfAnyLengthAreReadBack(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    try bag.write(bytes, to: file, protection: .none)
    #expect(try bag.contents(of: file) == bytes)
    var pieces: [Int] = []
    try bag.open(file).read { pieces.append($0.count) }
    #expect(pieces.reduce(0, +) == count && pieces.allSatisfy { $0 <= 65536 })
    if count > 0 {
      #expect(throws: ProtectionError.unusable("\(file) is larger than \(count - 1) bytes")) {
        try bag.contents(of: file, limit: count - 1)
      }
    }
  }

  // MARK: - Locked

  @Test func rule_8_3_3_noProtectionIsOpenWhileLocked() throws {
    try bag.write(Self.secret, to: file, protection: .none)
    #expect(try otherProgram().contents(of: file) == Self.secret)
    try bag.unlock(passphrase: passphrase)
    bag.lock()
    #expect(try bag.contents(of: file) == Self.secret, "a lock does not close it")
  }

  @Test func rule_8_3_4_completeIsClosedWhileLocked() throws {
    #expect(throws: ProtectionError.locked(.complete)) {
      try bag.write(Self.secret, to: file, protection: .complete)
    }
    try bag.unlock(passphrase: passphrase)
    try bag.write(Self.secret, to: file, protection: .complete)
    let handle = try bag.open(file)
    bag.lock()
    #expect(throws: ProtectionError.locked(.complete)) { try bag.contents(of: file) }
    #expect(throws: ProtectionError.locked(.complete)) { try bag.open(file) }
    #expect(throws: ProtectionError.locked(.complete)) { try handle.contents() }
    #expect(throws: ProtectionError.locked(.complete)) { try handle.replaceContents(with: [1]) }
    try bag.unlock(passphrase: passphrase)
    #expect(try handle.contents() == Self.secret)
  }

  @Test func rule_8_3_5_completeUnlessOpenGoesOnWhereItWasOpen() throws {
    try bag.unlock(passphrase: passphrase)
    try bag.write(Self.secret, to: file, protection: .completeUnlessOpen)
    let handle = try bag.open(file)
    bag.lock()
    #expect(throws: ProtectionError.locked(.completeUnlessOpen)) { try bag.contents(of: file) }
    #expect(throws: ProtectionError.locked(.completeUnlessOpen)) { try bag.open(file) }
    #expect(try handle.contents() == Self.secret)
    try handle.replaceContents(with: [1, 2, 3])
    #expect(try handle.contents() == [1, 2, 3])
    try bag.unlock(passphrase: passphrase)
    #expect(try bag.contents(of: file) == [1, 2, 3])
  }

  @Test func rule_8_3_5_aLockedProgramWritesNewFilesThatItCannotRead() throws {
    try bag.write(Self.secret, to: file, protection: .completeUnlessOpen)
    #expect(throws: ProtectionError.locked(.completeUnlessOpen)) { try bag.contents(of: file) }
    try bag.unlock(passphrase: passphrase)
    #expect(try bag.contents(of: file) == Self.secret)
  }

  @Test func foreignWriteWhileLockedIsLockedNotDamaged() throws {
    try bag.unlock(passphrase: passphrase)
    try bag.write(Self.secret, to: file, protection: .completeUnlessOpen)
    let handle = try bag.open(file)
    bag.lock()
    try otherProgram().write([9], to: file, protection: .completeUnlessOpen)
    #expect(throws: ProtectionError.locked(.completeUnlessOpen)) { try handle.contents() }
    try bag.unlock(passphrase: passphrase)
    #expect(try handle.contents() == [9])
  }

  @Test func rule_8_3_6_untilFirstAuthenticationIsOpenToLaterPrograms() throws {
    let kind = ProtectionClass.completeUntilFirstUserAuthentication
    #expect(throws: ProtectionError.locked(kind)) {
      try bag.write(Self.secret, to: file, protection: kind)
    }
    try bag.unlock(passphrase: passphrase)
    try bag.write(Self.secret, to: file, protection: kind)
    bag.lock()
    #expect(try bag.contents(of: file) == Self.secret)
    #expect(try otherProgram().contents(of: file) == Self.secret)
    shelf.clear()
    #expect(throws: ProtectionError.locked(kind)) { try otherProgram().contents(of: file) }
  }

  // MARK: - The class as an attribute

  @Test(arguments: ProtectionClass.allCases)
  func rule_8_3_2_theClassIsAnOptionOfWriting(_ kind: ProtectionClass) throws {
    try bag.unlock(passphrase: passphrase)
    try bag.write(Self.secret, to: file, protection: .none)
    try bag.write([1], to: file, protection: kind)
    #expect(try bag.protection(of: file) == kind)
    bag.lock()
    let isOpen = [.none, .completeUntilFirstUserAuthentication].contains(kind)
    #expect((try? bag.contents(of: file)) == (isOpen ? [1] : nil))
  }

  @Test func rule_8_3_2_anotherClassLeavesTheContentsSealedAsTheyAre() throws {
    try bag.unlock(passphrase: passphrase)
    try bag.write(Self.secret, to: file, protection: .none)
    let before = try raw()
    try bag.setProtection(.complete, of: file)
    let after = try raw()
    #expect(before.suffix(Self.secret.count + 28) == after.suffix(Self.secret.count + 28))
    #expect(try bag.protection(of: file) == .complete)
    bag.lock()
    #expect(throws: ProtectionError.locked(.complete)) { try bag.contents(of: file) }
    #expect(throws: ProtectionError.locked(.complete)) {
      try bag.setProtection(.none, of: file)
    }
    #expect(try raw() == after)
  }

  @Test func rule_8_3_8_aFileWithoutProtectionIsReplacedByAProtectedOne() throws {
    try put(Self.secret)
    #expect(try bag.protection(of: file) == nil)
    #expect(try bag.contents(of: file) == Self.secret)
    try bag.setProtection(.completeUnlessOpen, of: file)
    #expect(try bag.protection(of: file) == .completeUnlessOpen)
    #expect(Data(try raw()).range(of: Data("spare".utf8)) == nil)
    try bag.unlock(passphrase: passphrase)
    #expect(try bag.contents(of: file) == Self.secret)
  }

  @Test func aRefusalLeavesTheFileAsItWas() throws {
    try put(Self.secret)
    #expect(throws: ProtectionError.locked(.complete)) {
      try bag.setProtection(.complete, of: file)
    }
    #expect(try raw() == Self.secret)
    #expect(throws: ProtectionError.self) {
      try bag.write([1], to: directory + "/none/diary", protection: .none)
    }
  }

  // MARK: - What was tampered with

  @Test(arguments: ProtectionClass.allCases)
  func eachChangedByteIsNoticed(_ kind: ProtectionClass) throws {
    try bag.unlock(passphrase: passphrase)
    try bag.write(Self.secret, to: file, protection: kind)
    let whole = try raw()
    for position in whole.indices {
      var changed = whole
      changed[position] ^= 0x01
      try put(changed)
      // Without its first bytes it is a file like any other.
      if position < 8 {
        #expect(try bag.protection(of: file) == nil)
      } else {
        #expect(throws: ProtectionError.self, "byte \(position)") {
          try bag.contents(of: file)
        }
      }
    }
  }

  @Test func aFileThatIsCutIsDamaged() throws {
    try bag.write([UInt8](repeating: 7, count: 150_000), to: file, protection: .none)
    let whole = try raw()
    for count in [9, 100, 141, 142, 143, 142 + 65564, 142 + 2 * 65564, whole.count - 1] {
      try put(Array(whole.prefix(count)))
      #expect(throws: ProtectionError.damaged(file), "\(count) bytes") {
        try bag.contents(of: file)
      }
    }
    try put(whole + [0])
    #expect(throws: ProtectionError.damaged(file)) { try bag.contents(of: file) }
  }

  @Test func piecesDoNotChangePlaces() throws {
    try bag.write([UInt8](repeating: 7, count: 131_072), to: file, protection: .none)
    let whole = try raw()
    let (head, first, second) = (
      whole[..<142], whole[142..<142 + 65564], whole[(142 + 65564)...]
    )
    try put(Array(head + second + first))
    #expect(throws: ProtectionError.damaged(file)) { try bag.contents(of: file) }
  }

  /// Each piece is whole, and so is what is left.
  @Test func aFileThatIsCutWithItsLengthIsDamaged() throws {
    try bag.write([UInt8](repeating: 7, count: 131_072), to: file, protection: .none)
    var cut = Array(try raw().prefix(142 + 65564))
    cut.replaceSubrange(42..<50, with: withUnsafeBytes(of: UInt64(65536).littleEndian, Array.init))
    try put(cut)
    #expect(throws: ProtectionError.damaged(file)) { try bag.contents(of: file) }
  }

  /// A handle that is used while locked seals them with one key.
  @Test func piecesOfFormerContentsAreNotTakenForTheNewOnes() throws {
    try bag.unlock(passphrase: passphrase)
    try bag.write([1, 2, 3], to: file, protection: .completeUnlessOpen)
    let former = try raw()
    let handle = try bag.open(file)
    try handle.replaceContents(with: [4, 5, 6])
    try put(Array(try raw().prefix(142) + former.dropFirst(142)))
    #expect(throws: ProtectionError.damaged(file)) { try handle.contents() }
    #expect(throws: ProtectionError.damaged(file)) { try bag.contents(of: file) }
  }

  @Test func accessForOthersIsRemoved() throws {
    try bag.write(Self.secret, to: file, protection: .none)
    chmod(file, 0o644)
    #expect(try bag.contents(of: file) == Self.secret)
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func foreignOrNewerFileIsReported() throws {
    let other = try KeyBag.make(
      at: directory + "/other.bag", machineKey: directory + "/machine.key", passphrase: passphrase,
      cost: ScryptCost(rounds: 4), shelf: shelf)
    try other.write(Self.secret, to: file, protection: .none)
    #expect(throws: ProtectionError.foreign("\(file) belongs to another key bag")) {
      try bag.contents(of: file)
    }
    var newer = try raw()
    newer[8] = 2
    try put(newer)
    #expect(throws: ProtectionError.newer(file, version: 2)) { try bag.contents(of: file) }
  }

  @Test func nonRegularFileIsNotRead() throws {
    symlink("/etc/passwd", file)
    #expect(throws: ProtectionError.self) { try bag.contents(of: file) }
    mkfifo(file + ".pipe", 0o600)
    #expect(throws: ProtectionError.self) { try bag.contents(of: file + ".pipe") }
    #expect(throws: ProtectionError.self) { try bag.contents(of: directory) }
  }
}
