import Foundation
import InventorySupport
import RepriseTesting
import Testing

@testable import Inventory

/// Moving and merging places, and their notes.
@Suite(.leavesMainActorAlone) struct PlaceMergeTests {
  private let home: InventoryHome
  private let store: InventoryStore
  private let session = InventoryHome.session

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  private func perform(_ edit: PlaceEdit) throws {
    try store.changes.perform(.place(edit), session: session)
    #expect(try store.wrongPlaceCounts() == [])
  }

  private func undo() throws {
    _ = try #require(try store.changes.undo(session: session))
    #expect(try store.wrongPlaceCounts() == [])
  }

  private func redo() throws {
    _ = try #require(try store.changes.redo(session: session))
    #expect(try store.wrongPlaceCounts() == [])
  }

  /// The paths of all places outside the trash.
  private func paths() throws -> [String] { try store.places.fetchAll().map(\.path) }

  private func make(_ path: String) throws -> Place {
    if let known = try store.places.fetch(path: path) { return known }
    let uuid = UUID()
    try store.changes.perform(.createPlaces(path: path, uuid: uuid), session: session)
    return try #require(try store.places.fetch(uuid))
  }

  private func path(of item: Item) throws -> String? {
    let item = try #require(try store.items.fetch(item.uuid))
    return try store.items.relations(of: item).placePath
  }

  @Test func aMovedPlaceKeepsItsContents() throws {
    let box = try make("Attic / Box")
    let cellar = try make("Cellar")
    let item = try store.add("Rug") { $0.place = box.uuid }
    try perform(.move(box.uuid, to: cellar.uuid))
    #expect(try paths() == ["Attic", "Cellar", "Cellar / Box"])
    #expect(try path(of: item) == "Cellar / Box")
    try undo()
    #expect(try paths() == ["Attic", "Attic / Box", "Cellar"])
    try redo()
    try perform(.move(box.uuid, to: nil))
    #expect(try paths() == ["Attic", "Box", "Cellar"])
  }

  @Test func aPlaceCannotMoveIntoItselfOrNextToItsNamesake() throws {
    let attic = try make("Attic")
    let box = try make("Attic / Box")
    let other = try make("box")
    let message = #expect(throws: InventoryError.self) {
      try perform(.move(attic.uuid, to: box.uuid))
    }?.message
    #expect(message == "“Attic” cannot be inside itself")
    let taken = #expect(throws: InventoryError.self) {
      try perform(.move(other.uuid, to: attic.uuid))
    }?.message
    #expect(taken == "there is already a place “Box” in “Attic”")
    #expect(try paths() == ["Attic", "Attic / Box", "box"])
  }

  @Test func aPlaceCannotMoveBelowTheDeepestLevel() throws {
    let names = (1...Bounds.levels).map { "Level \($0)" }.joined(separator: " / ")
    let deepest = try make(names)
    let box = try make("Box")
    let error = #expect(throws: InventoryError.self) {
      try perform(.move(box.uuid, to: deepest.uuid))
    }
    #expect(error?.kind == .refused && error?.message.contains("nested too deep") == true)
  }

  @Test func mergingMovesItemsAndPlacesInOneStep() throws {
    let attic = try make("Attic")
    let cellar = try make("Cellar")
    let box = try make("Attic / Box")
    let rug = try store.add("Rug") { $0.place = attic.uuid }
    let lamp = try store.add("Lamp") { $0.place = box.uuid }
    try perform(.merge(attic.uuid, into: cellar.uuid))
    #expect(try paths() == ["Cellar", "Cellar / Box"])
    #expect(try path(of: rug) == "Cellar" && path(of: lamp) == "Cellar / Box")
    #expect(
      try store.changes.nextUndo(session: session)?.description == "merged “Attic”")
    try undo()
    #expect(try paths() == ["Attic", "Attic / Box", "Cellar"])
    #expect(try path(of: rug) == "Attic" && path(of: lamp) == "Attic / Box")
    try redo()
    #expect(try paths() == ["Cellar", "Cellar / Box"])
    #expect(try path(of: rug) == "Cellar" && path(of: lamp) == "Cellar / Box")
  }

  @Test func mergingMergesInnerPlacesOfTheSameName() throws {
    let attic = try make("Attic")
    let cellar = try make("Cellar")
    let drawer = try make("Attic / Box 1 / Drawer")
    let other = try make("Cellar / box  1 / drawer")
    _ = try make("Attic / Box 1 / Shelf")
    let key = try store.add("Key") { $0.place = drawer.uuid }
    let lock = try store.add("Lock") { $0.place = other.uuid }
    try perform(.merge(attic.uuid, into: cellar.uuid))
    #expect(
      try paths() == [
        "Cellar", "Cellar / box 1", "Cellar / box 1 / drawer", "Cellar / box 1 / Shelf",
      ])
    #expect(try store.items.fetch(key.uuid)?.place == other.uuid)
    #expect(try store.items.fetch(lock.uuid)?.place == other.uuid)
    try undo()
    #expect(try paths().count == 7 && path(of: key) == "Attic / Box 1 / Drawer")
    try redo()
    #expect(try paths().count == 4)
  }

  /// `Attic / Box / Box` must not stay in a place that goes to the trash.
  @Test(arguments: ["Attic / Box", "Attic / Box / Attic / Box"])
  func mergingIntoAPlaceAroundItLeavesNothingBehind(source: String) throws {
    let attic = try make("Attic")
    let box = try make(source)
    let inner = try make(source + " / Box / Attic / Tin")
    let pin = try store.add("Pin") { $0.place = inner.uuid }
    try perform(.merge(box.uuid, into: attic.uuid))
    let place = try #require(try store.items.fetch(pin.uuid)?.place)
    #expect(try store.places.fetch(place)?.deletedAt == nil)
    #expect(try path(of: pin)?.hasSuffix("Tin") == true)
    #expect(try store.places.fetch(box.uuid)?.deletedAt != nil)
    try undo()
    #expect(try path(of: pin) == source + " / Box / Attic / Tin")
    try redo()
    #expect(try store.places.fetch(place)?.deletedAt == nil)
  }

  @Test func aPlaceCannotMergeIntoItselfOrIntoAPlaceInIt() throws {
    let attic = try make("Attic")
    let box = try make("Attic / Box")
    for target in [attic, box] {
      #expect(throws: InventoryError.self) { try perform(.merge(attic.uuid, into: target.uuid)) }
    }
    #expect(try paths() == ["Attic", "Attic / Box"])
  }

  @Test func privatePlacesAndItemsAreMergedWithTheKeys() throws {
    store.openPrivateItems(with: MirrorSealing())
    let safe = UUID()
    try store.changes.perform(
      .createPlaces(path: "Safe / Drawer", uuid: safe, isPrivate: true), session: session)
    let cellar = try make("Cellar")
    let drawer = try make("Cellar / drawer")
    let ring = try store.add("Ring") {
      $0.place = safe
      $0.isPrivate = true
    }
    let place = try #require(try store.places.fetch(safe)?.parent)
    try perform(.merge(place, into: cellar.uuid))
    #expect(try paths() == ["Cellar", "Cellar / drawer"])
    #expect(try store.items.fetch(ring.uuid)?.place == drawer.uuid)
    try undo()
    #expect(try store.items.fetch(ring.uuid)?.place == safe)
    #expect(try paths().contains("Safe / Drawer"))
  }

  @Test func notesOfAPlaceAreChanged() throws {
    store.openPrivateItems(with: MirrorSealing())
    for isPrivate in [false, true] {
      let uuid = UUID()
      try store.changes.perform(
        .createPlaces(path: "Place \(isPrivate)", uuid: uuid, isPrivate: isPrivate),
        session: session)
      try perform(.note(uuid, " dry, but cold \n"))
      #expect(try store.places.fetch(uuid)?.notes == "dry, but cold")
      #expect(try store.places.fetch(uuid)?.isPrivate == isPrivate)
      try undo()
      #expect(try store.places.fetch(uuid)?.notes == "")
    }
  }

  @Test func aPlaceIsNamedByItsPathOrTheEndOfIt() throws {
    let study = try make("Home / Study")
    _ = try make("Office / Study")
    let box = try make("Home / Box 12")
    let top = try make("Box 12 / Study ")
    func named(_ text: String) throws -> UUID? {
      if case .one(let place) = try store.places.named(text) { place.uuid } else { nil }
    }
    #expect(try named("home/study") == study.uuid)
    #expect(try named(" box  12 ") == top.parent, "the exact path comes first")
    #expect(try named("home / box 12") == box.uuid)
    guard case .several(let places) = try store.places.named("study") else {
      Issue.record("“study” names one place")
      return
    }
    #expect(places.map(\.path) == ["Box 12 / Study", "Home / Study", "Office / Study"])
    let year = try make("Año")
    guard case .none(let similar) = try store.places.named("ano") else {
      Issue.record("“ano” names a place")
      return
    }
    #expect(similar?.uuid == year.uuid)
  }

  @Test func aFilterFindsPlacesOnAllLevelsBelow() throws {
    _ = try make("Home / Attic / Box 1")
    _ = try make("Home / Attic / Box 2 / Tin")
    let attic = try #require(try store.places.fetch(path: "Home / Attic"))
    try store.add("Rug") { $0.place = attic.uuid }
    let top = try LevelPlaces(store: store, level: .top)
    #expect(try top.matching("box").map(\.name) == ["Box 1", "Box 2"])
    #expect(try top.matching("attic 2").map(\.name) == ["Box 2"])
    #expect(try top.matching("attic").map(\.name) == ["Attic"], "not everything in it")
    let inAttic = try LevelPlaces(store: store, level: .place(attic.uuid))
    #expect(try inAttic.matching("tin").map(\.name) == ["Tin"])
    #expect(try inAttic.matching("attic").isEmpty)
    let found = try PlaceContents(store: store, places: top, filter: "t")
    #expect(found.shownPlaces.count == 2 && found.outermostPlaces == [attic.uuid])
    #expect(try found.itemCount == 1)
  }
}
