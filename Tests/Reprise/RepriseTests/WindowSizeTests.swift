import Reprise
import RepriseTesting
import Testing

/// An app may prefer a size; the terminal is asked for it where the person allows that.
@Suite struct WindowSizeTests {
  private func wish(
    in size: Size, mayResize: Bool = true, preferred: Size? = Size(width: 100, height: 30)
  ) throws -> (Pilot, Size?) {
    let pilot = try Pilot(size: size) { device, store in
      let application = Application(delegate: Keeping(), device: device, store: store)
      application.preferredWindowSize = preferred
      application.mayResizeTerminal = mayResize
      return application
    }
    return (pilot, pilot.terminal.requestedSize)
  }

  private final class Keeping: ApplicationDelegate {
    func applicationWillFinishLaunching(_ application: Application) {
      let screen = ViewController()
      screen.restorationIdentifier = "screen"
      application.window.rootViewController = screen
    }
  }

  @Test func aSmallerWindowIsAskedToGrow() throws {
    #expect(try wish(in: Size(width: 80, height: 24)).1 == Size(width: 100, height: 30))
    #expect(try wish(in: Size(width: 120, height: 24)).1 == Size(width: 120, height: 30))
    #expect(try wish(in: Size(width: 120, height: 40)).1 == nil, "it is large enough")
  }

  @Test func whoDoesNotWantThatIsNotAsked() throws {
    let small = Size(width: 80, height: 24)
    #expect(try wish(in: small, mayResize: false).1 == nil)
    #expect(try wish(in: small, preferred: nil).1 == nil)
  }

  @Test func obeyingTerminalReportsAnOrdinaryResize() throws {
    let (pilot, wanted) = try wish(in: Size(width: 80, height: 24))
    var told = 0
    pilot.application.observe(.windowSize, with: pilot) { told += 1 }
    try pilot.resize(to: try #require(wanted))
    #expect(told == 1 && pilot.application.window.frame.size == wanted)
    #expect(pilot.problems == [])
  }
}
