import Foundation
import Preservation
import RepriseTesting
import Reprise
import Testing

@Suite struct SessionExamples {
  private let home = TemporaryHome()

  /// Keys that a chip keeps, or another service: here a constant stands for it.
  struct ChipKeys: KeyProvider {
    let name = "chip"
    let promise = "sealed with a key that only this machine's chip has"
    private let mask: UInt8 = 0x5A

    func wrap(_ key: [UInt8]) throws -> Data { Data(key.map { $0 ^ mask }) }

    func unwrap(_ wrapped: Data) throws -> [UInt8] { wrapped.map { $0 ^ mask } }
  }

  @Test func aKeyIsWrappedAndUnwrapped() throws {
    let keys: any KeyProvider = ChipKeys()
    #expect(try keys.unwrap(keys.wrap([1, 2, 3])) == [1, 2, 3])
  }

  @Test func statesAreResealedForAnotherKey() throws {
    let state = StateHome(path: home.path + "/state")
    let login = try LoginKeyProvider(file: home.path + "/data/state.key")
    try state.resealAll(from: login, to: ChipKeys()) { isAlone in
      if isAlone() { try FileManager.default.removeItem(atPath: home.path + "/data/state.key") }
    }
    #expect(try LoginKeyProvider.existing(file: home.path + "/data/state.key") == nil)
  }

  @Test func nothingRunsWhileDataIsForgotten() throws {
    let state = StateHome(path: home.path + "/state")
    try state.whileNoneIsOpen { (sessions: [Session], isAlone) in
      for session in sessions { session.forgetOutline() }
      #expect(isAlone())
    }
  }

  @Test func aDamagedKeyIsExplained() throws {
    let path = home.path + "/state.key"
    try Data("damaged".utf8).write(to: URL(filePath: path))
    func explain() -> String? {
      do {
        _ = try LoginKeyProvider(file: path)
        return nil
      } catch let error as StateError {
        return error.description
      } catch {
        return "\(error)"
      }
    }
    #expect(explain() != nil)
  }

  @Test @MainActor func anAppRunsWithoutSavedState() {
    let store = StateStore(unavailable: "the disk is full")
    let application = Application(
      delegate: ExampleDelegate { ViewController() }, device: HeadlessTerminal(), store: store)
    #expect(store.warning == "nothing is being saved: the disk is full")
    #expect(application.state != .background)
  }

  /// Keys that a number opens, with a pause after a wrong one.
  final class NumberLock: PassphraseKeyProvider, @unchecked Sendable {
    struct Wrong: UnlockPause {
      var secondsLeft: Int?

      var description: String { "wrong number; try again in \(secondsLeft ?? 0) s" }

      func leaving(seconds: Int) -> Wrong { Wrong(secondsLeft: seconds) }
    }

    let name = "number"
    let promise = "sealed with a number"
    private(set) var isUnlocked = false

    func unlock(typed passphrase: String) throws {
      guard passphrase == "1234" else { throw Wrong(secondsLeft: 5) }
      isUnlocked = true
    }

    func lock() { isUnlocked = false }

    func wrap(_ key: [UInt8]) throws -> Data { Data(key.reversed()) }

    func unwrap(_ wrapped: Data) throws -> [UInt8] { wrapped.reversed() }
  }

  @Test func aWrongNumberCausesAPause() throws {
    let keys: any PassphraseKeyProvider = NumberLock()
    #expect(throws: NumberLock.Wrong.self) { try keys.unlock(typed: "0000") }
    try keys.unlock(typed: "1234")
    #expect(keys.isUnlocked)
  }
}
