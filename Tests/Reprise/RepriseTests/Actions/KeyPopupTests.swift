import RepriseTesting
import Testing

@testable import Reprise

/// The popup of an unfinished sequence, and the line of hints below it.
@Suite struct KeyPopupTests {
  private final class Desk: Rows {
    var done: [String] = []

    init() { super.init("desk", [Button("Go")]) }

    override var actions: [Action] { made }

    private lazy var made = [
      Action("desk.name", "Sort by name", "o n", isHinted: false, for: self) {
        $0.done.append("name")
      },
      Action("desk.value", "Sort by value, highest first", "o v", isHinted: false, for: self) {
        $0.done.append("value")
      },
      Action("desk.new", "New", "n", for: self) { $0.done.append("new") },
      Action("desk.end", "End", "Esc", for: self) { $0.done.append("end") },
    ]
  }

  private func pilot(_ size: Size = Size(width: 60, height: 12)) throws -> (Pilot, Desk) {
    let pilot = try Pilot.showing(size: size) { Desk() }
    return (pilot, try #require(pilot.root(Desk.self)))
  }

  @Test func prefixShowsAllItsContinuationsBelowTheirCommonWords() throws {
    let (pilot, _) = try pilot()
    try pilot.keys("o")
    #expect(pilot.screen.contains("o Sort by") && pilot.screen.contains("n name"))
    #expect(pilot.screen.contains("v value, highest first"))
    #expect(pilot.frame.plainText(row: 11) == " o … Esc Cancel")
  }

  @Test func popupComesBackAfterAKillAndTheNextKeyEndsTheSequence() throws {
    let (pilot, _) = try pilot()
    try pilot.keys("o")
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame.ansi() == before.ansi())
    try pilot.keys("v")
    #expect(pilot.root(Desk.self)?.done == ["value"])
    #expect(!pilot.screen.contains("o Sort by"))
  }

  @Test func escEndsOnlyTheSequence() throws {
    let (pilot, desk) = try pilot()
    try pilot.keys("o<Esc>")
    #expect(desk.done == [] && !pilot.screen.contains("o Sort by"))
    try pilot.keys("<Esc>")
    #expect(desk.done == ["end"])
  }

  @Test func clickOnAContinuationPerformsIt() throws {
    let (pilot, desk) = try pilot()
    try pilot.keys("o")
    let lines = (0..<12).map { pilot.frame.plainText(row: $0) }
    let row = try #require(lines.firstIndex { $0.contains("v value") })
    let place = try #require(lines[row].range(of: "v value")?.lowerBound)
    try pilot.click(x: lines[row].distance(from: lines[row].startIndex, to: place), y: row)
    #expect(desk.done == ["value"])
  }

  @Test func clickOnAHintPressesItsKey() throws {
    let (pilot, desk) = try pilot()
    let hints = pilot.frame.plainText(row: 11)
    let column = try #require(hints.range(of: "n New")?.lowerBound)
    try pilot.click(x: hints.distance(from: hints.startIndex, to: column) + 2, y: 11)
    #expect(desk.done == ["new"])
  }

  @Test func popupFitsTheSmallestWindow() throws {
    let (pilot, _) = try pilot(Window.usualMinimumSize)
    try pilot.keys("o")
    #expect(pilot.screen.contains("n name") && pilot.screen.contains("v value"))
  }

  @Test func commonWordsLeaveAWordToEachTitle() {
    #expect(KeyPopup.commonWords(of: ["Sort A–Z", "Sort by name"]) == "Sort")
    #expect(KeyPopup.commonWords(of: ["Sort", "Sort by name"]) == "")
    #expect(KeyPopup.commonWords(of: ["First row"]) == "")
  }
}
