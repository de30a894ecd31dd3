import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The archive and the trash as lists of their own, and deleting for good.
@Suite struct TrashListTests {
  private let app: SampleApp

  init() throws { app = try SampleApp(size: Size(width: 80, height: 24)) }

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

  private func id(_ name: String) throws -> UUID {
    guard let store, case .one(let uuid) = try store.items(named: name) else { return UUID() }
    return uuid
  }

  @Test func theTrashIsAListThatCanBeFilteredAndLeft() throws {
    try app.keys("/chef<Enter>x<Esc>/cordless<Enter>x<Esc>,t")
    expect("2 in the trash")
    expect("Chef's knife")
    expect("Cordless drill")
    try expectItStays()
    try app.keys("/chef<Enter>")
    expect("1 in the trash")
    #expect(!app.pilot.screen.contains("Cordless drill"))
    try expectItStays()
    try app.keys("<Esc>")
    expect("2 in the trash")
    try app.keys("<Esc>")
    expect("28 items")
    try app.keys(",t,t")
    expect("28 items")
    try expectItStays()
  }

  @Test func theArchiveIsAListAndItsItemsComeBack() throws {
    try app.keys("/chef<Enter>sa<Esc>,a")
    expect("2 archived")
    expect("Chef's knife")
    try expectItStays()
    try app.keys("sbsb")
    expect("Unarchived “Chef's knife”")
    expect("Nothing is archived.")
    try expectItStays()
    try app.keys(",t")
    expect("The trash is empty.")
    try app.keys("<Esc>")
    expect("31 items")
  }

  @Test func aPlaceHasATrashOfItsOwn() throws {
    try app.keys("2<Home>")
    try app.keys("<Enter>,t")
    expect("in the trash")
    try expectItStays()
    try app.keys("<Esc>")
    #expect(!app.pilot.screen.contains("in the trash"))
  }

  @Test func anItemIsDeletedForGoodAfterAQuestion() throws {
    let knife = try id("Chef's knife")
    try app.keys("/chef<Enter>x<Esc>,tX")
    expect("Delete “Chef's knife” for good?")
    expect("This can't be undone")
    try expectItStays()
    try app.keys("<Esc>")
    #expect(try store?.items.fetch(knife) != nil)
    try app.keys("Xd")
    expect("Deleted for good: “Chef's knife”")
    expect("The trash is empty.")
    #expect(try store?.items.fetch(knife) == nil)
    try expectItStays()
    try app.keys("<Esc>u")
    expect("Skipped a change of “Chef's knife”, which is deleted for good")
  }

  @Test func theTrashIsEmptied() throws {
    try app.keys("/chef<Enter>x<Esc>/cordless<Enter>x<Esc>,t,e")
    expect("Delete 2 items in the trash for good?")
    try expectItStays()
    try app.keys("d")
    expect("The trash is empty.")
    #expect(store?.database.counts.trashed == 0)
    try app.keys(",e")
    expect("The trash is empty")
    try expectItStays()
  }

  @Test func aDeletedPlaceIsRestored() throws {
    let place = Place(name: "Greenhouse")
    try store?.changes.perform(.createPlace(place), session: "test")
    try store?.changes.perform(.trashPlace(place.uuid, contents: .moveUp), session: "test")
    try app.keys("2,p")
    expect("Deleted places")
    expect("Greenhouse")
    try expectItStays()
    try app.keys("sb")
    expect("No place is in the trash.")
    #expect(try store?.places.fetch(place.uuid)?.deletedAt == nil)
    try expectItStays()
  }
}
