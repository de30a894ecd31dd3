import Reprise
import RepriseTesting
import Testing

/// A destructive key right after Esc has closed something may be the last piece of a torn key.
@Suite struct EscapeGuardTests {
  private final class List: ViewController {
    private(set) var gone = 0
    private(set) var marked = 0

    override init() {
      super.init()
      restorationIdentifier = "list"
    }

    override var actions: [Action] { made }
    private lazy var made = [
      Action("list.discard", "Discard draft", "D", "d d", role: .destructive, for: self) {
        $0.gone += 1
      },
      Action("list.mark", "Mark", "m", for: self) { $0.marked += 1 },
      Action("list.sheet", "Sheet", "s", for: self) { $0.present(ViewController()) },
    ]
  }

  private static let said = "D ignored; press it again to discard draft"

  private func pilot(pace: Duration) throws -> (Pilot, List) {
    let pilot = try Pilot.showing { List() }
    pilot.pace = pace
    return (pilot, try #require(pilot.root(List.self)))
  }

  private func press(_ keys: String, _ pilot: Pilot) throws {
    for key in KeyScript(keys).keys { try pilot.press(key) }
  }

  @Test func aDestructiveKeyRightAfterEscIsIgnoredOnce() throws {
    let (pilot, list) = try pilot(pace: .milliseconds(60))
    try press("s<Esc>D", pilot)
    #expect(list.gone == 0)
    #expect(pilot.screen.contains(Self.said), "\(pilot.screen)")
    try press("D", pilot)
    #expect(list.gone == 1, "pressed again it works at once")
    #expect(!pilot.screen.contains("ignored"))
    try press("DD", pilot)
    #expect(list.gone == 3)
  }

  @Test(arguments: [(299, 0), (300, 1), (1000, 1)])
  func theWaitIs300Milliseconds(_ pause: Int, _ gone: Int) throws {
    let (pilot, list) = try pilot(pace: .milliseconds(pause))
    try press("s<Esc>D", pilot)
    #expect(list.gone == gone)
  }

  @Test func otherKeysWorkAndDoNotEndTheWait() throws {
    let (pilot, list) = try pilot(pace: .milliseconds(60))
    try press("s<Esc>mmD", pilot)
    #expect(list.marked == 2 && list.gone == 0)
    #expect(pilot.screen.contains(Self.said))
  }

  @Test func keysOfSeveralPressesAreNamed() throws {
    let (pilot, list) = try pilot(pace: .milliseconds(60))
    try press("s<Esc>dd", pilot)
    #expect(list.gone == 0)
    #expect(pilot.screen.contains("d d ignored; press it again to discard draft"))
    try press("dd", pilot)
    #expect(list.gone == 1)
  }

  /// No one has seen the line yet while a burst of keys arrives.
  @Test func typedAheadNothingCountsAsPressedAgain() throws {
    let (pilot, list) = try pilot(pace: .milliseconds(60))
    try press("s", pilot)
    pilot.terminal.send(
      [KeyPress(.escape), .character("D"), .character("D")].map(TerminalEvent.key))
    #expect(list.gone == 0)
    try press("D", pilot)
    #expect(list.gone == 1)
  }

  @Test func anEscThatClosedNothingAndOtherWaysOutDoNotCount() throws {
    let (pilot, list) = try pilot(pace: .milliseconds(60))
    try press("<Esc>D", pilot)
    #expect(list.gone == 1)
    try press("s<^C>D", pilot)
    #expect(list.gone == 2)
  }

  /// The line is part of the state, but the wait isn't: a new process begins at the first byte of a key.
  @Test func afterAKillTheKeyWorks() throws {
    let (pilot, _) = try pilot(pace: .milliseconds(60))
    try press("s<Esc>D", pilot)
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
    try press("D", pilot)
    #expect(pilot.root(List.self)?.gone == 1)
  }
}
