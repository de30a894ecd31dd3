import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Undoing changes of the past on the history's screen.
@Suite struct HistoryUndoScreenTests {
  private let app: SampleApp

  init() throws { app = try SampleApp(size: Size(width: 100, height: 24)) }

  private var store: InventoryStore? { app.list?.context.store }

  private func expectItStays(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let screen = app.pilot.screen
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen == screen, sourceLocation: sourceLocation)
    #expect(app.pilot.problems == [], sourceLocation: sourceLocation)
  }

  private func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      app.pilot.screen.contains(text), "\(text):\n\(app.pilot.screen)",
      sourceLocation: sourceLocation)
  }

  private func change(_ body: (inout Item) -> Void) throws {
    guard let store, case .one(let uuid) = try store.items(named: "Chef's knife") else { return }
    var item = try #require(try store.items.fetch(uuid))
    body(&item)
    try store.changes.perform(.updateItem(item), session: "other")
  }

  private func knife() throws -> Item {
    let store = try #require(store)
    guard case .one(let uuid) = try store.items(named: "Chef's knife") else {
      return Item(name: "")
    }
    return try #require(try store.items.fetch(uuid))
  }

  @Test func aSelectedChangeIsUndoneAlone() throws {
    let maker = try knife().manufacturer
    try change { $0.manufacturer = "Wusthof" }
    try change { $0.notes = "sharp" }
    try app.keys("/chef<Enter>C")
    expect("Wusthof")
    try app.keys("<Down>")
    try expectItStays()
    try app.keys("u")
    expect("Undone: Chef's knife")
    #expect(try knife().manufacturer == maker && knife().notes == "sharp")
    try expectItStays()
    try app.keys("<End>u")
    expect("Not undone: the history doesn't have the former values")
  }

  @Test func aValueThatChangedSinceIsNamed() throws {
    try change { $0.manufacturer = "Wusthof" }
    try change { $0.manufacturer = "Zwilling" }
    try app.keys("/chef<Enter>C<Down>u")
    expect("Not undone: “Chef's knife” has changed since")
    expect("Zwilling, not Wusthof")
    #expect(try knife().manufacturer == "Zwilling")
  }

  @Test func everythingSinceTheSelectedChangeIsUndoneAtOnce() throws {
    let former = try knife()
    try change { $0.manufacturer = "Wusthof" }
    try change { $0.notes = "sharp" }
    try app.keys("/chef<Enter>C<Down>U")
    expect("Undone: 2 changes since")
    #expect(try knife().manufacturer == former.manufacturer && knife().notes == former.notes)
    try app.keys("<Esc>u")
    #expect(try knife().manufacturer == "Wusthof" && knife().notes == "sharp")
  }

  /// A move of many items is one step, with a change of each.
  @Test func aWholeStepIsUndoneAloneAndLaterChangesStay() throws {
    try app.keys("   mLoft<Enter><Esc>")
    #expect(try names(inPlace: "Loft").count == 3)
    try change { $0.notes = "sharp" }
    try app.keys("gh<Down>")
    expect("s Undo the whole step")
    try expectItStays()
    try app.keys("s")
    expect("Undone: the whole step, 4 changes")
    #expect(try names(inPlace: "Loft").isEmpty)
    #expect(try store?.places.fetch(path: "Loft") == nil)
    #expect(try knife().notes == "sharp")
    try app.keys("<Esc>u")
    #expect(try names(inPlace: "Loft").count == 3, "it is one change, which undo takes back")
  }

  @Test func aWholeStepStaysIfAPartOfItChangedSince() throws {
    try app.keys("   mLoft<Enter><Esc>")
    let moved = try #require(try names(inPlace: "Loft").first)
    let store = try #require(store)
    guard case .one(let uuid) = try store.items(named: moved) else { return }
    try store.changes.perform(.moveItems([uuid], to: nil), session: "other")
    try app.keys("gh<Down>s")
    expect("Not undone: “\(moved)” has changed since")
    #expect(try names(inPlace: "Loft").count == 2)
  }

  private func names(inPlace path: String) throws -> [String] {
    let store = try #require(store)
    guard let place = try store.places.fetch(path: path) else { return [] }
    let list = try ItemList(store: store, query: ItemQuery(scope: .place(place.uuid)))
    return try (0..<list.count).compactMap { try list.row(at: $0)?.name }
  }

  @Test func allChangesAreShownFromAnywhere() throws {
    try change { $0.manufacturer = "Wusthof" }
    try app.keys("2gh")
    expect("History")
    expect("Chef's knife: Maker")
    try expectItStays()
    try app.keys("<Enter>")
    expect("Chef's knife")
    #expect(!app.pilot.screen.contains("History"))
    try expectItStays()
    try app.keys("3gh<Esc>")
    #expect(!app.pilot.screen.contains("Wusthof"))
  }
}
