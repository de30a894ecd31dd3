import Foundation
import RepriseTesting
import Testing

@testable import RepriseSecurity

/// A key bag opens with its passphrase only, and survives what a file can hold.
@Suite(.timeLimit(.minutes(60))) struct KeyBagTests {
  private let home = TemporaryHome()
  private var directory: String { home.path }
  private let cheap = ScryptCost(rounds: 4)
  private let shelf = MemoryShelf()
  private let right = Passphrase("correct horse")
  private let wrong = Passphrase("battery staple")
  private var path: String { directory + "/keys.bag" }
  private var machine: String { directory + "/machine.key" }

  private func make() throws -> KeyBag {
    try KeyBag.make(at: path, machineKey: machine, passphrase: right, cost: cheap, shelf: shelf)
  }

  private func reopen() throws -> KeyBag {
    try KeyBag(path: path, machineKey: machine, floor: cheap, shelf: shelf)
  }

  /// A second bag of this machine.
  private func makeOther() throws -> KeyBag {
    try KeyBag.make(
      at: directory + "/other.bag", machineKey: machine, passphrase: wrong, cost: cheap,
      shelf: shelf)
  }

  private func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

  private func put(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: path)) }

  @Test func theFilesAreTheirOwnersAlone() throws {
    _ = try make()
    for path in [path, machine] {
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
    #expect(throws: ProtectionError.exists(path)) { _ = try make() }
  }

  /// As a window that asks for the passphrase while another program changes it.
  @Test func bagOpensWithTheCurrentPassphrase() throws {
    let bag = try make()
    let new = Passphrase("another one")
    try reopen().changePassphrase(from: right, to: new)
    #expect(throws: ProtectionError.wrongPassphrase) { try bag.unlock(passphrase: right) }
    #expect(!bag.isUnlocked)
    try bag.unlock(passphrase: new)
    #expect(bag.isUnlocked)
  }

  @Test func aBagDoesNotOpenAnotherInItsPlace() throws {
    let bag = try make()
    unlink(path)
    _ = try make()
    #expect {
      try bag.unlock(passphrase: right)
    } throws: {
      "\($0)".contains("another program has replaced the keys at")
    }
  }

  @Test func aLockClosesTheClassesThatAreToBeClosed() throws {
    let bag = try make()
    #expect(ProtectionClass.allCases.filter(bag.isAvailable) == [.none])
    try bag.unlock(passphrase: right)
    #expect(ProtectionClass.allCases.allSatisfy(bag.isAvailable))
    bag.lock()
    #expect(
      ProtectionClass.allCases.filter(bag.isAvailable) == [
        .none, .completeUntilFirstUserAuthentication,
      ])
  }

  /// The system removes the key when the machine restarts.
  @Test func whatTheFirstUnlockOpensStaysOpenUntilTheMachineStartsAnew() throws {
    let first = ProtectionClass.completeUntilFirstUserAuthentication
    #expect(!(try make()).isAvailable(first))
    #expect(!(try reopen()).isAvailable(first))
    let bag = try reopen()
    #expect(!bag.outlivesProgram)
    try bag.unlock(passphrase: right)
    #expect(bag.outlivesProgram)
    bag.lock()
    let later = try reopen()
    #expect(later.isAvailable(first) && !later.isAvailable(.complete) && later.outlivesProgram)
    shelf.clear()
    #expect(!(try reopen()).isAvailable(first))
  }

  @Test func openedKeyIsNotUsedForAnotherBag() throws {
    let bag = try make()
    try bag.unlock(passphrase: right)
    let other = try makeOther()
    #expect(!other.isAvailable(.completeUntilFirstUserAuthentication) && !other.outlivesProgram)
    try other.unlock(passphrase: wrong)
    let secret = Array("hers".utf8)
    let sealed = try bag.seal(
      secret, for: [], protection: .completeUntilFirstUserAuthentication)
    let later = try reopen()
    #expect(
      try later.open(sealed, for: [], protection: .completeUntilFirstUserAuthentication) == secret)
  }

  @Test func withoutAShelfEachProgramIsGivenThePassphrase() throws {
    shelf.isFull = true
    let bag = try make()
    try bag.unlock(passphrase: right)
    #expect(bag.isAvailable(.completeUntilFirstUserAuthentication) && !bag.outlivesProgram)
    #expect(!(try reopen()).isAvailable(.completeUntilFirstUserAuthentication))
  }

  @Test func aWrongPassphraseSaysSoAndFiveHaveTheNextWait() throws {
    let bag = try make()
    for _ in 0..<4 {
      #expect(throws: ProtectionError.wrongPassphrase) { try bag.unlock(passphrase: wrong) }
    }
    #expect(throws: ProtectionError.wrongOnceMore(seconds: 1), "it says both") {
      try bag.unlock(passphrase: wrong)
    }
    #expect(throws: ProtectionError.wait(seconds: 1)) { try bag.unlock(passphrase: right) }
    #expect(throws: ProtectionError.wait(seconds: 1)) { try reopen().unlock(passphrase: right) }
    usleep(1_100_000)
    try reopen().unlock(passphrase: right)
    #expect(throws: ProtectionError.wrongPassphrase, "the count began again") {
      try bag.unlock(passphrase: wrong)
    }
  }

  /// Otherwise the change would be a way to guess for nothing.
  @Test func aWrongPassphraseThatIsToBeChangedCountsAsAnyOther() throws {
    let bag = try make()
    for _ in 0..<4 {
      #expect(throws: ProtectionError.wrongPassphrase) {
        try bag.changePassphrase(from: wrong, to: right)
      }
    }
    #expect(throws: ProtectionError.wrongOnceMore(seconds: 1)) {
      try bag.changePassphrase(from: wrong, to: right)
    }
    #expect(throws: ProtectionError.wait(seconds: 1)) {
      try bag.changePassphrase(from: right, to: wrong)
    }
    #expect(throws: ProtectionError.wait(seconds: 1)) { try bag.unlock(passphrase: right) }
  }

  @Test func aWaitOfAnotherStartBeginsAgainAndIsNeverEndless() throws {
    let bag = try make()
    let attempts = path + ".attempts"
    var record = [UInt8](repeating: 0xff, count: 12)
    record += [UInt8](repeating: UInt8(ascii: "0"), count: 36)
    try Data(record).write(to: URL(filePath: attempts))
    #expect(throws: ProtectionError.wait(seconds: 900)) { try bag.unlock(passphrase: right) }
  }

  @Test func changingThePassphraseLeavesTheClassKeys() throws {
    let bag = try make()
    let before = try bytes()
    try bag.changePassphrase(from: right, to: wrong)
    #expect(try bytes().suffix(300) == before.suffix(300))
    #expect(throws: ProtectionError.wrongPassphrase) { try reopen().unlock(passphrase: right) }
    try bag.unlock(passphrase: wrong)
    try reopen().unlock(passphrase: wrong)
  }

  @Test func eachDamagedByteIsAClearError() throws {
    _ = try make()
    let whole = try bytes()
    for position in whole.indices {
      var damaged = whole
      damaged[position] ^= 0x40
      try put(damaged)
      guard position >= whole.count - 300 else {
        #expect(throws: ProtectionError.self, "byte \(position)") { _ = try reopen() }
        continue
      }
      shelf.clear()
      let bag = try reopen()
      try bag.unlock(passphrase: right)
      let index = (position - (whole.count - 300)) / 60
      let expected = ProtectionClass(rawValue: UInt8(min(index, 3))) ?? .none
      // The public key derives from the private one, which the passphrase opens.
      let lost: [ProtectionClass] = index == 4 ? [] : [expected]
      #expect(bag.damagedClasses == Set(lost), "byte \(position)")
      #expect(ProtectionClass.allCases.filter { !bag.isAvailable($0) } == lost)
    }
    for count in 0..<whole.count {
      try put(Array(whole.prefix(count)))
      #expect(throws: ProtectionError.damaged(path), "\(count) bytes") { _ = try reopen() }
    }
    try put(whole + [0])
    #expect(throws: ProtectionError.damaged(path)) { _ = try reopen() }
  }

  /// Data that a lock must close would be sealed with a key that stays.
  @Test func aKeyInThePlaceOfAnotherClassIsDamaged() throws {
    _ = try make()
    let (complete, first) = (
      ProtectionClass.complete, ProtectionClass.completeUntilFirstUserAuthentication
    )
    var file = try KeyBagFile(bytes(), path: path, floor: cheap)
    file.keys.swapAt(Int(complete.rawValue), Int(first.rawValue))
    try put(file.bytes)
    let bag = try reopen()
    try bag.unlock(passphrase: right)
    #expect(bag.damagedClasses == [complete, first])
    #expect(!bag.isAvailable(complete) && !bag.isAvailable(first))
  }

  @Test func publicKeyOfAnotherBagIsRefused() throws {
    _ = try make()
    _ = try makeOther()
    let other = try Data(contentsOf: URL(filePath: directory + "/other.bag"))
    var file = try KeyBagFile(bytes(), path: path, floor: cheap)
    file.publicKey = try KeyBagFile(Array(other), path: path, floor: cheap).publicKey
    try put(file.bytes)
    let bag = try reopen()
    #expect(throws: ProtectionError.damagedKey(.completeUnlessOpen)) {
      _ = try bag.seal([1], for: [], protection: .completeUnlessOpen)
    }
  }

  @Test func aNewerBagIsNotGuessedAt() throws {
    _ = try make()
    var newer = try bytes()
    newer[8] = 2
    try put(newer)
    #expect(throws: ProtectionError.newer(path, version: 2)) { _ = try reopen() }
  }

  @Test func aFileCanAskForNoCostOutOfBounds() throws {
    #expect(ScryptCost.standard == ScryptCost(rounds: 17, blockSize: 8, parallelism: 1))
    #expect(ScryptCost.standard.isAcceptable(floor: .standard))
    for cost in [
      ScryptCost(rounds: 16), ScryptCost(rounds: 21), ScryptCost(rounds: 255),
      ScryptCost(blockSize: 7), ScryptCost(blockSize: 255), ScryptCost(parallelism: 0),
      ScryptCost(parallelism: 5), ScryptCost(rounds: 20, blockSize: 16),
    ] {
      #expect(!cost.isAcceptable(floor: .standard), "\(cost)")
    }
    _ = try make()
    #expect(throws: ProtectionError.damaged(path), "a cheap bag is refused in public") {
      _ = try KeyBag(path: path, machineKey: machine)
    }
  }

  @Test func anotherMachineOpensNothingOfItself() throws {
    _ = try make()
    try Data(repeating: 7, count: 32).write(to: URL(filePath: machine))
    let bag = try reopen()
    #expect(bag.damagedClasses.isSuperset(of: [.none, .completeUnlessOpen]))
    try bag.unlock(passphrase: right)
    #expect(bag.isAvailable(.complete))
  }

  /// An attacker who can write the login's files can replace the public key until the next unlock.
  @Test func foreignPublicKeyIsDetectedAndCorrected() throws {
    let (secret, purpose) = (Array("a new one".utf8), Array("item".utf8))
    let honest = try make().seal(secret, for: purpose, protection: .completeUnlessOpen)
    var file = try KeyBagFile(bytes(), path: path, floor: cheap)
    let theirs = try SecretKey.random()
    file.publicKey = try MachineKey.existing(machine).seal(
      try theirs.publicHalf(), for: file.publicPurpose)
    try put(file.bytes)
    let bag = try reopen()
    let stolen = try bag.seal(secret, for: purpose, protection: .completeUnlessOpen)
    #expect(!bag.hadForeignKey)
    try bag.unlock(passphrase: right)
    #expect(bag.hadForeignKey && bag.damagedClasses.isEmpty)
    #expect(try bag.open(honest, for: purpose, protection: .completeUnlessOpen) == secret)
    #expect(throws: ProtectionError.damaged("what \(path) protects")) {
      _ = try bag.open(stolen, for: purpose, protection: .completeUnlessOpen)
    }
    // The same holds for this program and for a later one that was never unlocked.
    for other in [bag, try reopen()] {
      other.lock()
      let sealed = try other.seal(secret, for: purpose, protection: .completeUnlessOpen)
      let opener = try reopen()
      try opener.unlock(passphrase: right)
      #expect(try opener.open(sealed, for: purpose, protection: .completeUnlessOpen) == secret)
      #expect(!opener.hadForeignKey)
    }
  }

  @Test func onAnotherMachineThePassphraseLetsItWriteWhileLockedAgain() throws {
    let (secret, purpose) = (Array("a new one".utf8), Array("item".utf8))
    let former = try make().seal(secret, for: purpose, protection: .completeUnlessOpen)
    unlink(machine)
    let bag = try reopen()
    #expect(throws: ProtectionError.damagedKey(.completeUnlessOpen)) {
      _ = try bag.seal(secret, for: purpose, protection: .completeUnlessOpen)
    }
    try bag.unlock(passphrase: right)
    #expect(bag.damagedClasses == [.none])
    #expect(try bag.open(former, for: purpose, protection: .completeUnlessOpen) == secret)
    let locked = try reopen()
    let sealed = try locked.seal(secret, for: purpose, protection: .completeUnlessOpen)
    #expect(try bag.open(sealed, for: purpose, protection: .completeUnlessOpen) == secret)
  }

  @Test func rule_8_3_5_newBytesAreSealedWhileLockedAndOpenWithThePassphrase() throws {
    let bag = try make()
    let (secret, purpose) = (Array("a new one".utf8), Array("item".utf8))
    let sealed = try bag.seal(secret, for: purpose, protection: .completeUnlessOpen)
    #expect(sealed.count == secret.count + 60)
    let other = try bag.seal(secret, for: purpose, protection: .completeUnlessOpen)
    #expect(sealed.prefix(32) != other.prefix(32), "a key is used twice")
    #expect(throws: ProtectionError.locked(.completeUnlessOpen)) {
      _ = try bag.open(sealed, for: purpose, protection: .completeUnlessOpen)
    }
    try bag.unlock(passphrase: right)
    #expect(try bag.open(sealed, for: purpose, protection: .completeUnlessOpen) == secret)
    for position in sealed.indices {
      var damaged = sealed
      damaged[position] ^= 1
      #expect(throws: ProtectionError.self, "byte \(position)") {
        _ = try bag.open(damaged, for: purpose, protection: .completeUnlessOpen)
      }
    }
    for short in [0, 31, 32, 59] {
      #expect(throws: ProtectionError.self, "\(short) bytes") {
        _ = try bag.open(
          Array(sealed.prefix(short)), for: purpose, protection: .completeUnlessOpen)
      }
    }
    #expect(throws: ProtectionError.self, "moved to another purpose") {
      _ = try bag.open(sealed, for: Array("draft".utf8), protection: .completeUnlessOpen)
    }
  }

  @Test func nonRegularFileIsNotRead() throws {
    symlink("/dev/zero", path)
    #expect(throws: ProtectionError.foreign("\(path) is a link; it is not followed")) {
      _ = try reopen()
    }
  }
}
