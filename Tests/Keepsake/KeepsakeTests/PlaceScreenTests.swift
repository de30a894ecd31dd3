import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Naming, moving, merging and finding places in the Places tab, and tags and categories in Reports.
@Suite struct PlaceScreenTests {
  private let app: SampleApp

  init() throws {
    app = try SampleApp()
    try app.keys("2j")
  }

  private func shows(_ text: String) -> Bool { app.pilot.screen.contains(text) }

  private func store() throws -> InventoryStore { try InventoryStore(directory: app.directory) }

  private func paths() throws -> [String] { try store().places.fetchAll().map(\.path) }

  private func restart() throws {
    let frame = app.pilot.frame
    try app.pilot.restartAndRestore()
    #expect(app.pilot.frame == frame)
    #expect(app.pilot.problems == [])
  }

  @Test func aNewPlaceIsNamedAcrossAKillAndSelected() throws {
    try app.keys("NAtt")
    #expect(shows("New place") && shows("Att"), "\(app.pilot.screen)")
    try restart()
    try app.keys("ic<Enter>")
    #expect(try paths().contains("Attic"))
    #expect(shows("Added “Attic”") && shows("Attic  empty"), "\(app.pilot.screen)")
    try app.keys("r<End> 2<Enter>")
    #expect(shows("Renamed “Attic” to “Attic 2”"), "\(app.pilot.screen)")
    #expect(try paths().contains("Attic 2") && !paths().contains("Attic"), "it was selected")
    try app.keys("uu")
    #expect(try !paths().contains("Attic"))
  }

  @Test func aNewPlaceIsMadeOnTheShownLevel() throws {
    try app.keys("<Enter>NLoft<^S>")
    #expect(try paths().contains("Home / Loft"))
  }

  @Test func aTakenNameIsRefusedAndASimilarOneSuggested() throws {
    try app.keys("Nhome<Enter>")
    #expect(shows("There is already a place “Home” at the top"), "\(app.pilot.screen)")
    #expect(shows("New place"))
    try app.keys("<^U>Gárden")
    #expect(shows("There is already “Garden”; only accents differ"), "\(app.pilot.screen)")
    try restart()
    try app.keys("<Esc>")
    #expect(try store().places.children(of: nil).map(\.name) == ["Garden", "Home"])
  }

  @Test func aPlaceIsMovedWithThePicker() throws {
    try app.keys("kmho")
    #expect(shows("Move “Garden” to"), "\(app.pilot.screen)")
    try restart()
    try app.keys("<Enter>")
    #expect(try paths().contains("Home / Garden"), "\(app.pilot.screen)")
    try app.keys("u")
    #expect(try !paths().contains("Home / Garden"))
  }

  @Test func mergingStatesTheConsequenceFirst() throws {
    let count = try #require(try store().places.fetch(path: "Garden")).subtreeItemCount
    try app.keys("k&home<Enter>")
    #expect(shows("Merge “Garden” into “Home”?"), "\(app.pilot.screen)")
    #expect(shows("“Garden” has \(count) item"))
    #expect(try paths().contains("Garden"))
    try restart()
    try app.keys("m")
    #expect(try !paths().contains("Garden"), "\(app.pilot.screen)")
    #expect(!shows("into"), "the picker closes")
    try app.keys("u")
    #expect(try paths().contains("Garden"))
    #expect(app.pilot.problems == [])
  }

  @Test func mergingPlacesOfOneNameAsksWithTheirPaths() throws {
    for path in ["Home / Zoo", "Garden / Zoo"] {
      let names = path.components(separatedBy: " / ")
      let around = try #require(try store().places.fetch(path: names[0]))
      let place = Place(parent: around.uuid, name: names[1])
      try store().changes.perform(.createPlace(place), session: "main")
    }
    try app.keys("gg<Enter>/zoo<Enter>&home / zoo<Enter>")
    #expect(shows("Merge “Garden / Zoo” into “Home / Zoo”?"), "\(app.pilot.screen)")
    try restart()
  }

  @Test func canceledMergeChangesNothing() throws {
    let before = try paths()
    try app.keys("k&home<Enter><Esc><Esc>")
    #expect(try paths() == before)
    #expect(shows("Garden") && !shows("Merge “Garden”"), "\(app.pilot.screen)")
  }

  @Test func theFilterFindsInnerPlaces() throws {
    let inner = try #require(
      try store().places.fetchAll().first { $0.path.split(separator: "/").count > 2 })
    try app.keys("/\(inner.name.lowercased())<Enter>")
    #expect(shows(inner.path), "\(app.pilot.screen)")
    try restart()
    try app.keys("gg<Enter>")
    #expect(shows(inner.name))
  }

  @Test func tagsAndCategoriesAreRenamedInTheReports() throws {
    let tools = try #require(try store().items.categories().first { $0.name == "Tools" })
    #expect(try store().items.categoryCounts()[tools.uuid] != nil)
    try app.keys("3")
    for _ in 0..<80 where !app.pilot.screen.contains("▌Tools") && !selected("Tools") {
      try app.keys("j")
    }
    try app.keys("r<^U>Workshop<Enter>")
    #expect(
      try store().items.categories().contains { $0.name == "Workshop" }, "\(app.pilot.screen)")
    #expect(try !store().items.categories().contains { $0.name == "Tools" })
    try app.keys("u")
    #expect(try store().items.categories().contains { $0.name == "Tools" })
    try app.keys("x")
    if shows("Delete the category “Tools”?") {
      try restart()
      try app.keys("d")
      #expect(try !store().items.categories().contains { $0.name == "Tools" })
    }
    #expect(app.pilot.problems == [])
  }

  /// Whether the selected line of the reports is about a category.
  private func selected(_ name: String) -> Bool {
    guard
      let tabs = app.pilot.application.window.rootViewController as? TabBarController,
      let reports = tabs.innermostChild as? ReportsViewController
    else { return false }
    guard case .category(let uuid)? = reports.selectedThing else { return false }
    return (try? store().items.categories().contains { $0.uuid == uuid && $0.name == name }) == true
  }
}
