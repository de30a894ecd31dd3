import GRDB

/// The numbers of items of each rating, so that a login with content limits knows how many it sees.
///
/// A login without limits reads none of them: the counts of `meta` and `location` include every item. Items without a
/// rating, which every login sees, have no row here.
enum RatedCounts {
  /// The value used as the rating of sealed items.
  static let sealed = "sealed"

  /// Creates the table and fills it; a step of `Schema.migrations`.
  static func create(_ db: Database) throws {
    try db.execute(
      sql: """
        DROP TABLE IF EXISTS rated_count;
        CREATE TABLE rated_count(
          shelf INTEGER NOT NULL,
          -- The place of live items; 0 for the others.
          place INTEGER NOT NULL,
          rating TEXT NOT NULL,
          count INTEGER NOT NULL,
          PRIMARY KEY(shelf, place, rating)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO rated_count(shelf, place, rating, count)
          \(counting);
        """)
  }

  /// Selects what the table should contain.
  static let counting = """
    SELECT shelf, CASE shelf WHEN 0 THEN ifnull(location_id, 0) ELSE 0 END AS place,
      \(bucket) AS bucket, count(*) AS count
    FROM main.item AS item WHERE bucket <> '' GROUP BY 1, 2, 3
    """

  /// The rating under which an item is counted; empty if it has none.
  static let bucket = """
    CASE WHEN \(LimitedViews.isSealed("item"))
    THEN '\(sealed)' ELSE item.rating END
    """

  /// The number of counts that differ from the rows; 0 in a file of an older format, which has none.
  static func wrongCount(_ db: Database) throws -> Int {
    guard try db.hasTable("rated_count") else { return 0 }
    let stored = "SELECT shelf, place, rating, count FROM rated_count"
    return try Int.fetchOne(
      db,
      sql: """
        SELECT (SELECT count(*) FROM (\(stored) EXCEPT SELECT * FROM (\(counting))))
          + (SELECT count(*) FROM (SELECT * FROM (\(counting)) EXCEPT \(stored)))
        """) ?? 0
  }

  /// Whether any item that isn't sealed has a rating; `false` in a file of an older format, which has none.
  static func haveRatings(_ db: Database) throws -> Bool {
    guard try db.hasTable("rated_count") else { return false }
    return try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM rated_count WHERE rating <> '\(sealed)')")) == true
  }

  /// A count of the table.
  struct Key: Hashable {
    var shelf: ItemShelf
    var place: Int64
    var rating: String
  }

  /// Changes counts.
  static func add(_ deltas: [Key: Int], _ db: Database) throws {
    guard deltas.contains(where: { $0.value != 0 }) else { return }
    let add = try db.cachedStatement(
      sql: """
        INSERT INTO rated_count(shelf, place, rating, count) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET count = min(max(count, 0), 1 << 40) + excluded.count
        """)
    for (key, delta) in deltas where delta != 0 {
      try add.execute(arguments: [key.shelf.rawValue, key.place, key.rating, delta])
    }
    try db.execute(sql: "DELETE FROM rated_count WHERE count = 0")
  }

  /// The counts without the items that the login may not see, on a connection that hides these.
  static func visible(_ counts: InventoryCounts, _ db: Database) throws -> InventoryCounts {
    guard try db.hasTable("rated_count") else { return try InventoryCounts(counting: "item", db) }
    var counts = counts
    let hidden = try db.cachedStatement(
      sql: """
        SELECT shelf, \(sum), CAST(total(CASE place WHEN 0 THEN count END) AS INTEGER)
        FROM rated_count
        WHERE \(isHidden) GROUP BY shelf
        """)
    for row in try Row.fetchAll(hidden) {
      let count = StoredNumber.count(try row.value(1))
      switch try row.value(0) as Int {
      case ItemShelf.lists.rawValue:
        counts.live -= count
        counts.unplaced -= StoredNumber.count(try row.value(2))
      case ItemShelf.archive.rawValue: counts.archived -= count
      default: counts.trashed -= count
      }
    }
    return counts.arePossible ? counts : try InventoryCounts(counting: "item", db)
  }

  /// The sum of the counts, which a damaged file can make too large for an integer.
  private static let sum = "CAST(total(count) AS INTEGER)"

  /// Selects the number of live items that the connection shows; `nil` if they must be counted.
  static func everywhere(_ db: Database) throws -> String? {
    try maintained("SELECT value", hidden: everything, "FROM meta WHERE key = 'items_live'", db)
  }

  /// Selects the number of live items without a place that the connection shows.
  static func unplaced(_ db: Database) throws -> String? {
    try maintained(
      "SELECT value", hidden: hidden(in: "0"), "FROM meta WHERE key = 'items_unplaced'", db)
  }

  /// Selects the number of live items in a place, whose row number is bound.
  static func placed(_ db: Database) throws -> String? {
    try maintained(
      "SELECT item_count", hidden: hidden(in: "location.id"), "FROM location WHERE id = ?", db)
  }

  private static func maintained(
    _ count: String, hidden: String, _ source: String, _ db: Database
  ) throws -> String? {
    if try apply(to: db) { return "\(count) - \(hidden) \(source)" }
    return try LimitedViews.areInstalled(db) ? nil : "\(count) \(source)"
  }

  /// The number of hidden live items, in SQL.
  private static let everything = """
    (SELECT \(sum) FROM rated_count WHERE shelf = 0 AND \(isHidden))
    """

  /// The condition on a row of `rated_count` that the login may not see its items.
  private static let isHidden = LimitedViews.isHidden(rating: "rating")

  /// Whether the counts of places include items that the connection hides; not in a file of an older format, which has
  /// no counts by rating.
  static func apply(to db: Database) throws -> Bool {
    try LimitedViews.areInstalled(db) && db.hasTable("rated_count")
  }

  /// The number of hidden live items in a place, or of unplaced ones for 0, in SQL.
  static func hidden(in place: String) -> String {
    """
    (SELECT \(sum) FROM rated_count
      WHERE shelf = 0 AND place = \(place) AND \(isHidden))
    """
  }

  /// The number of hidden live items in a place at any depth, in SQL.
  static func hidden(within place: String) -> String {
    """
    (WITH RECURSIVE below(id) AS (
        VALUES (\(place)) UNION
        SELECT child.id FROM below JOIN location AS child ON child.parent_id = below.id)
      SELECT \(sum) FROM below JOIN rated_count
        ON shelf = 0 AND place = below.id AND \(isHidden))
    """
  }
}
