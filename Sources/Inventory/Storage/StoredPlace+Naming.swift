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

  /// A place outside the trash by its parent and name, which may be sealed.
  static func child(
    named name: String, in parent: StoredPlace?, openedWith sealing: (any ItemSealing)?,
    _ db: Database
  ) throws -> StoredPlace? {
    if let known = try childID(named: name, in: parent, db) {
      return try fetch(db, id: known)
    }
    guard let sealing else { return nil }
    return try masked(db).first {
      $0.parentID == parent?.id && $0.place.deletedAt == nil
        && (try? $0.place.opened(with: sealing))?.name == name
    }
  }
}
