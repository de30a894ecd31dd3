import Foundation
import GRDB

/// A place with its row numbers.
public struct StoredPlace {
  /// Its row number.
  public let id: Int64
  /// The row number of the place around it; `nil` at the top.
  public let parentID: Int64?
  /// The place.
  public var place: Place

  private static let whole = selection(items: "p.item_count", "p.subtree_count")

  private static let limited = selection(
    items: "p.item_count - \(RatedCounts.hidden(in: "p.id"))",
    "p.subtree_count - \(RatedCounts.hidden(within: "p.id"))")

  private static func selection(items: String, _ below: String) -> String {
    """
    SELECT p.id, p.parent_id, p.uuid, (SELECT uuid FROM location AS r WHERE r.id = p.parent_id),
      p.name, p.path, p.notes, \(items), \(below), p.place_count, p.deleted_at, p.rev,
      p.photo
    FROM location AS p
    """
  }

  /// Selects places with the numbers of items that the connection shows.
  private static func selection(_ db: Database) throws -> String {
    try RatedCounts.apply(to: db) ? limited : whole
  }

  /// Prepares a selection of places; one in a file of an older format, which may be open for reading only, has no
  /// photos.
  private static func statement(_ db: Database, _ condition: String) throws -> Statement {
    let selection = try selection(db)
    do {
      return try db.cachedStatement(sql: selection + condition)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      return try db.cachedStatement(
        sql: selection.replacing("p.photo", with: "NULL") + condition)
    }
  }

  init(id: Int64, parentID: Int64?, place: Place) {
    self.id = id
    self.parentID = parentID
    self.place = place
  }

  init(_ row: Row) throws {
    id = try row.value(0)
    parentID = try row.value(1)
    place = try Place(
      uuid: row.value(2), parent: row.value(3), name: row.value(4), notes: row.value(6))
    place.path = try row.value(5)
    place.itemCount = StoredNumber.count(try row.value(7))
    place.subtreeItemCount = StoredNumber.count(try row.value(8))
    place.placeCount = StoredNumber.count(try row.value(9))
    place.deletedAt = try row.value(10)
    place.rev = try row.value(11)
    place.photo = (try row.value(12) as String?).flatMap(PlacePhoto.init(text:))
  }

  /// A place by its uuid, trash included.
  public static func fetch(_ db: Database, uuid: UUID) throws -> StoredPlace? {
    let statement = try statement(db, " WHERE p.uuid = ?")
    return try Row.fetchOne(statement, arguments: [uuid]).map(StoredPlace.init)
  }

  /// A place by its row number, trash included.
  public static func fetch(_ db: Database, id: Int64) throws -> StoredPlace? {
    let statement = try statement(db, " WHERE p.id = ?")
    return try Row.fetchOne(statement, arguments: [id]).map(StoredPlace.init)
  }

  /// The place, or its nearest ancestor outside the trash; `nil` if all are in the trash.
  static func nearestOutsideTrash(_ place: UUID?, _ db: Database) throws -> UUID? {
    var current = try place.flatMap { try fetch(db, uuid: $0) }
    // Places from an older version may be nested deeper than the limit, or in a circle.
    var seen: Set<Int64> = []
    while let stored = current, stored.place.deletedAt != nil {
      guard seen.insert(stored.id).inserted else { return nil }
      current = try stored.parentID.flatMap { try fetch(db, id: $0) }
    }
    return current?.place.uuid
  }

  /// All masked places, those in the trash among them.
  static func masked(_ db: Database) throws -> [StoredPlace] {
    let statement = try statement(db, " WHERE \(Place.maskedCondition)")
    return try Row.fetchAll(statement).map(StoredPlace.init)
  }

  /// The places outside the trash in a place or at the top, by name.
  public static func children(_ db: Database, of parent: Int64?) throws -> [StoredPlace] {
    let statement = try statement(
      db, " WHERE p.parent_id IS ? AND p.deleted_at IS NULL ORDER BY p.sort_key, p.id")
    return try Row.fetchAll(statement, arguments: [parent]).map(StoredPlace.init)
  }

  /// Some of the places outside the trash at the top.
  static func fetchTop(_ db: Database, limit: Int) throws -> [StoredPlace] {
    let statement = try statement(
      db, " WHERE p.parent_id IS NULL AND p.deleted_at IS NULL LIMIT ?")
    return try Row.fetchAll(statement, arguments: [limit]).map(StoredPlace.init)
  }

  /// A place and all places outside the trash in it, each after the one around it.
  static func within(_ db: Database, _ place: StoredPlace) throws -> [StoredPlace] {
    var found = [place]
    var passed: Set = [place.id]
    var next = 0
    while next < found.count {
      found += try children(db, of: found[next].id).filter { passed.insert($0.id).inserted }
      next += 1
    }
    return found
  }
}

/// Finds places by their names.
extension StoredPlace {
  /// Finds a place outside the trash by the row number of its parent (0 at the top) and its name.
  static let childQuery = """
    SELECT id FROM location
    WHERE ifnull(parent_id, 0) = ? AND name = ? AND deleted_at IS NULL
    """

  /// The row number of a place outside the trash by its name and parent.
  public static func childID(
    named name: String, in parent: StoredPlace?, _ db: Database
  ) throws -> Int64? {
    let statement = try db.cachedStatement(sql: childQuery)
    return try Int64.fetchOne(statement, arguments: [parent?.id ?? 0, name])
  }

  /// Finds places outside the trash by the row number of their parent (`NULL` at the top) and the key by which they sort.
  static let alikeQuery = """
    SELECT id FROM location WHERE parent_id IS ? AND sort_key = ? AND deleted_at IS NULL
    """

  /// Passes the row number, the parent and the name of each place outside the trash to a closure.
  static func forEachName(
    _ db: Database, _ body: (_ id: Int64, _ parent: Int64?, _ name: String) -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT id, parent_id, name FROM location WHERE deleted_at IS NULL")
    while let row = try rows.next() { try body(row.value(0), row.value(1), row.value(2)) }
  }

  /// The row number of a place outside the trash whose name differs from another in case or spaces at most; an equal name
  /// comes first.
  static func childID(alike name: String, in parent: StoredPlace?, _ db: Database) throws -> Int64?
  {
    if let id = try childID(named: name, in: parent, db) { return id }
    let folded = PlacePath.folded(name)
    let rows = try Row.fetchCursor(
      db, sql: "SELECT id, name FROM location WHERE parent_id IS ? AND deleted_at IS NULL",
      arguments: [parent?.id])
    while let row = try rows.next() {
      if PlacePath.folded(try row.value(1)) == folded { return try row.value(0) }
    }
    return nil
  }

  /// A place outside the trash by its parent and name, which may be sealed.
  ///
  /// Case and the number of spaces between words do not matter.
  static func child(
    named name: String, in parent: StoredPlace?, openedWith sealing: (any ItemSealing)?,
    _ db: Database
  ) throws -> StoredPlace? {
    if let known = try childID(alike: name, in: parent, db) {
      return try fetch(db, id: known)
    }
    guard let sealing else { return nil }
    let folded = PlacePath.folded(name)
    return try masked(db).first {
      $0.parentID == parent?.id && $0.place.deletedAt == nil
        && (try? $0.place.opened(with: sealing)).map { PlacePath.folded($0.name) } == folded
    }
  }
}
