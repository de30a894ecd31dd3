import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

/// Truncated, altered and forged collections are refused with one clear line and change nothing.
@Suite(.leavesMainActorAlone) struct HostileCollectionTests {
  let home: InventoryHome
  private let store: InventoryStore
  private let path: String

  init() throws {
    home = try InventoryHome()
    store = try home.store()
    path = home.path + "/hostile.zip"
  }

  /// Why the file is refused; nil if it is imported.
  private func refusal(_ comment: Comment) throws -> InventoryError? {
    do throws(InventoryError) {
      _ = try CollectionImporter(store: store).importFile(
        at: path, session: InventoryHome.session)
      return nil
    } catch {
      #expect(!error.message.contains("\n") && error.message.utf8.count < 600, comment)
      #expect(error.message.contains(path), "\(comment): \(error.message)")
      #expect(store.database.counts.live == 0, comment)
      #expect(try store.attachments.orphans() == [], comment)
      return error
    }
  }

  private func refusal(of made: MadeCollection, _ comment: Comment) throws -> InventoryError? {
    try made.write(to: path)
    return try refusal(comment)
  }

  /// Backups and collections are both ZIP files and easily mixed up.
  @Test func aBackupAndACollectionAreToldApart() throws {
    try store.add("Cup")
    let backup = try Backup(
      of: home.path + "/data", into: home.path, program: "keepsake test", at: nil)
    let empty = try InventoryHome()
    let error = #expect(throws: InventoryError.self) {
      try CollectionImporter(store: try empty.store()).importFile(
        at: backup.path, session: InventoryHome.session)
    }
    #expect(
      error?.message == "\(backup.path) is a Keepsake backup: use keepsake restore")
    try MadeCollection.household.write(to: path)
    let other = #expect(throws: InventoryError.self) { try BackupReader(path: path).manifest() }
    #expect(other?.message == "\(path) is a Homebox collection: use keepsake import")
  }

  @Test func aTruncatedCollectionIsRefused() throws {
    try MadeCollection.household.write(to: path)
    let whole = try Data(contentsOf: URL(filePath: path))
    var random = SeededGenerator(seed: 41)
    for _ in 0..<40 {
      let length = Int.random(in: 0..<whole.count, using: &random)
      try whole.prefix(length).write(to: URL(filePath: path))
      #expect(try refusal("cut to \(length)")?.kind == .badData, "cut to \(length)")
    }
  }

  @Test func anAlteredByteIsDetectedOrLeavesNothingBehind() throws {
    try MadeCollection.household.write(to: path)
    let whole = try Data(contentsOf: URL(filePath: path))
    var random = SeededGenerator(seed: 42)
    var refused = 0
    for _ in 0..<60 {
      var bytes = whole
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] ^= UInt8.random(in: 1...255, using: &random)
      try bytes.write(to: URL(filePath: path))
      if let error = try refusal("seed 42, altered at \(place)") {
        #expect(error.kind == .badData, "altered at \(place): \(error.message)")
        refused += 1
      } else {
        try store.changes.undo(session: InventoryHome.session)
      }
    }
    #expect(refused > 20, "most of the file is content")
  }

  @Test func anotherLayoutIsDistinguishedFromDamage() throws {
    var made = MadeCollection.household
    made.manifest = #"{"schemaVersion":2}"#
    #expect(try refusal(of: made, "newer")?.message.contains("layout 2") == true)
    made.manifest = nil
    #expect(try refusal(of: made, "none")?.message.contains("not a Homebox collection") == true)
    made.manifest = #"{"schemaVersion":1,"counts":{"entities":6}}"#
    #expect(try refusal(of: made, "counts")?.message.contains("6 rows") == true)
  }

  @Test(arguments: ["{}", "[1]", "[[]]", "null", "", #"[{"id":}]"#])
  func anInvalidTableIsNamed(rows: String) throws {
    var made = MadeCollection.household
    made.tables["entities"] = rows
    #expect(try refusal(of: made, "\(rows)")?.message.contains("entities.json") == true)
  }

  /// Thousands of nested places would otherwise take gigabytes before the import refuses them.
  @Test func aPathIsCutOneLevelBelowTheLimit() throws {
    var made = MadeCollection()
    made.tables["entity_types"] = #"[{"id":"tl","name":"Location","is_location":1}]"#
    var rows = (0..<200).map { number in
      #"{"id":"\#(number)","name":"P","entity_type_entities":"tl","entity_children":"\#(number + 1)"}"#
    }
    // An item in an item, in a place without a name, in a house.
    rows += [
      #"{"id":"cup","name":"Cup","entity_children":"box"}"#,
      #"{"id":"box","name":"Box","entity_children":"none"}"#,
      #"{"id":"none","name":" ","entity_type_entities":"tl","entity_children":"house"}"#,
      #"{"id":"house","name":"House","entity_type_entities":"tl","entity_children":null}"#,
    ]
    made.tables["entities"] = "[\(rows.joined(separator: ","))]"
    try made.write(to: path)
    let reader = try CollectionReader(path: path)
    defer { reader.end() }
    let tables = try reader.tables()
    let depths = tables.entities.map { PlacePath.names(in: tables.path(of: $0)).count }
    #expect(depths.max() == Bounds.levels + 1)
    #expect(tables.entity("cup").map(tables.path) == "House")
    let report = try CollectionImporter(store: store)
      .importFile(at: path, session: InventoryHome.session)
    #expect(report.items.exitCode == 65 && store.database.counts.live == 0)
  }

  @Test func anArchiveBombLeavesNothingBehind() throws {
    var made = MadeCollection.household
    made.files[0].bytes = [UInt8](repeating: 0, count: 8_000_000)
    #expect(
      try refusal(of: made, "bomb")?.message.contains("more than a file of its size can") == true)
  }
}
