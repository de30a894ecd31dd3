import InventorySupport
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

/// Names that differ only in case and spaces are one place; accents make two.
@Suite(.leavesMainActorAlone) struct PlaceNameTests {
  let home: InventoryHome
  let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  static let alike = [
    ("study", "Study"), ("Study", " STUDY "), ("My Room", "my   room"), ("My Room", "My\u{A0}Room"),
    ("My Room", "my\tROOM"),
    ("Кухня", "КУХНЯ"), ("Κήπος", "ΚΉΠΟΣ"), ("Straße", "STRASSE"), ("İş", "iş"), ("kır", "KIR"),
    ("Küche", "ku\u{308}che"), ("Écurie", "écurie"), ("Ящик 2", "ящик  2"),
  ]

  @Test(arguments: alike) func oneNameInTwoSpellingsIsOnePlace(known: String, typed: String) throws
  {
    for (first, second) in [(known, typed), (typed, known)] {
      let store = try home.store(UUID().uuidString)
      let house = try store.addPlace("Home")
      let place = try store.addPlace(first, in: house)
      #expect(try store.places.fetch(path: "home/\(second)")?.uuid == place.uuid)
      #expect(throws: InventoryError.self) { try store.addPlace(second, in: house) }
      let uuid = UUID()
      try store.changes.perform(
        .createPlaces(path: "HOME / \(second) / Box", uuid: uuid), session: "a")
      #expect(try store.places.fetch(uuid)?.parent == place.uuid)
      let report = try home.importText("HB.name,HB.location\nA,home/\(second)\n", into: store)
      #expect(report.createdPlaces == 0)
      #expect(try store.places.fetch(place.uuid)?.itemCount == 1)
      #expect(try store.wrongPlaceCounts() == [])
    }
  }

  @Test(arguments: alike) func aFileWithTwoSpellingsCreatesOnePlace(
    one: String, other: String
  ) throws {
    let report = try home.importText(
      "HB.name,HB.location\nA,Home / \(one)\nB,home / \(other)\nC,Home / \(one)\n", into: store)
    #expect(report.createdPlaces == 2)
    #expect(try store.places.fetch(path: "Home / \(other)")?.itemCount == 3)
  }

  /// Stored paths use the spelling of the existing places.
  @Test func anImportedPathIsSpelledLikeItsPlaces() throws {
    try store.addPlace("Study", in: store.addPlace("Home"))
    try home.importText(
      "HB.name,HB.location\nA,home / study / Shelf\nB,HOME / STUDY / shelf / Box\nC,Attic / One\n"
        + "D,ATTIC / Two\n",
      into: store)
    let paths = try store.database.file.read { db in
      try String.fetchAll(db, sql: "SELECT path FROM location ORDER BY path")
    }
    #expect(
      paths == [
        "Attic", "Attic / One", "Attic / Two", "Home", "Home / Study", "Home / Study / Shelf",
        "Home / Study / Shelf / Box",
      ])
  }

  @Test(arguments: [("Café", "Cafe"), ("Attic", "Attic."), ("Box 1", "Box 01"), ("Мой", "Мои")])
  func namesWithOtherAccentsOrLettersAreTwoPlaces(one: String, other: String) throws {
    try store.addPlace(one)
    try store.addPlace(other)
    #expect(try store.places.children(of: nil).count == 2)
    let report = try home.importText(
      "HB.name,HB.location\nA,Home / \(one)\nB,Home / \(other)\n", into: store)
    #expect(report.createdPlaces == 3)
  }

  @Test func renamingMayChangeTheCaseButNotTakeASiblingsName() throws {
    let study = try store.addPlace("study")
    try store.addPlace("Attic")
    try store.changes.perform(.renamePlace(study.uuid, to: " My  Study"), session: "a")
    #expect(try store.places.fetch(study.uuid)?.name == "My Study")
    try store.changes.perform(.renamePlace(study.uuid, to: "MY STUDY"), session: "a")
    #expect(try store.places.fetch(study.uuid)?.name == "MY STUDY")
    let error = #expect(throws: InventoryError.self) {
      try store.changes.perform(.renamePlace(study.uuid, to: "ATTIC"), session: "a")
    }
    #expect(error?.message == "there is already a place “Attic” at the top")
  }

  /// Homes that have both from earlier versions keep both.
  @Test func anExactMatchOfTheNameWins() throws {
    let places = try ["Study", "study"].map { name in
      try store.database.write(source: "a") { transaction in
        try PlaceTree.insert(name: name, parent: nil, in: transaction).place.uuid
      }
    }
    #expect(try store.places.fetch(path: "Study")?.uuid == places[0])
    #expect(try store.places.fetch(path: "study")?.uuid == places[1])
    try home.importText("HB.name,HB.location\nA,study\nB,Study\nC,study\n", into: store)
    #expect(try places.map { try store.places.fetch($0)?.itemCount } == [1, 2])
  }
}
