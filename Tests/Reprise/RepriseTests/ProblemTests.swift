import Reprise
import RepriseTesting
import Terminal
import Testing

/// A line about something that failed is seen, whatever was typed ahead.
@Suite struct ProblemTests {
  private func pilot() throws -> Pilot { try Pilot.library(size: Size(width: 60, height: 12)) }

  private func bottom(of pilot: Pilot) -> String {
    pilot.frame.plainText().split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test func keysTypedAheadDoNotTakeItAway() throws {
    let pilot = try pilot()
    pilot.application.window.show(problem: "the disk is full")
    pilot.terminal.send([.key(KeyPress(.down)), .key(KeyPress(.down))])
    #expect(bottom(of: pilot).contains("the disk is full"))
    try pilot.press(KeyPress(.down))
    #expect(!bottom(of: pilot).contains("the disk is full"))
  }

  @Test func keysGoToTheScreenBelowALine() throws {
    let (pilot, other) = (try pilot(), try pilot())
    let before = pilot.frame
    pilot.application.window.show(notice: "all is well")
    pilot.application.update()
    #expect(bottom(of: pilot).contains("all is well"))
    try pilot.press(KeyPress(.down))
    try other.press(KeyPress(.down))
    #expect(pilot.frame == other.frame)
    #expect(pilot.frame != before, "the key did something")
  }

  @Test func aNoticeDoesNotTakeItAwayUnseen() throws {
    let pilot = try pilot()
    pilot.application.window.show(problem: "the disk is full")
    pilot.application.window.show(notice: "all is well")
    pilot.application.update()
    #expect(bottom(of: pilot).contains("the disk is full"))
    pilot.application.window.show(notice: "all is well")
    pilot.application.update()
    #expect(bottom(of: pilot).contains("all is well"))
  }

  @Test func restoredProblemStaysAProblem() throws {
    let pilot = try pilot()
    pilot.application.window.show(problem: "the disk is full")
    pilot.application.update()
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
  }

  /// A problem that the app shows while it is set up is newer than the saved line.
  @Test(arguments: [nil, "an old line"], [false, true])
  func aProblemOfTheLaunchIsShownOverTheSavedLine(_ old: String?, isProblem: Bool) throws {
    var problem: String?
    let pilot = try Pilot(size: Size(width: 60, height: 12)) { device, store in
      let application = Application(delegate: Saying(), device: device, store: store)
      // As `connect` does in a `RepriseApp`.
      if let problem { application.window.show(problem: problem) }
      return application
    }
    try pilot.press(.character("."))
    if let old {
      pilot.application.window.show(notice: old, kind: isProblem ? .error : .information)
      pilot.application.update()
    }
    problem = "the feed cannot be read"
    try pilot.restartAndRestore()
    #expect(bottom(of: pilot).contains("the feed cannot be read"))
    let texts = pilot.application.window.notices.notices.map(\.text)
    #expect(texts == ["the feed cannot be read"] + (old.map { [$0] } ?? []), "the list keeps both")
    try pilot.press(.character("."))
    #expect(!bottom(of: pilot).contains("the feed cannot be read"))
    problem = nil
    try pilot.restartAndRestore()
    #expect(pilot.application.window.notices.notices.map(\.text) == texts)
    let numbers = pilot.application.window.notices.notices.map(\.number)
    #expect(numbers == numbers.sorted(by: >) && Set(numbers).count == numbers.count)
  }

  /// An app of one screen that keeps everything.
  private final class Saying: ApplicationDelegate {
    func applicationWillFinishLaunching(_ application: Application) {
      application.window.rootViewController = Worded("screen")
    }

    func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
      true
    }

    func application(_ application: Application, shouldRestoreApplicationState coder: Coder) -> Bool
    {
      true
    }
  }

  @Test func aKillBetweenDataAndStateIsBehindByOneEventOnly() throws {
    let pilot = try pilot()
    var comesBack: Frame?
    pilot.application.window.globalActions.append(
      Action("test.change", "Change data", "Z", isHinted: false) {
        try? pilot.restartAndRestore()
        comesBack = pilot.frame
      })
    pilot.terminal.send([KeyPress(.down), KeyPress(.down), .character("Z")].map(TerminalEvent.key))

    let other = try self.pilot()
    try other.press(KeyPress(.down), KeyPress(.down))
    #expect(comesBack == other.frame)
  }

  /// The key has done nothing then, so what it would have taken away is still there.
  @Test func aKillBeforeTheChangeOfDataKeepsTheLine() throws {
    let pilot = try pilot()
    var comesBack = ""
    pilot.application.window.globalActions.append(
      Action("test.change", "Change data", "Z", isHinted: false) { [self] in
        try? pilot.restartAndRestore()
        comesBack = bottom(of: pilot)
      })
    pilot.application.window.show(notice: "all is well")
    pilot.application.update()
    pilot.terminal.send([.key(.character("Z"))])
    #expect(comesBack.contains("all is well"))
  }

  /// The state stored before the change has the line that the key took away; the screen has not.
  @Test func aChangeOfDataDoesNotBringALineBack() throws {
    let pilot = try pilot()
    pilot.application.window.globalActions.append(
      Action("test.change", "Change data", "Z", isHinted: false) {
        pilot.application.noteDataChange()
      })
    pilot.application.window.show(notice: "all is well")
    pilot.application.update()
    try pilot.press(.character("Z"))
    #expect(!bottom(of: pilot).contains("all is well"))
  }
}
