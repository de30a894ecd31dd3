import Reprise
import RepriseTesting
import Testing

/// The defaults of a delegate (contract 1.1.1).
@Suite struct DelegateDefaultTests {
  private final class Saving: ApplicationDelegate {
    func applicationWillFinishLaunching(_ application: Application) {
      application.window.rootViewController = Worded("screen")
    }

    func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
      true
    }
  }

  @Test func savingAloneBringsNothingBack() throws {
    let pilot = try Pilot(size: Size(width: 50, height: 12)) { device, store in
      Application(delegate: Saving(), device: device, store: store)
    }
    pilot.root(Worded.self)?.word = "saved"
    try pilot.settle()
    try pilot.restartAndRestore()
    #expect(pilot.root(Worded.self)?.word == "")
    #expect(pilot.application.restorationReport.wasRefused)
  }
}
