import Foundation
import GRDB
import Testing

@testable import Inventory

/// A temporary directory for one test, deleted with this object, with helpers for stores in it.
public final class InventoryHome {
  /// The directory.
  public let path: String
  /// The session of all edits by tests.
  public static let session = "test"

  /// Creates an empty directory.
  public init() throws {
    let base = NSTemporaryDirectory() + "inventory-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: base, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    path = base
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A home with a copy of an inventory, which is faster than filling one.
  public convenience init(inventory: Data) throws {
    try self.init()
    try FileManager.default.createDirectory(
      atPath: path + "/data", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try inventory.write(to: URL(fileURLWithPath: inventoryPath))
  }

  /// The file of an inventory filled by `fill`, created once for all tests of a suite.
  public static func inventory(
    filledBy fill: (InventoryHome, InventoryStore) throws -> Void
  ) throws -> Data {
    let home = try InventoryHome()
    let store = try home.store()
    try fill(home, store)
    // The log must be empty, since it isn't copied.
    try #require(try store.database.checkpoint())
    return try Data(contentsOf: URL(fileURLWithPath: home.inventoryPath))
  }

  /// The file of the first inventory.
  public var inventoryPath: String { path + "/data/inventory.sqlite" }

  /// Opens an inventory in the directory.
  public func store(_ name: String = "data", readOnly: Bool = false) throws -> InventoryStore {
    try InventoryStore(directory: path + "/" + name, access: readOnly ? .read : .write)
  }

  /// Writes a file with text and returns its path.
  public func file(_ name: String, _ text: String) throws -> String {
    try file(name, bytes: Array(text.utf8))
  }

  /// Writes a file and returns its path.
  public func file(_ name: String, bytes: [UInt8]) throws -> String {
    let full = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: full))
    return full
  }

  /// The text of a file.
  public func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)), as: UTF8.self)
  }

  /// Imports a file into a store.
  @discardableResult
  public func importText(
    _ text: String, into store: InventoryStore, options: CSVImporter.Options = .init()
  ) throws -> ImportReport {
    let path = try file("import-\(UUID().uuidString).csv", text)
    return try CSVImporter(store: store, options: options)
      .importFile(at: path, session: Self.session)
  }

  /// The complete export of a store.
  public func export(_ store: InventoryStore) throws -> String {
    var bytes: [UInt8] = []
    try CSVExporter(store: store).export { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension InventoryStore {
  /// Adds an item in the tests' session and returns it as stored.
  @discardableResult
  public func add(_ name: String, _ change: (inout Item) -> Void = { _ in }) throws -> Item {
    var item = Item(uuid: Identity.new(), name: name)
    change(&item)
    try changes.perform(.createItem(item), session: InventoryHome.session)
    return try #require(try self.items.fetch(item.uuid))
  }

  /// Adds a place and returns it as stored.
  @discardableResult
  public func addPlace(_ name: String, in parent: Place? = nil) throws -> Place {
    let place = Place(uuid: Identity.new(), parent: parent?.uuid, name: name)
    try changes.perform(.createPlace(place), session: InventoryHome.session)
    return try #require(try self.places.fetch(place.uuid))
  }

  /// The counts, computed from all rows.
  public func recount() throws -> InventoryCounts {
    try database.file.read { db in
      func count(_ condition: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM item WHERE " + condition) ?? -1
      }
      let live = "deleted_at IS NULL AND archived_at IS NULL"
      return InventoryCounts(
        live: try count(live), archived: try count("deleted_at IS NULL AND archived_at NOT NULL"),
        trashed: try count("deleted_at NOT NULL"),
        unplaced: try count(live + " AND location_id IS NULL"))
    }
  }

  /// The places whose stored counts differ from the computed ones.
  public func wrongPlaceCounts() throws -> [String] {
    try database.file.read { db in
      try String.fetchAll(
        db,
        sql: """
          WITH RECURSIVE below(top, id) AS (
            SELECT id, id FROM location
            UNION ALL
            SELECT below.top, location.id FROM below JOIN location ON location.parent_id = below.id)
          SELECT path FROM location AS p WHERE item_count <> (
              SELECT count(*) FROM main.item WHERE location_id = p.id
                AND deleted_at IS NULL AND archived_at IS NULL)
            OR place_count <> (SELECT count(*) FROM location AS c
                WHERE c.parent_id = p.id AND c.deleted_at IS NULL)
            OR subtree_count <> (SELECT count(*) FROM main.item AS item JOIN below ON below.top = p.id
                AND item.location_id = below.id
                WHERE deleted_at IS NULL AND archived_at IS NULL)
          """)
    }
  }

  /// The levels of nested items and places, computed from all rows.
  public func levels() throws -> (items: Int, places: Int) {
    try database.read { db in
      func levels(_ table: String, _ parent: String, _ condition: String) throws -> Int {
        try Int.fetchOne(
          db,
          sql: """
            WITH RECURSIVE nested(id, level) AS (
              SELECT id, 1 FROM \(table) WHERE \(parent) IS NULL AND \(condition)
              UNION ALL
              SELECT inner.id, level + 1 FROM nested JOIN \(table) AS inner
                ON inner.\(parent) = nested.id WHERE \(condition))
            SELECT ifnull(max(level), 0) FROM nested
            """) ?? 0
      }
      return (
        try levels("item", "parent_item_id", "TRUE"),
        try levels("location", "parent_id", "deleted_at IS NULL")
      )
    }
  }
}
