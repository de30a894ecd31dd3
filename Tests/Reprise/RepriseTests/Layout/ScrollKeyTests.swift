import Reprise
import RepriseTesting
import Testing

/// A scroll view that takes the focus scrolls by keys.
@Suite struct ScrollKeyTests {
  private final class Terms: ViewController {
    let text = Label((1...40).map { "line \($0)" }.joined(separator: "\n"))
    private(set) lazy var scroll = ScrollView { text }.named("terms")
    private let count: Int

    init(lines count: Int = 40) {
      self.count = count
      super.init()
      restorationIdentifier = "terms"
    }

    override func loadView() -> View {
      text.text = (1...count).map { "line \($0)" }.joined(separator: "\n")
      scroll.takesFocus = true
      return Column {
        scroll
        Button("Accept").named("accept")
      }
    }
  }

  private func pilot(lines: Int = 40) throws -> Pilot {
    try Pilot.showing(size: Size(width: 40, height: 12)) { Terms(lines: lines) }
  }

  private func press(_ keys: String, _ pilot: Pilot) throws {
    for key in KeyScript(keys).keys { try pilot.press(key) }
  }

  private func first(_ pilot: Pilot) -> String {
    String(pilot.screen.prefix { $0 != "\n" && $0 != "█" && $0 != "▐" }).trimmed
  }

  @Test(arguments: [
    ("j", "line 2"), ("<Down>j", "line 3"), ("jjk", "line 2"), ("<PgDn>", "line 10"),
    ("<^F><^B>", "line 1"), ("<^D>", "line 6"), ("<^D><^U>", "line 1"), ("G", "line 31"),
    ("<End>", "line 31"), ("Ggg", "line 1"), ("G<Home>", "line 1"), ("Gj", "line 31"),
  ]) func keysScroll(_ keys: String, _ line: String) throws {
    let pilot = try pilot()
    try press(keys, pilot)
    #expect(first(pilot) == line, "\(pilot.screen)")
    #expect(pilot.problems == [])
  }

  @Test func positionAndFocusComeBackAfterAKill() throws {
    let pilot = try pilot()
    try press("<PgDn>jj", pilot)
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == before && first(pilot) == "line 12")
    try press("k", pilot)
    #expect(first(pilot) == "line 11")
  }

  @Test func aKeyThatLeadsNoFurtherMovesTheFocus() throws {
    let pilot = try pilot()
    try press("G<Down>", pilot)
    #expect(pilot.find("accept").isFocused)
    try press("<Up>", pilot)
    #expect(!pilot.find("accept").isFocused && first(pilot) == "line 31")
  }

  @Test func theWheelScrolls() throws {
    let pilot = try pilot()
    try pilot.send(.mouse(MouseEvent(.wheel(1), at: Point(x: 3, y: 3))))
    #expect(first(pilot) == "line 4")
  }

  @Test func contentThatFitsTakesNoFocus() throws {
    let pilot = try pilot(lines: 4)
    #expect(pilot.find("accept").isFocused)
  }

  @Test func theMarkShowsTheFocus() throws {
    let pilot = try pilot()
    #expect(pilot.screen.contains("█") && !pilot.screen.contains("▐"))
    try press("<Tab>", pilot)
    #expect(!pilot.screen.contains("█") && pilot.screen.contains("▐"))
  }
}

extension String {
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
