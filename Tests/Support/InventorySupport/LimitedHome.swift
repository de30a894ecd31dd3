import Foundation
import GRDB
import Testing

@testable import Inventory

/// A home with items that content limits hide, and a visible one.
public struct LimitedHome {
  /// The directory.
  public let home: InventoryHome
  /// The place of the items.
  public let shelf: Place
  /// An item that the limits hide.
  public let film: Item
  /// An item without a rating.
  public let knife: Item

  /// The word that nothing visible may contain.
  public static let secret = "Secret"

  /// The limits.
  public static let limits: ContentLimits = {
    var limits = ContentLimits(ratings: .sample)
    limits.film = 340
    limits.app = 300
    limits.showsExplicitBooks = false
    return limits
  }()

  /// The same rating boards without limits.
  public static let unlimited = ContentLimits(ratings: .sample)

  /// Fills an inventory.
  public init() throws {
    home = try InventoryHome()
    let store = try Self.open(home, Self.unlimited)
    shelf = try store.addPlace("Shelf", in: store.addPlace("Room"))
    let place = shelf.uuid
    knife = try store.add("Knife") { $0.place = place }
    let category = try store.items.addCategory(named: "Films", session: InventoryHome.session)
    film = try store.add("Secret film") {
      $0.place = place
      $0.category = category
      $0.rating = "film:FSK 16"
      $0.purchasePrice = 9900
      $0.notes = "Secret notes"
      $0.tags = ["secretly", "steel"]
      $0.fields = [CustomField(name: "Secret field", value: "Secret value")]
      $0.importReference = "secret-1"
    }
    let owner = film.uuid
    try store.add("Case") { $0.parent = owner }
    try store.add("Secret book") { $0.rating = "book:explicit" }
    try store.add("Mild film") { $0.rating = "film:FSK 12" }
    let receipt = try home.file("Secret receipt.pdf", "%PDF-1.4")
    try store.attachments.attach([receipt], to: owner, session: InventoryHome.session)
  }

  /// Opens the inventory of a directory under limits.
  public static func open(_ home: InventoryHome, _ limits: ContentLimits) throws -> InventoryStore {
    try InventoryStore(directory: home.path + "/data", limits: limits)
  }

  /// The inventory as opened by the limited login.
  public func limited() throws -> InventoryStore { try Self.open(home, Self.limits) }

  /// The inventory as opened by other logins.
  public func unlimited() throws -> InventoryStore { try Self.open(home, Self.unlimited) }

  /// All rows that belong to items, as text.
  public static func rows(_ store: InventoryStore) throws -> [String] {
    try store.database.file.read { db in
      try [
        "SELECT * FROM item ORDER BY id", "SELECT * FROM item_tag", "SELECT * FROM custom_field",
        "SELECT uuid, item_id, title, file_name, sha256, is_primary FROM attachment ORDER BY uuid",
        "SELECT id, group_id, source, op, row_uuid, before, after, undone FROM change ORDER BY id",
        "SELECT id, path, item_count, subtree_count, place_count FROM location ORDER BY id",
      ].flatMap { sql in try Row.fetchAll(db, sql: sql).map { "\($0)" } }
    }
  }

  /// The inconsistencies of the file, found by checking all rows.
  public static func flaws(_ store: InventoryStore) throws -> [String] {
    try store.database.checkIntegrity()
    var flaws = try store.wrongPlaceCounts()
    if try store.recount() != store.database.counts {
      flaws.append("counts \(store.database.counts)")
    }
    try store.database.file.write { db in
      try db.execute(sql: "INSERT INTO item_words(item_words) VALUES ('integrity-check')")
      return ((), .rollback)
    }
    let unfound = try store.database.file.read { db in
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM item WHERE id NOT IN (SELECT id FROM item_words_docsize)")
    }
    if unfound != 0 { flaws.append("words") }
    try store.database.file.read { db in
      if try RatedCounts.wrongCount(db) != 0 { flaws.append("counts by rating") }
      for place in try StoredPlace.children(db, of: nil).flatMap({ try StoredPlace.within(db, $0) })
      {
        let shown = try Int.fetchOne(
          db, sql: "SELECT count(*) FROM item WHERE location_id = ? AND shelf = 0",
          arguments: [place.id])
        if shown != place.place.itemCount { flaws.append("\(place.place.path) \(shown ?? -1)") }
      }
    }
    return flaws
  }
}

/// Rating boards for tests: two countries that rate the same name differently.
extension RatingTable {
  /// Two countries, which rate “G” and “R” differently.
  public static let sample = RatingTable(named: "sample") {
    [
      Board(.app, country: nil, levels: [("4+", 100), ("12+", 300), ("17+", 600)]),
      Board(.film, country: "DE", levels: [("FSK 12", 340), ("FSK 16", 420)]),
      Board(.film, country: "CA", levels: [("G", 100), ("R", 470)]),
      Board(.film, country: "US", levels: [("G", 100), ("R", 440)]),
      Board(.series, country: "US", levels: [("TV-G", 100), ("TV-MA", 440)]),
    ]
  }
}
