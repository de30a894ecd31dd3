import Reprise
import RepriseTesting
import Testing

/// Problems that a pilot detects automatically.
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

  @Test func provokedProblemsAreReturned() throws {
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

  /// A screen ported from UIKit: its encoder reads a field, and nothing marks the screen when the field changes.
  private final class Ported: ViewController {
    let field = TextField()

    override init() {
      super.init()
      restorationIdentifier = "ported"
    }

    override func loadView() -> View { Column { field } }

    override func encodeRestorableState(with coder: Coder) {
      super.encodeRestorableState(with: coder)
      coder.encode(field.text, forKey: "text")
    }
  }

  /// Only marked objects are encoded: a kill would lose what was typed.
  @Test func aFieldThatItsScreensEncoderReadsIsNoticedWhenItChanges() throws {
    let pilot = try Pilot.showing { Ported() }
    let problems = try pilot.problems { try pilot.type("Du") }
    #expect(problems.count == 2)
    #expect(
      problems.first?.contains(#"Ported ported: text: saved string(""), is string("D")"#) == true)
    #expect(problems.first?.contains("setNeedsPreservation()") == true)
    pilot.root(Ported.self)?.setNeedsPreservation()
    try pilot.settle()
  }

  @Test func aLargeValueIsReportedInAFewWords() throws {
    let pilot = try Pilot.showing { Worded("screen") }
    let long = String(repeating: "0123456789", count: 100_000)
    pilot.root(Worded.self)?.word = long
    try pilot.press(.character("."))
    let problems = try pilot.problems {
      pilot.root(Worded.self)?.unmarked = long + "x"
      try pilot.press(.character("."))
    }
    #expect(problems.count == 1)
    #expect(
      problems.allSatisfy { $0.count < 1_000 && $0.contains("1000001 bytes in all") }, "\(problems)"
    )
  }

  @Test func withoutAuditsNothingIsReported() throws {
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
