import GRDB

/// Finds places by their names.
extension StoredPlace {
  /// Finds a place outside the trash by the row number of its parent (0 at the top) and its name.
  static let childQuery = """
    SELECT id FROM location
    WHERE ifnull(parent_id, 0) = ? AND name = ? AND deleted_at IS NULL
    """

  /// The row number of a place outside the trash by its name and parent.
  static func childID(named name: String, in parent: StoredPlace?, _ db: Database) throws -> Int64?
  {
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
