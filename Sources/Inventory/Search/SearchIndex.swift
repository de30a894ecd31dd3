import GRDB

/// Keeps the word indexes in step with the tables; the only code that writes to them.
///
/// An item's place is not in its entry: places have an index of their own, so renaming a house
/// touches one row and not every item in it.
///
/// The index of items keeps no copy of their texts. So what is to be taken out of it has to be told
/// again, word for word: whoever changes what ``texts(_:)`` or `SearchText` makes of an item has to
/// fill the index anew in the same version of the schema.
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

  /// The same texts as SQL, for a row of `item`; ``texts(_:from:)`` reads them.
  static let selection = """
    item.name, item.description, item.notes, item.manufacturer, item.model_number,
    item.serial_number, item.asset_no,
    (SELECT group_concat(name, ' ; ') FROM (
      SELECT tag.name AS name FROM item_tag JOIN tag ON tag.id = item_tag.tag_id
      WHERE item_tag.item_id = item.id ORDER BY tag.name COLLATE BINARY)),
    item.purchase_from,
    (SELECT group_concat(entry, ' ; ') FROM (
      SELECT name || ' : ' || value AS entry FROM custom_field
      WHERE item_id = item.id ORDER BY name COLLATE BINARY))
    """

  /// Reads what ``selection`` selects, from a column on.
  static func texts(_ row: BulkRow, from column: Int32) -> [String] {
    (0..<10).map { offset in
      offset == 6
        ? row.integer(column + offset).map(AssetNumber.text) ?? "" : row.text(column + offset)
    }
  }

  static let tokenizer = "unicode61 remove_diacritics 2"

  static let columns =
    "name, description, notes, manufacturer, model, serial, asset_no, tags, purchase_from, fields"

  static let slots = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?"

  static let insertion = "INSERT INTO item_fts(rowid, \(columns)) VALUES (?, \(slots))"

  private static let deletion =
    "INSERT INTO item_fts(item_fts, rowid, \(columns)) VALUES ('delete', ?, \(slots))"

  static func insert(_ item: Item, id: Int64, _ db: Database) throws {
    try run(insertion, item, id: id, db)
  }

  static func update(from old: Item, to new: Item, id: Int64, _ db: Database) throws {
    guard texts(old) != texts(new) else { return }
    try run(deletion, old, id: id, db)
    try insert(new, id: id, db)
  }

  private static func run(_ sql: String, _ item: Item, id: Int64, _ db: Database) throws {
    let values =
      [id.databaseValue] + texts(item).map { SearchText.indexed($0).databaseValue }
    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
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
