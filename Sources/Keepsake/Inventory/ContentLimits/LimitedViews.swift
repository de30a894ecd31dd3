import GRDB
import Synchronization

/// The views through which a login with content limits reads.
///
/// Temporary views on its connections have the names of `item` and of the tables with rows of
/// items, and SQLite resolves a name to a view before a table. So every query hides these items,
/// even a query written without limits in mind. A statement that must reach every row names the
/// schema, `main.item`: each that writes, and each that would lose data if it missed a row.
enum LimitedViews {
  /// The tables with rows of an item, which a view hides with their item.
  static let details = ["item_tag", "custom_field", "attachment"]

  /// The SQL function that decides whether a rating is hidden from the login.
  private static let function = "is_hidden"

  /// Makes the connection show what the limits allow; without limits, everything.
  static func install(_ limits: ContentLimits, _ db: Database) throws {
    try remove(db)
    guard !limits.isNone else { return }
    let judge = RatingJudge(limits)
    db.add(
      function: DatabaseFunction(function, argumentCount: 1, pure: true) { values in
        judge.isHidden(String.fromDatabaseValue(values[0]) ?? "")
      })
    try create(db)
  }

  /// Makes the views again, after ``remove(_:)``.
  static func create(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TEMP VIEW item AS
        SELECT * FROM main.item AS item WHERE NOT \(isHidden("item", db))
        """)
    for table in details where try db.hasTable(table) {
      try db.execute(
        sql: """
          CREATE TEMP VIEW \(table) AS SELECT * FROM main.\(table) AS detail
          WHERE EXISTS(SELECT 1 FROM item WHERE item.id = detail.item_id)
          """)
    }
  }

  /// Makes the connection show everything.
  static func remove(_ db: Database) throws {
    for view in details + ["item"] { try db.execute(sql: "DROP VIEW IF EXISTS temp.\(view)") }
  }

  /// Whether the connection hides what the login may not see.
  static func areInstalled(_ db: Database) throws -> Bool {
    let find = try db.cachedStatement(
      sql: "SELECT EXISTS(SELECT 1 FROM temp.sqlite_schema WHERE name = 'item')")
    return try Bool.fetchOne(find) == true
  }

  /// The condition on a row of `main.item` that the login may not see, for connections with the views.
  ///
  /// The contents of a sealed item can't be judged.
  static func isHidden(_ item: String, _ db: Database) throws -> String {
    let isSealed = isSealed(item)
    guard try db.hasColumn("rating", in: "item") else { return isSealed }
    return "(\(item).rating <> '' AND \(isHidden(rating: "\(item).rating")) OR \(isSealed))"
  }

  /// The condition that a row of `main.item` is sealed.
  static func isSealed(_ item: String) -> String {
    """
    EXISTS(SELECT 1 FROM main.custom_field AS seal
      WHERE seal.item_id = \(item).id AND seal.name = '\(Item.sealedField)')
    """
  }

  /// The condition that the login may not see a rating, for connections with the views.
  static func isHidden(rating: String) -> String { "\(function)(\(rating))" }
}

/// Remembers which ratings are hidden: an inventory has few different ones, and many items.
private final class RatingJudge: Sendable {
  private let limits: ContentLimits
  private let known = Mutex<[String: Bool]>([:])

  /// A file can contain any number of ratings.
  private static let mostKnown = 1000

  init(_ limits: ContentLimits) { self.limits = limits }

  func isHidden(_ rating: String) -> Bool {
    if let known = known.withLock({ $0[rating] }) { return known }
    let isHidden = rating == RatedCounts.sealed || limits.isHidden(rating: rating)
    known.withLock { if $0.count < Self.mostKnown { $0[rating] = isHidden } }
    return isHidden
  }
}
