import InventorySupport
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

/// Importing a Homebox collection creates all of its items, places and attachments, or nothing.
@Suite(.leavesMainActorAlone) struct CollectionImportTests {
  let home: InventoryHome
  let store: InventoryStore
  private let path: String

  init() throws {
    home = try InventoryHome()
    store = try home.store()
    path = home.path + "/collection.zip"
  }

  private func read(
    _ made: MadeCollection, _ options: CSVImporter.Options = .init()
  ) throws -> CollectionImporter.Report {
    try made.write(to: path)
    return try CollectionImporter(store: store, options: options)
      .importFile(at: path, session: InventoryHome.session)
  }

  /// The path may be a symbolic link, as for any file.
  @Test func aSymbolicLinkToACollectionIsFollowed() throws {
    try MadeCollection.household.write(to: path)
    let link = home.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(CollectionImporter.seemsArchive(link))
    #expect(!CollectionImporter.seemsArchive(home.path), "a directory is not an archive")
    let report = try CollectionImporter(store: store)
      .importFile(at: link, session: InventoryHome.session)
    #expect(report.items.created == 2)
  }

  /// A USB stick with the file can be removed while the program runs.
  @Test func theArchiveIsClosedAfterTheImport() throws {
    _ = try read(.household)
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }
    #expect(!open.isEmpty && !open.contains(path))
  }

  /// An item by its name, even if archived.
  private func item(_ name: String) throws -> Item {
    let uuid = try store.database.file.read { db in
      try UUID.fetchOne(db, sql: "SELECT uuid FROM item WHERE name = ?", arguments: [name])
    }
    let found = try #require(uuid)
    return try #require(try store.items.fetch(found))
  }

  @Test func aHomeboxCollectionIsImported() throws {
    let report = try read(.household)
    #expect(report.items.isAcceptable && report.items.created == 2)
    #expect(report.items.createdPlaces == 3, "the empty shelf too")
    #expect(
      report.items.leftOut == [
        "2 maintenance entries", "1 notifier", "1 file of a place (“of the room”)",
        "1 unheard_of (“Pot”)", "1 file missing from the archive (“lost.pdf”)",
      ])

    let pot = try item("Pot")
    #expect(pot.quantity == 2 && pot.isInsured && !pot.hasLifetimeWarranty)
    #expect(pot.purchasePrice == 1999 && pot.purchaseDate?.text == "2024-05-01")
    #expect(pot.soldDate == nil && pot.warrantyUntil == nil)
    #expect(pot.soldPrice == nil, "Homebox writes 0 for an unknown price")
    #expect(pot.assetNumber == 7 && pot.serialNumber == "007" && pot.description == "enamelled")
    #expect(pot.tags == ["blue", "heavy"] && pot.condition == "good")
    #expect(
      pot.fields.map { "\($0.name)=\($0.value)" }.sorted()
        == ["Bought=2020-02-03", "Lid=true", "Litres=5", "lid 2=glass"])
    let cupboard = try item("Cupboard")
    #expect(pot.parent == cupboard.uuid && cupboard.importReference == "c-1")
    #expect(cupboard.archivedAt != nil)
    let relations = try store.items.relations(of: pot)
    #expect(relations.placePath == "House / Kitchen - Diner")
    let place = try #require(pot.place)
    let kitchen = try #require(try store.places.fetch(place))
    #expect(kitchen.notes == "to the south\n\ndamp")
  }

  @Test func filesAreAttachedAndTheFirstPhotoComesFirst() throws {
    let report = try read(.household)
    #expect(report.files == 2 && report.missing == 1)
    let attachments = store.attachments
    let found = try attachments.fetchAll(of: item("Pot").uuid)
    #expect(
      found.map { "\($0.fileName) \($0.kind) \($0.isPrimary)" }
        == ["pot.png photo true", "bill.pdf receipt false"])
    #expect(found.map { attachments.condition(of: $0, thoroughly: true) } == [.intact, .intact])
    #expect(try attachments.orphans() == [])
    #expect(!FileManager.default.fileExists(atPath: home.path + "/escaped"))
  }

  @Test func importingItAgainChangesNothing() throws {
    _ = try read(.household)
    let before = try home.export(store)
    let again = try read(.household)
    #expect(again.items.unchanged == 2 && again.items.created == 0 && again.files == 0)
    #expect(try home.export(store) == before)
    #expect(try store.attachments.fetchAll(of: item("Pot").uuid).count == 2)
  }

  @Test func oneUndoRevertsTheWholeImportAndRedoRepeatsIt() throws {
    let mine = try store.add("Mine")
    let before = try home.export(store)
    _ = try read(.household)
    let after = try home.export(store)
    try store.changes.undo(session: InventoryHome.session)
    #expect(try home.export(store) == before)
    #expect(try store.recount() == store.database.counts && store.wrongPlaceCounts() == [])
    try store.changes.redo(session: InventoryHome.session)
    #expect(try home.export(store) == after)
    #expect(try store.attachments.fetchAll(of: item("Pot").uuid).count == 2)
    #expect(try store.items.fetch(mine.uuid)?.deletedAt == nil)
  }

  @Test func aDryRunStoresNothing() throws {
    let report = try read(.household, .init(isDryRun: true))
    #expect(report.items.isDryRun && report.items.created == 2)
    #expect(store.database.counts.live == 0)
    #expect(!FileManager.default.fileExists(atPath: store.attachments.path))
  }

  @Test func anInvalidItemStopsTheImport() throws {
    var made = MadeCollection.household
    made.tables["entities"] = made.tables["entities"]?.replacing(
      #""name":"Cupboard""#, with: #""name":" ""#)
    let report = try read(made)
    #expect(!report.items.isAcceptable)
    #expect(report.items.problems.first?.reason == "the name is missing")
    #expect(try store.recount().live == 0 && store.livePlaces().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: store.attachments.path))
  }

  @Test func placesThatContainEachOtherAreImported() throws {
    var made = MadeCollection.household
    made.tables["entities"] = made.tables["entities"]?.replacing(
      #""name":"House","entity_children":null"#, with: #""name":"House","entity_children":"shelf""#)
    let report = try read(made).items
    #expect(report.isAcceptable && report.createdPlaces == 3)
    #expect(try store.items.relations(of: item("Pot")).placePath == "House / Kitchen - Diner")
    #expect(
      report.warnings.map(\.description) == [
        "“Pot”, lid: “glass” is not “true” of “Lid”; both are kept, this one as the field “lid 2”",
        "“Kitchen / Diner”: the name of a place can't contain “/”; it was changed to “Kitchen - Diner”",
        "“House”: the places “House”, “Shelf”, “Kitchen / Diner” contain each other; the first was moved to the top level",
      ])
  }
}

private extension InventoryStore {
  func livePlaces() throws -> [UUID] {
    try database.read {
      try UUID.fetchAll($0, sql: "SELECT uuid FROM location WHERE deleted_at IS NULL")
    }
  }
}
