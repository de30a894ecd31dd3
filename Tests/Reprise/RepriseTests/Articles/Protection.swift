import Foundation
import RepriseSecurity
import Reprise

struct Diary {
  let bag: KeyBag
  let file: String

  func add(_ line: String) throws {
    let isNew = !FileManager.default.fileExists(atPath: file)
    let old = isNew ? [] : try bag.contents(of: file)
    try bag.write(old + Array((line + "\n").utf8), to: file, protection: .complete)
  }
}

struct DiaryApp: RepriseApp {
  let name = "diary"

  func protectedData(_ launch: Launch) throws -> (any PassphraseKeyProvider)? {
    let data = try launch.directories.makeData()
    guard FileManager.default.fileExists(atPath: data + "/keys.bag") else { return nil }
    return try KeyBag(path: data + "/keys.bag", machineKey: data + "/machine.key")
  }

  func root(_ application: Application) -> ViewController { ViewController() }
}

final class DiaryScreen: ViewController {
  private let bag: KeyBag
  private let field = TextField()

  init(_ application: Application, _ bag: KeyBag) {
    self.bag = bag
    super.init()
    application.protectedData = bag
    field.isSecureTextEntry = true
  }

  override func loadView() -> View { field }

  func lock() { view.window?.application?.lockProtectedData() }

  func unlock() throws {
    let passphrase = Passphrase(field.text)
    field.text = ""
    try view.window?.application?.unlockProtectedData { try bag.unlock(passphrase: passphrase) }
  }
}
