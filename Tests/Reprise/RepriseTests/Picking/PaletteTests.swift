import RepriseTesting
import Testing

@testable import Reprise

/// The palette that every app gets from the kit.
@Suite struct PaletteTests {
  private final class Desk: Rows {
    var done: [String] = []

    init() { super.init("desk", [Button("Go")]) }

    override var actions: [Action] { made + (window?.application?.helpActions ?? []) }

    private lazy var made = [
      Action("desk.sort-value", "Sort by value", "o v", for: self) { $0.done.append("value") },
      Action("desk.sort-name", "Sort A–Z", "o n", for: self) { $0.done.append("name") },
      Action("desk.export", "Export", for: self) { $0.done.append("export") },
      Action("desk.archive", "Archive", "s a", for: self, enabled: { _ in false }) {
        $0.done.append("archive")
      }.unavailable("select an item"),
    ]
  }

  private func pilot(height: Int = 30) throws -> (Pilot, Desk) {
    let pilot = try Pilot.showing(size: Size(width: 80, height: height)) { Desk() }
    return (pilot, try #require(pilot.root(Desk.self)))
  }

  @Test func paletteListsActionsWithTheirKeysAndAlsoThoseWithoutAKey() throws {
    let (pilot, _) = try pilot()
    try pilot.keys(":")
    for line in ["Sort by value", "o v", "Export", "Archive — select an item", "Help", "?  F1"] {
      #expect(pilot.screen.contains(line), "“\(line)” in\n\(pilot.screen)")
    }
  }

  @Test func initialsFindAnActionAndEnterPerformsIt() throws {
    let (pilot, desk) = try pilot()
    try pilot.keys(":sbv<Enter>")
    #expect(desk.done == ["value"])
    #expect(desk.presentedViewController == nil)
  }

  @Test func typedKeyFindsItsActionFirst() throws {
    let (pilot, desk) = try pilot()
    try pilot.keys(":o n<Enter>")
    #expect(desk.done == ["name"])
  }

  @Test func actionWithoutAKeyIsPerformed() throws {
    let (pilot, desk) = try pilot()
    try pilot.keys(":exp<Enter>")
    #expect(desk.done == ["export"])
  }

  @Test func unavailableActionStatesItsReasonAndDoesNothing() throws {
    let (pilot, desk) = try pilot()
    try pilot.keys(":arch<Enter>")
    #expect(desk.done == [])
    #expect(pilot.frame.plainText(row: 29) == " Archive: select an item")
  }

  @Test func lastActionComesFirstAlsoAfterAKill() throws {
    let (pilot, _) = try pilot()
    try pilot.keys(":exp<Enter>:")
    #expect(pilot.screen.contains("Recent"))
    try pilot.restartAndRestore()
    #expect(pilot.screen.contains("Recent"))
    try pilot.keys("<Enter>")
    #expect(pilot.root(Desk.self)?.done == ["export"])
  }

  @Test func typedTextCaretAndSelectionAreRestored() throws {
    let (pilot, _) = try pilot()
    try pilot.keys(":sort<Left><Down>")
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame.ansi() == before.ansi())
    try pilot.keys("<Enter>")
    #expect(pilot.root(Desk.self)?.done == ["value"], "the second of the matches")
  }

  @Test func escClearsTheTextAndThenCloses() throws {
    let (pilot, desk) = try pilot()
    try pilot.keys(":zzz")
    #expect(pilot.screen.contains("No action matches."))
    try pilot.keys("<Esc>")
    #expect(pilot.screen.contains("Sort by value"))
    try pilot.keys("<Esc>")
    #expect(desk.presentedViewController == nil)
  }

  @Test func actionsOfOtherScreensSayWhereTheyWork() throws {
    let (pilot, _) = try pilot()
    pilot.application.makeActionTable = {
      ActionTable(
        text: "shelf.dust\tDust\td\nshelf.close\tClose\tEsc\n\nshelf, dusty\tshelf.dust\n")
    }
    try pilot.keys(":dust")
    #expect(pilot.screen.contains("Dust — in: shelf"))
  }

  @Test(arguments: [
    ("arc", "Archive", true), ("chive", "Archive", true), ("sbv", "Sort by value", true),
    ("val so", "Sort by value", true), ("rv", "Sort by value", false),
    ("ÄRC", "archive", true), ("arx", "Archive", false), ("архив", "В архив", true),
  ])
  func titlesMatchByLettersInitialsAndWords(query: String, title: String, matches: Bool) {
    #expect((FuzzyQuery(query).match(FuzzyTitle(title)) != nil) == matches)
  }

  @Test func wordStartsMatchBetterThanOtherPlaces() throws {
    let query = FuzzyQuery("ar")
    let start = try #require(query.match(FuzzyTitle("Archive")))
    let middle = try #require(query.match(FuzzyTitle("Clear")))
    #expect(start.score > middle.score)
    #expect(start.indices == [0, 1] && middle.indices == [3, 4])
  }
}
