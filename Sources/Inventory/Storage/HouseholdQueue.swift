import GRDB

/// What waits for a household's server.
enum HouseholdQueue {
  /// The number of rows that no operation was made of yet, and of operations that the server does not have.
  static func count(_ db: Database) throws -> Int {
    let count = try db.cachedStatement(
      sql: """
        SELECT (SELECT count(*) FROM household_dirty) + (SELECT count(*) FROM household_queue)
        """)
    return try Int.fetchOne(count) ?? 0
  }
}
