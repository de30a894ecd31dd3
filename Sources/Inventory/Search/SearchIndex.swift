import GRDB

/// Keeps the word indexes in step with the tables; the only code that writes to them.
///
/// An item's place is not in its entry: places have an index of their own, so renaming a house
/// touches one row and not every item in it.
enum SearchIndex {
  /// The texts of an item in the order of the columns of `item_fts`.
  static func texts(_ item: Item) -> [String] {
    [
      item.name, item.description, item.notes, item.manufacturer, item.modelNumber,
      item.serialNumber, item.assetNumber.map(AssetNumber.text) ?? "",
      item.tags.joined(separator: " ; "), item.purchaseFrom,
      item.fields.map { $0.name + " : " + $0.value }.joined(separator: " ; "),
    ]
  }

  static let insertion = """
    INSERT INTO item_fts(rowid, name, description, notes, manufacturer, model, serial,
      asset_no, tags, purchase_from, fields) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  static func insert(_ item: Item, id: Int64, _ db: Database) throws {
    let values =
      [id.databaseValue] + texts(item).map { SearchText.indexed($0).databaseValue }
    try db.cachedStatement(sql: insertion).execute(arguments: StatementArguments(values))
  }

  static func update(from old: Item, to new: Item, id: Int64, _ db: Database) throws {
    guard texts(old) != texts(new) else { return }
    try db.cachedStatement(sql: "DELETE FROM item_fts WHERE rowid = ?").execute(arguments: [id])
    try insert(new, id: id, db)
  }

  /// How many bytes of new words are gathered before they are written: 1 MiB usually, more while a
  /// file is read in, because every write is merged with the former ones later.
  static func setBuffer(bytes: Int, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO item_fts(item_fts, rank) VALUES ('hashsize', ?)", arguments: [bytes])
  }

  /// Merges a bounded part of the index (some dozen pages), as FTS5 would otherwise do on writes.
  static func mergeSome(_ db: Database) throws {
    try db.cachedStatement(sql: "INSERT INTO item_fts(item_fts, rank) VALUES ('merge', 32)")
      .execute()
  }

  static let placeInsertion = "INSERT INTO place_fts(rowid, name) VALUES (?, ?)"

  static func insertPlace(_ name: String, id: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: placeInsertion)
      .execute(arguments: [id, SearchText.indexed(name)])
  }

  static func updatePlace(_ name: String, id: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: "UPDATE place_fts SET name = ? WHERE rowid = ?")
      .execute(arguments: [SearchText.indexed(name), id])
  }
}
