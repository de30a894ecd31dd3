import Storage
import GRDB
import TextFolding

/// Fills the current word index from the tables, and then drops the former one.
///
/// Each step is a small transaction, and leaves a file that any program of this format can search, change and
/// continue to rebuild: it stores its progress together with its changes.
enum WordRebuild {
  /// The work that is left.
  enum State {
    /// The former index is still searched.
    case filling
    /// The current index is complete; the former one is being dropped.
    case dropping
    case done
  }

  /// The maximum number of items to index at once when the file is migrated.
  private static let fewItems = 200

  /// Creates the current index in a file, and fills it at once if there are only a few items.
  static func begin(_ db: Database) throws {
    let hasFormer = try db.hasTable(WordIndex.former.items)
    if hasFormer { try db.execute(sql: WordIndex.current.removal) }
    try db.execute(sql: WordIndex.current.creation)
    try Meta.put("\(TextFold.version)", for: WordIndexes.versionKey, db)
    guard hasFormer else { return }
    for key in [WordIndexes.itemsKey, WordIndexes.placesKey] { try mark(key, Int64.min, db) }
    let rows = try Int.fetchOne(
      db,
      sql: """
        SELECT (SELECT count(*) FROM (SELECT 1 FROM main.item LIMIT \(fewItems + 1)))
          + (SELECT count(*) FROM (SELECT 1 FROM location LIMIT \(fewItems + 1)))
        """)
    guard rows ?? 0 <= fewItems else { return }
    while try advance(by: fewItems, db) != .done {}
  }

  /// Performs the next step.
  ///
  /// - Parameter rows: The number of rows to index, or of pages to drop.
  static func advance(by rows: Int, _ db: Database) throws -> State {
    let indexes = try WordIndexes(db)
    if let last = indexes.lastItem, last < .max {
      try mark(WordIndexes.itemsKey, try fillItems(after: last, rows, db), db)
      try SearchIndex.mergeSome(db)
      return .filling
    }
    if let last = indexes.lastPlace, last < .max {
      try mark(WordIndexes.placesKey, try fillPlaces(after: last, rows, db), db)
      return .filling
    }
    guard indexes.lastItem == nil else {
      try db.execute(
        sql: "DELETE FROM meta WHERE key IN (?, ?)",
        arguments: [WordIndexes.itemsKey, WordIndexes.placesKey])
      try mark(WordIndexes.retiredKey, 1, db)
      // Open filters have to search again, as after a change by another program.
      try Meta.add(1, to: "data_version", db)
      try Meta.noteSource("word index", db)
      return .dropping
    }
    return try drop(rows, db) ? .done : .dropping
  }

  private static func mark(_ key: String, _ value: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)")
      .execute(arguments: [key, value])
  }

  /// Indexes the next items; returns the ID of the last one, or the maximum if there are no more.
  private static func fillItems(after last: Int64, _ count: Int, _ db: Database) throws -> Int64 {
    let select = try RawStatement(
      db,
      sql: """
        SELECT item.id, \(SearchIndex.selection(in: .current)) FROM main.item AS item
        WHERE item.id > ? ORDER BY item.id LIMIT ?
        """)
    let insert = try RawStatement(db, sql: WordIndex.current.insertion)
    select.bind(last)
    select.bind(Int64(count))
    var rows: [(id: Int64, texts: [String])] = []
    try select.forEachRow { row in
      if let id = row.integer(0) { rows.append((id, SearchIndex.texts(row, from: 1))) }
      return true
    }
    for row in rows {
      insert.bind(row.id)
      for text in row.texts { insert.bind(WordIndex.current.indexed(text)) }
      try insert.run()
    }
    return rows.count == count ? rows.last?.id ?? .max : .max
  }

  private static func fillPlaces(after last: Int64, _ count: Int, _ db: Database) throws -> Int64 {
    let rows = try Row.fetchAll(
      db, sql: "SELECT id, name FROM location WHERE id > ? ORDER BY id LIMIT ?",
      arguments: [last, count])
    let insert = try db.cachedStatement(sql: WordIndex.current.placeInsertion)
    var reached = last
    for row in rows {
      reached = try row.value(0)
      try insert.execute(
        arguments: [reached, WordIndex.current.indexed(try row.value(1) as String)])
    }
    return rows.count == count ? reached : .max
  }

  /// Drops a part of the former index, whose pages SQLite overwrites with zeros; returns whether nothing is left.
  private static func drop(_ pages: Int, _ db: Database) throws -> Bool {
    guard try db.hasTable(WordIndex.former.items) else {
      try Meta.put(nil, for: WordIndexes.retiredKey, db)
      return true
    }
    let words = WordIndex.former.items + "_data"
    return try db.changingSchema {
      try db.execute(
        sql: "DELETE FROM \(words) WHERE id IN (SELECT id FROM \(words) WHERE id > 10 LIMIT ?)",
        arguments: [pages])
      guard db.changesCount < pages else { return false }
      try db.execute(sql: WordIndex.former.removal)
      try Meta.put(nil, for: WordIndexes.retiredKey, db)
      return true
    }
  }
}
