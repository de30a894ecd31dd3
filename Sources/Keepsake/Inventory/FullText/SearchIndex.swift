import Storage
import GRDB

/// Keeps the word indexes in sync with the tables.
///
/// Only this and `WordRebuild` write to them.
///
/// The entry of an item does not include its place: places have an index of their own, so renaming a
/// house changes one row, not every item in it.
///
/// The index of items keeps no copy of their texts, so removing an entry takes exactly the texts it was
/// made of. If you change ``texts(_:)`` or the fold, add a ``WordIndex`` and rebuild.
public enum SearchIndex {
  /// The columns of `item_fts` in order; the last one contains custom fields and the borrower.
  static let names = [
    "name", "description", "notes", "manufacturer", "model", "serial", "asset_no", "tags",
    "purchase_from", custom,
  ]
  static let custom = "fields"

  /// The searchable fields in the order of the columns.
  static let fields: [FieldDefinition] = names.compactMap { name in
    FieldCatalogue.all.first { $0.words == name }
  }

  /// Whether a value of ``ItemValues`` is searched, so that a change of it changes the index.
  static func isSearched(_ value: String) -> Bool { searched.contains(value) }

  private static let searched = Set(
    (fields + [ItemField.lentTo.definition]).compactMap(\.column?.name)
      + [ItemValues.tagsKey, ItemValues.fieldsKey])

  /// The texts of an item for the columns of `item_fts`.
  static func texts(_ item: Item) -> [String] {
    var texts: [String] = []
    texts.reserveCapacity(fields.count + 1)
    for field in fields { texts.append(text(field, item)) }
    texts.append(
      item.fields.lazy.filter { $0.name != Item.sealedField }
        .map { $0.name + " : " + $0.value }.joined(separator: " ; ") + loan(item))
    return texts
  }

  /// The text between two values of one column.
  static let joint = " ; "

  /// Finds loans by “lent to” as well as by the borrower's name.
  private static let loan = joint + "lent to : "

  private static func loan(_ item: Item) -> String {
    item.lentTo.isEmpty ? "" : loan + item.lentTo
  }

  private static func text(_ field: FieldDefinition, _ item: Item) -> String {
    switch field.kind {
    case .tags: item.tags.joined(separator: " ; ")
    case .assetNumber: field.value(of: item).integer.map(AssetNumber.text) ?? ""
    default: field.value(of: item).text ?? ""
    }
  }

  /// The same texts as SQL for a row of `item` in a file of a format; ``texts(_:from:)`` reads them.
  static func selection(in format: ItemFormat) -> String { selections[format] }

  private static let selections = PerFormat { format in
    let loan = ItemField.lentTo.definition.column.map { loanSelection($0, in: format) }
    let last = customSelection + (loan ?? "")
    return (fields.map(selection(of:)) + [last]).joined(separator: ",\n")
  }

  private static func loanSelection(_ column: ItemColumn, in format: ItemFormat) -> String {
    guard format.has(column) else { return "" }
    let name = "item." + column.name
    return " || CASE \(name) WHEN '' THEN '' ELSE '\(loan)' || \(name) END"
  }

  private static func selection(of field: FieldDefinition) -> String {
    if let column = field.column { return "item.\(column.name)" }
    return """
      (SELECT group_concat(name, ' ; ') FROM (
        SELECT tag.name AS name FROM main.item_tag AS item_tag JOIN tag ON tag.id = item_tag.tag_id
        WHERE item_tag.item_id = item.id ORDER BY tag.name COLLATE BINARY))
      """
  }

  private static let customSelection = """
    ifnull((SELECT group_concat(entry, ' ; ') FROM (
      SELECT name || ' : ' || value AS entry FROM main.custom_field
      WHERE item_id = item.id AND name <> '\(Item.sealedField)' ORDER BY name COLLATE BINARY)), '')
    """

  /// Which columns hold asset numbers.
  private static let isNumber = fields.map { $0.kind == .assetNumber } + [false]

  /// Reads the columns of ``selection(in:)``, starting at a column.
  static func texts(_ row: RawRow, from column: Int32) -> [String] {
    isNumber.enumerated().map { offset, isNumber in
      let column = column + Int32(offset)
      return isNumber ? row.integer(column).map(AssetNumber.text) ?? "" : row.text(column)
    }
  }

  static let columns = names.joined(separator: ", ")

  static let slots = names.map { _ in "?" }.joined(separator: ", ")

  static func insert(_ item: Item, id: Int64, _ db: Database) throws {
    try WordInsertion(db).insert(item, id: id)
  }

  /// Replaces the words of an item that changed.
  public static func update(from old: Item, to new: Item, id: Int64, _ db: Database) throws {
    try replace(texts(old), with: texts(new), id: id, db)
  }

  /// The texts of a stored item; empty if it doesn't exist.
  static func texts(ofRow id: Int64, _ db: Database) throws -> [String] {
    let statement = try ItemFormat.fitting {
      try RawStatement(db, sql: "SELECT \(selection(in: $0)) FROM main.item AS item WHERE id = ?")
    }
    statement.bind(id)
    var found: [String] = []
    try statement.forEachRow { row in
      found = texts(row, from: 0)
      return false
    }
    return found
  }

  /// Replaces the entry of an item, given its former and new texts.
  static func replace(
    _ old: [String], with new: [String], id: Int64, _ db: Database
  ) throws {
    guard old != new else { return }
    for index in try WordIndexes(db).holding(item: id) {
      try run(index.deletion, old, in: index, id: id, db)
      try run(index.insertion, new, in: index, id: id, db)
    }
  }

  /// Removes the entry of an item, given its texts.
  static func remove(_ texts: [String], id: Int64, _ db: Database) throws {
    for index in try WordIndexes(db).holding(item: id) {
      try run(index.deletion, texts, in: index, id: id, db)
    }
  }

  private static func run(
    _ sql: String, _ texts: [String], in index: WordIndex, id: Int64, _ db: Database
  ) throws {
    let values = [id.databaseValue] + texts.map { index.indexed($0).databaseValue }
    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
  }

  /// Sets how many bytes of new words FTS5 collects before a write: 1 MiB usually, more during an
  /// import, because every write is merged later.
  static func setBuffer(bytes: Int, _ db: Database) throws {
    for index in try WordIndexes(db).all {
      try db.execute(
        sql: "INSERT INTO \(index.items)(\(index.items), rank) VALUES ('hashsize', ?)",
        arguments: [bytes])
    }
  }

  /// Merges a bounded part of the index (some dozen pages), as FTS5 otherwise does during writes.
  static func mergeSome(_ db: Database) throws {
    for index in try WordIndexes(db).all {
      try db.cachedStatement(
        sql: "INSERT INTO \(index.items)(\(index.items), rank) VALUES ('merge', 32)"
      ).execute()
    }
  }

  /// Rebuilds the index of items, which otherwise keeps removed words until it merges its segments.
  public static func overwriteRemovedWords(_ db: Database) throws {
    for table in try WordIndexes(db).all.map(\.items) {
      try db.execute(sql: "INSERT INTO \(table)(\(table)) VALUES ('optimize')")
    }
  }

  /// Rebuilds the index of places, for the same reason.
  static func overwriteRemovedPlaceNames(_ db: Database) throws {
    for table in try WordIndexes(db).all.map(\.places) {
      try db.execute(sql: "INSERT INTO \(table)(\(table)) VALUES ('optimize')")
    }
  }

  static func insertPlace(_ name: String, id: Int64, _ db: Database) throws {
    for index in try WordIndexes(db).holding(place: id) {
      try db.cachedStatement(sql: index.placeInsertion)
        .execute(arguments: [id, index.indexed(name)])
    }
  }

  static func removePlace(id: Int64, _ db: Database) throws {
    for index in try WordIndexes(db).holding(place: id) {
      try db.cachedStatement(sql: "DELETE FROM \(index.places) WHERE rowid = ?")
        .execute(arguments: [id])
    }
  }

  static func updatePlace(_ name: String, id: Int64, _ db: Database) throws {
    for index in try WordIndexes(db).holding(place: id) {
      try db.cachedStatement(sql: "UPDATE \(index.places) SET name = ? WHERE rowid = ?")
        .execute(arguments: [index.indexed(name), id])
    }
  }
}
