import Reprise
import RepriseTesting
import Testing

/// What a pilot notices by itself, so that no test has to look.
@Suite struct PilotTests {
  @Test func aForgottenMarkFailsTheTest() throws {
    let pilot = try Pilot.showing { Worded("screen") }
    try withKnownIssue {
      pilot.root(Worded.self)?.unmarked = "forgotten"
      try pilot.press(.character("."))
    } matching: { issue in
      issue.comments.contains { "\($0)".contains("unmarked") }
    }
  }

  @Test func aTestThatProvokesProblemsTakesThemOff() throws {
    let pilot = try Pilot.showing { Worded("screen") }
    let problems = try pilot.problems {
      pilot.root(Worded.self)?.unmarked = "forgotten"
      try pilot.press(.character("."))
    }
    #expect(problems.count == 1)
    #expect(problems.first?.contains("unmarked") == true)
    pilot.root(Worded.self)?.word = "marked"
    try pilot.press(.character("."))
  }

  @Test func withoutAuditsNothingIsSaid() throws {
    let screen = Worded("screen")
    let pilot = try Pilot(audits: false) { device, store in
      let application = Application(delegate: Silent(), device: device, store: store)
      application.window.rootViewController = screen
      return application
    }
    screen.unmarked = "forgotten"
    try pilot.press(.character("."))
  }

  private final class Silent: ApplicationDelegate {
    func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
      true
    }
  }
}
