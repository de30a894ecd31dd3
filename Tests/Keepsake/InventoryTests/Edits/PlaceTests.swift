import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct PlaceTests {
  let home: InventoryHome
  let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  @Test func countsIncludeTheSubtree() throws {
    let house = try store.addPlace("Home")
    let kitchen = try store.addPlace("Kitchen", in: house)
    let cupboard = try store.addPlace("Cupboard", in: kitchen)
    try store.add("Teapot") { $0.place = cupboard.uuid }
    try store.add("Table") { $0.place = kitchen.uuid }
    let stored = try #require(try store.places.fetch(house.uuid))
    #expect(stored.itemCount == 0)
    #expect(stored.subtreeItemCount == 2)
    #expect(stored.placeCount == 1)
    #expect(try store.places.fetch(path: "Home / Kitchen / Cupboard")?.uuid == cupboard.uuid)
    #expect(try store.wrongPlaceCounts() == [])
  }

  /// Saving a form again after a kill changes nothing, so undo reverts the first save.
  @Test func aPlaceIsCreatedOnce() throws {
    let shed = Edit.createPlace(Place(name: "Shed"))
    #expect(try store.changes.perform(shed, session: "a").count == 1)
    #expect(try store.changes.perform(shed, session: "a").count == 0)
    #expect(try store.places.children(of: nil).count == 1)
  }

  @Test func aPlaceIsTrashedAndRestoredOnce() throws {
    let shed = try store.addPlace("Shed")
    let trash = Edit.trashPlace(shed.uuid, contents: .moveUp)
    #expect(try store.changes.perform(trash, session: "a").count == 1)
    #expect(try store.places.children(of: nil).isEmpty)
    #expect(try store.changes.perform(trash, session: "a").count == 0)
    #expect(try store.changes.perform(.restorePlace(shed.uuid), session: "a").count == 1)
    #expect(try store.places.children(of: nil).map(\.uuid) == [shed.uuid])
    #expect(try store.changes.perform(.restorePlace(shed.uuid), session: "a").count == 0)
  }

  @Test func aLevelIsRestoredFromItsName() {
    let place = UUID()
    for level in [PlaceLevel.top, .unplaced, .place(place)] {
      #expect(PlaceLevel(name: level.name) == level)
    }
    #expect(Set([PlaceLevel.top, .unplaced, .place(place)].map(\.name)).count == 3)
    #expect(PlaceLevel(name: "nowhere") == nil)
  }

  @Test func renamingUpdatesThePathsOfTheSubtree() throws {
    let house = try store.addPlace("Home")
    let kitchen = try store.addPlace("Kitchen", in: house)
    try store.add("Teapot") { $0.place = kitchen.uuid }
    try store.changes.perform(.renamePlace(house.uuid, to: "Castle"), session: "a")
    #expect(try store.places.fetch(kitchen.uuid)?.path == "Castle / Kitchen")
    let found = try ItemList(store: store, query: ItemQuery(filter: "castle"))
    #expect(try found.row(at: 0)?.placePath == "Castle / Kitchen")
    #expect(try ItemList(store: store, query: ItemQuery(filter: "home")).count == 0)
  }

  @Test func creatingAPathAddsMissingPlacesInOneStep() throws {
    let house = try store.addPlace("Home")
    let box = UUID()
    let made = try store.changes.perform(
      .createPlaces(path: " Home /Attic/ Box 12", uuid: box), session: InventoryHome.session)
    #expect(made.description == "added “Box 12”")
    #expect(try store.places.fetch(box)?.path == "Home / Attic / Box 12")
    #expect(try store.places.children(of: nil).map(\.uuid) == [house.uuid])
    #expect(try store.wrongPlaceCounts() == [])
    _ = try store.changes.undo(session: InventoryHome.session)
    #expect(try store.places.children(of: house.uuid) == [])
  }

  @Test(arguments: ["", " / ", "Home"])
  func pathsWithoutANewPlaceAreRefused(path: String) throws {
    try store.addPlace("Home")
    let places = try store.places.fetchAll()
    #expect(throws: InventoryError.self) {
      try store.changes.perform(
        .createPlaces(path: path, uuid: UUID()), session: InventoryHome.session)
    }
    #expect(try store.places.fetchAll() == places)
  }

  @Test(arguments: ["a/b", "", "  ", "nul\0"])
  func invalidNamesAreRefused(name: String) {
    #expect(throws: InventoryError.self) { try store.addPlace(name) }
  }

  @Test func siblingsCannotShareAName() throws {
    let house = try store.addPlace("Home")
    try store.addPlace("Kitchen", in: house)
    let error = #expect(throws: InventoryError.self) { try store.addPlace("Kitchen", in: house) }
    #expect(error?.message == "there is already a place “Kitchen” in “Home”")
    #expect(throws: InventoryError.self) { try store.addPlace("Home") }
  }

  @Test func contentsOfATrashedPlaceMoveUp() throws {
    let house = try store.addPlace("Home")
    let kitchen = try store.addPlace("Kitchen", in: house)
    let cupboard = try store.addPlace("Cupboard", in: kitchen)
    let item = try store.add("Teapot") { $0.place = kitchen.uuid }
    try store.changes.perform(.trashPlace(kitchen.uuid, contents: .moveUp), session: "a")
    #expect(try store.items.fetch(item.uuid)?.place == house.uuid)
    #expect(try store.places.fetch(cupboard.uuid)?.path == "Home / Cupboard")
    #expect(try store.wrongPlaceCounts() == [])
    #expect(try store.changes.undo(session: "a")?.description == "deleted “Kitchen”")
    #expect(try store.items.fetch(item.uuid)?.place == kitchen.uuid)
    #expect(try store.places.fetch(cupboard.uuid)?.path == "Home / Kitchen / Cupboard")
    #expect(try store.wrongPlaceCounts() == [])
  }

  @Test func contentsOfAPlaceCanBeTrashedWithIt() throws {
    let house = try store.addPlace("Home")
    let kitchen = try store.addPlace("Kitchen", in: house)
    let item = try store.add("Teapot") { $0.place = kitchen.uuid }
    try store.changes.perform(.trashPlace(house.uuid, contents: .trash), session: "a")
    #expect(try store.places.children(of: nil).isEmpty)
    #expect(try store.items.fetch(item.uuid)?.deletedAt != nil)
    _ = try store.changes.undo(session: "a")
    #expect(try store.items.fetch(item.uuid)?.deletedAt == nil)
    #expect(try store.places.fetch(path: "Home / Kitchen")?.itemCount == 1)
  }

  /// Matching ignores case and accents; every word must occur somewhere in the name.
  @Test(arguments: [
    ("", 6), ("BOX", 3), ("cafe", 1), ("CAFÉ", 1), ("ящик", 1), ("елка", 1), ("ЁЛКА", 1), ("茶", 1),
    ("box 1", 2), ("1 box", 2), ("ox 1 0", 1), (" box  2 ", 1), ("x", 3), ("zebra", 0),
    ("cafe box", 0),
  ])
  func placesAreFilteredByName(filter: String, count: Int) throws {
    for name in ["Box 1", "box 10", "Box 2", "Le Café", "Ящик с ёлкой: ёлка", "大茶壶"] {
      _ = try store.addPlace(name)
    }
    let places = try LevelPlaces(store: store, level: .top)
    let found = try places.matching(filter)
    #expect(found.count == count, "\(found.map(\.name))")
  }

  @Test func aLevelShowsPlacesThenItems() throws {
    let house = try store.addPlace("Home")
    let attic = try store.addPlace("Attic", in: house)
    let box2 = try store.addPlace("Box 2", in: attic)
    let box10 = try store.addPlace("Box 10", in: attic)
    let rug = try store.add("Rug") { $0.place = attic.uuid }
    let lamp = try store.add("lamp") { $0.place = attic.uuid }
    let items = try ItemList(store: store, query: ItemQuery(scope: .place(attic.uuid)))
    let level = try PlaceContents(store: store, level: .place(attic.uuid), items: items)
    #expect(try level.itemCount == 2)
    let narrowed = try PlaceContents(store: store, level: .place(attic.uuid), filter: "10")
    #expect(try narrowed.row(at: 0)?.uuid == box10.uuid)
    #expect(try narrowed.count == 1)
    #expect(try level.count == 4)
    let uuids = try (0..<4).map { try level.row(at: $0)?.uuid }
    #expect(uuids == [box2.uuid, box10.uuid, lamp.uuid, rug.uuid])
    for (index, uuid) in uuids.enumerated() {
      let known = try #require(uuid)
      #expect(try level.index(of: known) == index)
    }
    #expect(try level.row(at: 4) == nil)
    #expect(try level.row(at: -1) == nil)
  }

  @Test func theTopLevelCountsUnplacedItems() throws {
    let house = try store.addPlace("Home")
    #expect(try PlaceContents(store: store, level: .top).count == 1)
    try store.add("Umbrella")
    let top = try PlaceContents(store: store, level: .top)
    #expect(try top.count == 2)
    #expect(try top.row(at: 0)?.uuid == house.uuid)
    #expect(try top.row(at: 1) == .unplaced(1))
    let unplaced = try ItemList(store: store, query: ItemQuery(scope: .unplaced))
    #expect(try unplaced.row(at: 0)?.name == "Umbrella")
  }
}
