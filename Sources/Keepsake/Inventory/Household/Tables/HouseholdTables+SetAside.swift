import GRDB
import Household

/// The operations that were set aside, in the server's order.
///
/// The table is created for the first one, since few households ever need it.
extension HouseholdTables {
  private static let table = HouseholdSchema.setAside

  /// Records that an operation, or some of its values, were set aside.
  func note(_ fault: OperationFault, of stamp: Stamp, author: String) throws {
    try HouseholdSchema.addSetAside(db)
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO \(Self.table)(sequence, device, author, fault) VALUES (?, ?, ?, ?)
        """
    ).execute(arguments: [stamp.sequence, stamp.device, author, fault.rawValue])
  }

  /// The set-aside changes by author and reason, the latest first.
  func setAside() throws -> [SetAsideChanges] {
    guard try db.hasTable(Self.table) else { return [] }
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT coalesce(nullif(d.name, ''), nullif(s.author, ''), s.device), s.fault, count(*),
          max(s.sequence)
        FROM \(Self.table) AS s LEFT JOIN household_device AS d ON d.device = s.device
        GROUP BY 1, 2 ORDER BY 4 DESC LIMIT 20
        """)
    return try rows.compactMap { row in
      guard let fault = OperationFault(rawValue: try row.value(1)) else { return nil }
      return SetAsideChanges(
        author: try row.value(0), reason: fault.words, count: try row.value(2),
        last: try row.value(3))
    }
  }
}
