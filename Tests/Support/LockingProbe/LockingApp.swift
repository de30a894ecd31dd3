import RepriseSystem
import Foundation
import RepriseSecurity
import Reprise

/// A small app behind a passphrase that records its calls.
///
/// Each process appends lines to `HOME/diary`. The key `n` opens a form over the list, `l` locks, any other letter is
/// counted and shown. The encryption keys are in `keys.bag` in its data directory.
@main
final class LockingApp: RepriseApp {
  let name = "locking"

  init() {}

  /// Records the end of the process, once, however often it is accessed.
  private static let noteEnd: Void = { atexit { Diary.note("process ends") } }()

  func protectedData(_ launch: Launch) throws -> (any PassphraseKeyProvider)? {
    Self.noteEnd
    let data = try launch.directories.makeData()
    let keys = TellingKeys(
      try KeyBag(path: data + "/keys.bag", machineKey: data + "/machine.key"))
    Diary.note("protectedData, unlocked: \(keys.isUnlocked)")
    return keys
  }

  func passphraseViewController() -> PassphraseViewController {
    Diary.note("passphraseViewController")
    return PassphraseViewController(title: "The probe is locked")
  }

  func register(in registry: inout RestorationRegistry) {
    registry.register(Page.self, as: "page")
  }

  func makeScene(_ launch: Launch) -> Scene {
    Diary.note("makeScene")
    var scene = Scene(delegate: TellingDelegate(), root: root)
    scene.watchSystem(launch)
    scene.willConnect = { application in
      Diary.note("willConnect")
      TellingDelegate.listen(to: application)
      // A busy machine must not sleep too early.
      application.dataLock.sleepDelay = .seconds(60)
    }
    return scene
  }

  func root(_ application: Application) -> ViewController {
    Diary.note("root")
    return Page("list")
  }
}
