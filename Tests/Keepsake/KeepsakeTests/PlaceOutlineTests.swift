import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Places that are expanded in place in the tab Places, and what can be done with them there.
@Suite struct PlaceOutlineTests {
  private let app: SampleApp

  init() throws {
    app = try SampleApp()
    try app.keys("2j")
  }

  /// The rows of the list without their numbers.
  private var rows: [String] {
    let lines = app.pilot.screen.split(separator: "\n").map(String.init).dropFirst(2)
    return lines.prefix { !$0.contains("1 Items") }.map { line in
      let name = line.drop { "✓ ".contains($0) }.prefix { $0 != "€" }
      let words = name.split(separator: "  ").first ?? ""
      return String(repeating: " ", count: line.count - line.drop { $0 == " " }.count) + words
    }
  }

  private func store() throws -> InventoryStore { try InventoryStore(directory: app.directory) }

  private func paths() throws -> [String] { try store().places.fetchAll().map(\.path) }

  private func restart() throws {
    let frame = app.pilot.frame
    try app.pilot.restartAndRestore()
    #expect(app.pilot.frame == frame)
    #expect(app.pilot.problems == [])
  }

  private static let home = [
    "  ▸ Garden", "  ▾ Home", "    ▸ Bedroom", "    ▸ Cellar", "    ▸ Hall", "    ▸ Kitchen",
    "    ▸ Living Room", "    ▸ Study",
  ]

  @Test func expandedPlacesAreShownAfterAKill() throws {
    try app.keys("<Right>")
    #expect(rows == Self.home, "\(app.pilot.screen)")
    try restart()
    try app.keys("<Right><Down>l")
    #expect(rows[3] == "    ▾ Cellar", "\(app.pilot.screen)")
    try Picture("places-expanded", beside: #filePath).verify(app.pilot.frame)
    try restart()
    try app.keys("hh")
    #expect(app.lineUnderCursor.hasPrefix("▾ Home"), "the first h collapses the cellar")
    try app.keys("h")
    #expect(rows == ["  ▸ Garden", "  ▸ Home"])
    #expect(app.lineUnderCursor.hasPrefix("▸ Home"))
    try restart()
  }

  @Test func collapsingSelectsThePlaceAroundTheSelectedOne() throws {
    try app.keys("ljjzM")
    #expect(rows == ["  ▸ Garden", "  ▸ Home"])
    #expect(app.lineUnderCursor.hasPrefix("▸ Home"))
    try app.keys("zR")
    #expect(rows.count > Self.home.count)
    try restart()
  }

  @Test func aRenamedPlaceStaysExpanded() throws {
    try app.keys("lr<^U>House<Enter>")
    #expect(rows[1] == "  ▾ House" && rows.count == Self.home.count, "\(app.pilot.screen)")
    try app.keys("jr<^U>Attic<Enter>")
    #expect(try paths().contains("House / Attic"))
    #expect(app.lineUnderCursor.hasPrefix("▸ Attic"), "the selection stays on it")
    try restart()
    try app.keys("uu")
    #expect(rows == Self.home)
  }

  @Test func aMovedPlaceStaysExpandedAndTakesItsContentsAlong() throws {
    let shed = try #require(try store().places.fetch(path: "Garden / Shed"))
    try app.keys("klmho<Enter>")
    #expect(try store().places.fetch(shed.uuid)?.path == "Home / Garden / Shed")
    #expect(rows == ["  ▸ Home"], "\(app.pilot.screen)")
    try app.keys("l")
    #expect(rows.contains("    ▾ Garden") && rows.contains("      ▸ Shed"), "\(app.pilot.screen)")
    try restart()
  }

  @Test func aNewPlaceIsMadeNextToTheSelectedOne() throws {
    try app.keys("ljjNLo")
    #expect(app.pilot.screen.contains("New place in “Home”"), "\(app.pilot.screen)")
    try restart()
    try app.keys("ft<Enter>")
    #expect(try paths().contains("Home / Loft"))
    #expect(app.lineUnderCursor.hasPrefix("Loft empty"), "it is selected")
    try app.keys("x")
    #expect(try !paths().contains("Home / Loft"))
    #expect(rows == Self.home)
  }

  @Test func aPlaceInAnotherOneIsDeletedAndMergedThere() throws {
    try app.keys("ljx")
    #expect(app.pilot.screen.contains("Delete “Bedroom”?"), "\(app.pilot.screen)")
    try restart()
    try app.keys("m")
    #expect(!rows.contains("    ▸ Bedroom") && rows.contains("  ▾ Home"), "\(app.pilot.screen)")
    try app.keys("u")
    #expect(rows == Self.home)
    try app.keys("ggjj&cell<Enter>m")
    #expect(try !paths().contains("Home / Bedroom"))
    #expect(app.pilot.problems == [])
  }

  @Test func enterOpensALevelFromAnyRow() throws {
    try app.keys("lj<Enter>")
    #expect(app.pilot.screen.hasPrefix(" ‹ Places  Bedroom"), "\(app.pilot.screen)")
    try app.keys("<Esc>jlj<Enter>")
    #expect(app.pilot.screen.hasPrefix(" ‹ Places  Shelf"), "\(app.pilot.screen)")
    try restart()
    try app.keys("<Esc>")
    #expect(rows[1] == "  ▾ Home", "\(app.pilot.screen)")
  }

  @Test func theFilterListsMatchesOfAllLevelsAndKeepsWhatIsExpanded() throws {
    try app.keys("l/shelf<Enter>")
    #expect(rows.contains("    Home / Cellar / Shelf 1") && !rows.contains { $0.contains("▸") })
    try restart()
    try app.keys("<Esc>")
    #expect(rows == Self.home, "\(app.pilot.screen)")
  }

  @Test func markedPlacesInOthersCountOnce() throws {
    try app.keys("l  ")
    let title = app.pilot.screen.prefix { $0 != "\n" }
    #expect(title.contains("2 marked · €22,850.10"), "\(title)")
    try restart()
  }

  /// A place that is in the trash, in an expanded one, is forgotten only at the next launch.
  @Test func anUndoBringsAPlaceBackExpanded() throws {
    try app.keys("lx")
    try app.keys("d")
    #expect(rows == ["  ▸ Garden"], "\(app.pilot.screen)")
    try app.keys("u")
    #expect(rows == Self.home, "\(app.pilot.screen)")
  }

  @Test func levelsExpandTheirPlacesAndKeepTheirItems() throws {
    try app.keys("<Enter>jl")
    #expect(rows[1] == "  ▾ Cellar", "\(app.pilot.screen)")
    try restart()
    try app.keys("j<Enter>")
    #expect(app.pilot.screen.hasPrefix(" ‹ Home  Shelf"), "\(app.pilot.screen)")
    try app.keys("<Esc>h<Esc>")
    #expect(rows == ["  ▸ Garden", "  ▸ Home"])
  }
}
