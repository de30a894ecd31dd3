import GRDB

/// Finds the files of the photos of places.
public enum PlacePhotos {
  /// The digest in a stored ``PlacePhoto/text``, in SQL.
  private static func digest(_ text: String) -> String { "substr(\(text), 1, 64)" }

  /// The index by digest.
  static let index = """
    CREATE INDEX IF NOT EXISTS location_photo ON location(\(digest("photo")))
      WHERE photo IS NOT NULL
    """

  /// Selects the digests of all photos, those of places in the trash among them.
  public static let digests = "SELECT \(digest("photo")) FROM location WHERE photo IS NOT NULL"

  /// Selects digest, size, and 0 for each of these photos.
  public static let contents = """
    SELECT \(digest("photo")), CAST(substr(photo, 66) AS INTEGER), 0 FROM location
    WHERE photo IS NOT NULL
    """

  /// Selects the digests of the photos that are not sealed.
  static let openDigests = digests + " AND photo NOT LIKE '%:sealed'"

  /// Whether places have photos; a file of an older format may be open for reading only.
  public static func exist(_ db: Database) throws -> Bool {
    try db.hasColumn("photo", in: "location")
  }

  /// Statements that select the digests of all photos, and of the former ones that undo can bring back.
  ///
  /// They are empty for a file of an older format.
  static func keptDigests(_ db: Database) throws -> [String] {
    guard try exist(db) else { return [] }
    return [digests] + ["before", "after"].map(loggedDigests)
  }

  /// Selects digests on one side of the change log.
  private static func loggedDigests(_ side: String) -> String {
    """
    SELECT \(digest("photo")) FROM (
      SELECT CASE WHEN json_valid(\(side)) THEN json_extract(\(side), '$.photo') END AS photo
      FROM change WHERE table_name = 'location' AND instr(\(side), '"photo"') > 0
    ) WHERE photo IS NOT NULL
    """
  }

  /// Passes each photo to a closure, with its place.
  static func forEach(_ db: Database, _ body: (Place, PlacePhoto) throws -> Void) throws {
    guard try exist(db) else { return }
    let ids = try Int64.fetchAll(
      db, sql: "SELECT id FROM location WHERE photo IS NOT NULL ORDER BY id")
    for id in ids {
      guard let place = try StoredPlace.fetch(db, id: id)?.place, let photo = place.photo else {
        continue
      }
      try body(place, photo)
    }
  }
}
