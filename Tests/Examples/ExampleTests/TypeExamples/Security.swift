import Foundation
import Reprise
import RepriseSecurity
import RepriseTesting
import Testing

@Suite(.leavesMainActorAlone) struct SecurityExamples {
  private let home = TemporaryHome()

  @Test func aDiaryIsLocked() throws {
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
    #expect(throws: ProtectionError.locked(.complete)) { try bag.contents(of: data + "/diary") }
    try bag.unlock(passphrase: Passphrase(typed))
    let file: ProtectedFile = try bag.open(data + "/diary")
    #expect(try file.contents() == Array(secret.utf8))
  }

  @MainActor private func unlock(
    _ bag: KeyBag, with field: TextField, in application: Application
  ) throws {
    try application.unlockProtectedData { try bag.unlock(passphrase: Passphrase(field.text)) }
  }

  @Test func aFileIsProtectedByItsUse() {
    func protection(isReadInBackground: Bool) -> ProtectionClass {
      isReadInBackground ? .completeUntilFirstUserAuthentication : .complete
    }
    #expect(protection(isReadInBackground: false) == .complete)
  }
}
