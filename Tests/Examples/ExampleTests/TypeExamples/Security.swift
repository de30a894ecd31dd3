import Foundation
import Reprise
import RepriseSecurity
import RepriseTesting
import Testing

@Suite(.leavesMainActorAlone) struct SecurityExamples {
  private let home = TemporaryHome()

  /// Compiled only: making a key from a passphrase is slow on purpose.
  private func lockDiary() throws {
    let (data, typed, secret) = (home.path, "correct horse battery", "Dear diary")
    func keep() throws -> KeyBag {
      let bag = try KeyBag.make(
        at: data + "/keys.bag", machineKey: data + "/machine.key", passphrase: Passphrase(typed))
      try bag.unlock(passphrase: Passphrase(typed))
      try bag.write(Array(secret.utf8), to: data + "/diary", protection: .complete)
      bag.lock()
      return bag
    }
    let bag = try keep()
    try bag.unlock(passphrase: Passphrase(typed))
    let file: ProtectedFile = try bag.open(data + "/diary")
    print(try file.contents().count)
  }

  @MainActor private func unlock(
    _ bag: KeyBag, with field: TextField, in application: Application
  ) throws {
    try application.unlockProtectedData { try bag.unlock(passphrase: Passphrase(field.text)) }
  }

  @Test func aMissingDiaryIsReported() {
    let missing = home.path + "/keys.bag"
    #expect(throws: ProtectionError.self) { try KeyBag(path: missing, machineKey: missing) }
  }

  @Test func aFileIsProtectedByItsUse() {
    func protection(isReadInBackground: Bool) -> ProtectionClass {
      isReadInBackground ? .completeUntilFirstUserAuthentication : .complete
    }
    #expect(protection(isReadInBackground: false) == .complete)
  }
}
