import Foundation
import GRDB
import InventorySupport
import RepriseTesting
import Testing

@testable import Inventory

/// The photos of places return with a collection, and what is left out is named.
@Suite(.leavesMainActorAlone) struct CollectionPhotoTests {
  private let home: InventoryHome
  private let store: InventoryStore
  private let attic: Place
  private let box: Place
  private let session = InventoryHome.session
  private static let advice = "set one with P in Places or keepsake place photo"

  /// A home with a lamp in a box in an attic; both places have photos.
  init() throws {
    home = try InventoryHome()
    store = try home.store()
    attic = try store.addPlace("Attic")
    box = try store.addPlace("Box", in: attic)
    let place = box.uuid
    try store.add("Lamp") { $0.place = place }
    try set("attic", of: attic, in: store)
    try set("box", of: box, in: store)
  }

  private static func picture(_ text: String) -> [UInt8] { [0xFF, 0xD8, 0xFF, 0xE0] + text.utf8 }

  private func set(_ text: String, of place: Place, in store: InventoryStore) throws {
    let path = try home.file(text + ".jpg", bytes: Self.picture(text))
    try store.attachments.setPhoto(path, ofPlace: place.uuid, session: session)
  }

  /// Exports a store to a file and returns its path.
  private func export(_ store: InventoryStore? = nil) throws -> String {
    let path = home.path + "/\(UUID()).zip"
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    let report = try CollectionExporter(store: store ?? self.store).export(to: file, path: path)
    #expect(report.faults == [])
    return path
  }

  private func read(
    _ path: String, into store: InventoryStore, _ options: ImportOptions = .init()
  ) throws -> CollectionImporter.Report {
    try CollectionImporter(store: store, options: options).importFile(at: path, session: session)
  }

  private func read(
    _ made: MadeCollection, into store: InventoryStore
  ) throws -> CollectionImporter.Report {
    let path = home.path + "/made.zip"
    try made.write(to: path)
    return try read(path, into: store)
  }

  /// The text in the photo of a place, read from its file; `nil` without one.
  private func shown(_ path: String, in store: InventoryStore) throws -> String? {
    guard let photo = try store.places.fetch(path: path)?.photoFile else { return nil }
    let file = FileHandle(
      fileDescriptor: try store.attachments.open(photo), closeOnDealloc: true)
    return String(decoding: try file.readToEnd()?.dropFirst(4) ?? Data(), as: UTF8.self)
  }

  private func files(of store: InventoryStore) -> [String] {
    (FileManager.default.enumerator(atPath: store.attachments.path)?.allObjects as? [String] ?? [])
      .filter { $0.utf8.count > 2 }.sorted()
  }

  private func expectOrder(in store: InventoryStore) throws {
    #expect(try store.recount() == store.database.counts && store.wrongPlaceCounts() == [])
    #expect(try store.attachments.orphans() == [] && store.attachments.examined().problems == [])
  }

  private func notes(_ report: CollectionImporter.Report) -> [String] {
    report.items.warnings.map(\.description)
  }

  // MARK: - Round trips

  @Test func aRoundTripKeepsThePhotos() throws {
    let other = try home.store("other")
    let report = try read(export(), into: other)
    #expect(report.photos == 2 && report.files == 0 && report.missing == 0)
    #expect(notes(report) == [] && report.items.leftOut == [])
    #expect(try shown("Attic", in: other) == "attic")
    #expect(try shown("Attic / Box", in: other) == "box")
    try expectOrder(in: other)
    let third = try home.store("third")
    #expect(try read(export(other), into: third).photos == 2)
    #expect(try shown("Attic / Box", in: third) == "box")
  }

  @Test func importingItAgainChangesNothing() throws {
    let other = try home.store("other")
    let path = try export()
    _ = try read(path, into: other)
    let version = other.database.dataVersion
    for options in [ImportOptions(), ImportOptions(isDryRun: true)] {
      let again = try read(path, into: other, options)
      #expect(again.photos == 0 && again.missing == 0 && notes(again) == [])
    }
    #expect(try read(path, into: store).photos == 0)
    #expect(other.database.dataVersion == version && files(of: other).count == 2)
    #expect(try shown("Attic", in: other) == "attic")
  }

  @Test func oneUndoRemovesThePhotosAndRedoBringsThemBack() throws {
    let other = try home.store("other")
    let mine = try other.addPlace("attic")
    _ = try read(export(), into: other)
    #expect(try shown("attic / Box", in: other) == "box")
    try other.changes.undo(session: session)
    #expect(try other.places.fetchAll().map(\.path) == ["attic"])
    #expect(try other.places.fetch(mine.uuid)?.photo == nil)
    #expect(try other.attachments.sweep().files == 0, "redo needs them")
    try expectOrder(in: other)
    try other.changes.redo(session: session)
    #expect(try shown("attic", in: other) == "attic" && shown("attic / Box", in: other) == "box")
    try expectOrder(in: other)
    // One step for the import, and one for the place before it.
    try other.changes.undo(session: session)
    try other.changes.undo(session: session)
    #expect(try other.places.fetchAll().isEmpty)
  }

  @Test func aHomeWithLimitsGetsPhotosOfPlaces() throws {
    let limited = try LimitedHome()
    let child = try limited.limited()
    let before = try LimitedHome.rows(limited.unlimited()).filter { $0.contains("Secret") }
    let report = try read(export(), into: child)
    #expect(report.photos == 2 && report.items.isWritten)
    #expect(try shown("Attic", in: child) == "attic")
    #expect(try LimitedHome.flaws(child) == [])
    #expect(try LimitedHome.rows(limited.unlimited()).filter { $0.contains("Secret") } == before)
  }

  // MARK: - Existing places

  @Test func aPlaceWithoutAPhotoGetsIt() throws {
    let other = try home.store("other")
    try other.addPlace("Box", in: other.addPlace("ATTIC"))
    let report = try read(export(), into: other)
    #expect(report.photos == 2 && report.items.createdPlaces == 0 && notes(report) == [])
    #expect(try shown("ATTIC", in: other) == "attic" && shown("ATTIC / Box", in: other) == "box")
    try expectOrder(in: other)
  }

  @Test(arguments: [false, true]) func aPlaceKeepsItsPhoto(isDryRun: Bool) throws {
    let other = try home.store("other")
    try set("mine", of: other.addPlace("Attic"), in: other)
    let report = try read(export(), into: other, .init(isDryRun: isDryRun))
    #expect(
      notes(report) == [
        "“Attic”: this place already has a photo and keeps it; the archive's photo is left out"
      ])
    #expect(report.photos == (isDryRun ? 0 : 1) && report.items.isAcceptable)
    #expect(try shown("Attic", in: other) == "mine")
    #expect(files(of: other).count == (isDryRun ? 1 : 2), "the archive's photo is not copied")
    try expectOrder(in: other)
  }

  // MARK: - Dry runs and cancellation

  @Test func aDryRunStoresNothing() throws {
    let other = try home.store("other")
    let report = try read(export(), into: other, .init(isDryRun: true))
    #expect(report.photos == 0 && report.items.createdPlaces == 2 && report.items.leftOut == [])
    #expect(try other.places.fetchAll().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: other.attachments.path))
  }

  /// A home without items asks too, and also while photos are compared or copied.
  @Test(arguments: [false, true]) func aCanceledImportWritesNothing(hasItems: Bool) throws {
    if !hasItems {
      let items = try store.database.file.read {
        try UUID.fetchAll($0, sql: "SELECT uuid FROM item")
      }
      try store.changes.perform(.trashItems(items), session: session)
    }
    let path = try export()
    let other = try home.store("other")
    try set("mine", of: other.addPlace("Attic"), in: other)
    let version = other.database.dataVersion
    var questions = 0
    for patience in 0..<100 {
      var asked = 0
      var importer = CollectionImporter(store: other)
      importer.isCanceled = {
        asked += 1
        return asked > patience
      }
      let report = try importer.importFile(at: path, session: session)
      questions = patience
      guard report.items.isCanceled else { break }
      #expect(!report.items.isWritten && other.database.dataVersion == version)
      #expect(files(of: other).count == 1, "canceled at question \(patience + 1)")
    }
    #expect(questions > 4 && questions < 99)
    #expect(try shown("Attic / Box", in: other) == "box" && shown("Attic", in: other) == "mine")
  }

  // MARK: - Archives of other programs

  /// A collection of places, each with its files as JSON without their identities and places.
  private func collection(
    _ places: [(id: String, name: String)], _ files: [(String, String)]
  ) -> MadeCollection {
    var made = MadeCollection()
    made.tables["entity_types"] = #"[{"id":"tl","name":"Location","is_location":1}]"#
    made.tables["entities"] =
      "["
      + places.map { #"{"id":"\#($0.id)","name":"\#($0.name)","entity_type_entities":"tl"}"# }
      .joined(separator: ",") + "]"
    made.tables["attachments"] =
      "["
      + files.enumerated().map { index, file in
        #"{"id":"f\#(index)","entity_attachments":"\#(file.0)",\#(file.1)}"#
      }.joined(separator: ",") + "]"
    made.files = files.indices.map { ("f\($0)", Self.picture("\($0)")) }
    return made
  }

  @Test func theMainPhotoIsTakenAndOtherFilesAreNamed() throws {
    let made = collection(
      [("hall", "Hall"), ("cellar", "Cellar"), ("again", "cellar "), ("none", " ")],
      [
        ("hall", #""type":"photo","title":"first""#),
        ("hall", #""type":"photo","title":"main","primary":true"#),
        ("hall", #""type":"receipt","title":"rent""#),
        ("again", #""type":"photo","title":"second""#),
        ("cellar", #""type":"photo","title":"stairs""#),
        ("none", #""type":"photo","title":"nowhere""#),
        ("cellar", #""type":"photo","title":"web","path":"https://example.com/1.jpg""#),
      ])
    let report = try read(made, into: store)
    #expect(report.photos == 2 && report.missing == 0)
    #expect(try shown("Hall", in: store) == "1" && shown("Cellar", in: store) == "4")
    #expect(
      report.items.leftOut == [
        "5 files of places (“first”, “rent”, “second”, “nowhere”, “https://example.com/1.jpg”)"
      ])
    try expectOrder(in: store)
  }

  @Test func anUnusablePhotoIsNamedAndTheRestImported() throws {
    var made = collection(
      [("hall", "Hall"), ("shed", "Shed"), ("loft", "Loft"), ("yard", "Yard")],
      ["hall", "shed", "loft", "yard"].map {
        ($0, #""type":"photo","title":"../../escaped.jpg","mime_type":"image/jpeg""#)
      })
    made.files[0].bytes = Array("<svg/>".utf8)
    made.files[1].bytes = []
    made.files.remove(at: 2)
    let report = try read(made, into: store)
    #expect(report.photos == 1 && report.missing == 2)
    #expect(
      notes(report) == [
        "“Hall”: its photo in the archive is not a JPEG, PNG, WebP or HEIC picture, so it was left out; "
          + Self.advice,
        "“Shed”: its photo is missing from the archive; " + Self.advice,
        "“Loft”: its photo is missing from the archive; " + Self.advice,
      ])
    #expect(try shown("Yard", in: store) == "3" && shown("Hall", in: store) == nil)
    #expect(!FileManager.default.fileExists(atPath: home.path + "/escaped.jpg"))
    try expectOrder(in: store)
    // A place that has a photo misses nothing.
    let shed = try #require(try store.places.fetch(path: "Shed"))
    try set("mine", of: shed, in: store)
    #expect(try read(made, into: store).missing == 1)
  }

  /// One file for an item and a place: each takes what it can use.
  @Test func aFileOfTwoOwnersIsCheckedForEach() throws {
    var made = collection(
      [("hall", "Hall"), ("shed", "Shed")],
      [("hall", #""type":"photo","title":"a""#), ("shed", #""type":"photo","title":"b""#)])
    made.tables["entities"]?.replace("[{", with: #"[{"id":"cup","name":"Cup"},{"#)
    made.tables["attachments"]?.replace(
      "[{", with: #"[{"id":"f0","entity_attachments":"cup","title":"c.txt"},{"#)
    made.files[0].bytes = Array("paper".utf8)
    let report = try read(made, into: store)
    #expect(report.files == 1 && report.photos == 1 && report.items.warningCount == 1)
    #expect(try shown("Hall", in: store) == nil && shown("Shed", in: store) == "1")
    try expectOrder(in: store)
  }

  @Test func aDamagedPhotoRefusesTheArchiveAndLeavesNothingBehind() throws {
    let path = try export()
    var bytes = try Data(contentsOf: URL(filePath: path))
    let photo = try #require(bytes.range(of: Data(Self.picture("box"))))
    bytes[photo.upperBound - 1] ^= 1
    try bytes.write(to: URL(filePath: path))
    let other = try home.store("other")
    let error = #expect(throws: InventoryError.self) { try read(path, into: other) }
    #expect(error?.kind == .badData && error?.message.contains("is damaged") == true)
    #expect(try other.places.fetchAll().isEmpty && files(of: other) == [])
  }

  // MARK: - Private places

  /// Neither home has the keys when the collection is written and read.
  @Test func thePhotoOfAPrivatePlaceStaysSealed() throws {
    store.openPrivateItems(with: MirrorSealing())
    try store.attachments.setPrivacy(ofPlace: attic.uuid, isPrivate: true, session: session)
    let path = try export(home.store())
    #expect(try Data(contentsOf: URL(filePath: path)).range(of: Data("attic".utf8)) == nil)
    let other = try home.store("other")
    let report = try read(path, into: other)
    #expect(report.photos == 2 && notes(report) == [] && report.items.leftOut == [])
    let there = try #require(try other.places.fetch(attic.uuid))
    #expect(there.photo?.isSealed == true && there.photoFile == nil)
    try expectOrder(in: other)
    #expect(try read(path, into: other).photos == 0)
    other.openPrivateItems(with: MirrorSealing())
    #expect(try shown("Attic", in: other) == "attic" && shown("Attic / Box", in: other) == "box")
  }

  /// A sealed photo is only for the place that it was sealed for, and an open one only for an open place.
  @Test func aPhotoThatWouldNotOpenIsLeftOut() throws {
    store.openPrivateItems(with: MirrorSealing())
    try store.attachments.setPrivacy(ofPlace: attic.uuid, isPrivate: true, session: session)
    let path = try export()
    let other = try home.store("other")
    _ = try read(path, into: other)
    other.openPrivateItems(with: MirrorSealing())
    try other.attachments.setPrivacy(ofPlace: attic.uuid, isPrivate: false, session: session)
    try other.changes.perform(.place(.photo(attic.uuid, nil)), session: session)
    let report = try read(path, into: other)
    #expect(
      notes(report).contains(
        "“a private place”: the archive's photo is encrypted for another place and was left out"))
    #expect(report.photos == 0)
    #expect(try other.places.fetch(attic.uuid)?.photo == nil)

    // A forged archive has an open picture for a private place.
    var made = MadeCollection()
    made.tables["entity_types"] = #"[{"id":"tl","name":"Location","is_location":1}]"#
    made.tables["entities"] = """
      [{"id":"\(attic.uuid)","name":"Vault","notes":"keepsake-private:x","entity_type_entities":"tl"}]
      """
    made.tables["attachments"] =
      #"[{"id":"f","type":"photo","title":"x","entity_attachments":"\#(attic.uuid)"}]"#
    made.files = [("f", Self.picture("forged"))]
    let third = try home.store("third")
    #expect(
      try notes(read(made, into: third)) == [
        "“a private place”: its photo in the archive is not encrypted, or larger than 64 MiB, so it was left out; "
          + Self.advice
      ])
    #expect(try third.places.fetchAll().allSatisfy { $0.photo == nil } && files(of: third) == [])
  }
}
