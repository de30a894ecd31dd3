import Foundation
import GRDB
import Storage

/// An entry of the change log: a row with its columns before and after the change.
public struct ChangeEntry {
  /// The kind of change.
  public enum Operation: String, Sendable {
    case create, update, trash, restore
    /// Consecutive rows were created together: `after` holds the first and last row number.
    case createRange = "create_range"
    /// A draft was discarded; the draft store keeps it.
    case discard
    /// A place, tag or category was merged into another one, and is gone; other entries of the group moved its contents.
    case merge
    /// The row was deleted for good: `after` holds its name. Always marked as superseded, so undo never reads it.
    case purge
  }

  /// The table of the row.
  public enum Table: String, Sendable {
    case item, location, draft, attachment, tag, category
    case view = "saved_view"
  }

  /// Its number in the log.
  public var id: Int64
  /// The kind of change.
  public var operation: Operation
  /// The table of the row.
  public var table: Table
  /// The uuid of the row; `nil` for a range of rows.
  public var row: UUID?
  /// The columns that changed, before the change.
  public var before: [String: ColumnValue]
  /// The columns that changed, after the change.
  public var after: [String: ColumnValue]
  /// The `rev` before and after; undo and redo apply only to exactly that revision.
  var revBefore: Int64
  var revAfter: Int64
}

/// Reads and writes the `change` table.
///
/// A group of entries is one step of undo.
public enum ChangeLog {
  /// The values of the column `undone`.
  enum Mark: Int { case done = 0, undone = 1, superseded = 2 }

  static func append(
    _ operation: ChangeEntry.Operation, _ table: ChangeEntry.Table, row: UUID?,
    before: [String: ColumnValue] = [:], after: [String: ColumnValue] = [:],
    revBefore: Int64, in transaction: WriteTransaction
  ) throws {
    transaction.isDirty = true
    let insert = try RawStatement(
      transaction.db,
      sql: """
        INSERT INTO change(group_id, at, source, op, table_name, row_uuid, before, after,
          rev_before, rev_after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    insert.bind(transaction.group)
    insert.bind(transaction.at)
    insert.bind(transaction.source)
    insert.bind(operation.rawValue)
    insert.bind(table.rawValue)
    insert.bind(row.map(ColumnValue.uuid) ?? .null)
    insert.bind(try json(before).map(ColumnValue.text) ?? .null)
    insert.bind(try json(after).map(ColumnValue.text) ?? .null)
    insert.bind(revBefore)
    insert.bind(transaction.rev)
    try insert.run()
  }

  /// Makes undone changes of the session impossible to redo, as after any new change.
  static func forgetRedo(_ transaction: WriteTransaction) throws {
    try transaction.db.cachedStatement(
      sql: "UPDATE change SET undone = ? WHERE source = ? AND undone = ?"
    ).execute(arguments: [Mark.superseded.rawValue, transaction.source, Mark.undone.rawValue])
  }

  /// The group that the session would undo or redo next.
  ///
  /// Skips groups that made something private or open, which can't be undone, and groups about hidden items.
  ///
  /// - Parameter limits: The limits of the login, as a text.
  static func nextGroup(
    _ db: Database, source: String, mark: Mark, limits: String
  ) throws -> Int64? {
    let (pick, beyond) = mark == .done ? ("max", "<") : ("min", ">")
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(pick)(group_id) FROM change WHERE source = ?1 AND undone = ?2
          AND NOT (op = 'update' AND before IS NULL AND after IS NULL)
          AND (?3 IS NULL OR group_id \(beyond) ?3)
        """)
    let hidden = try HiddenItems(db)
    var passed: Int64?
    while let group = try Int64.fetchOne(
      statement, arguments: [source, mark.rawValue, passed])
    {
      guard try hidden.arePart(ofGroup: group, limits: limits) else { return group }
      passed = group
    }
    return nil
  }

  static func entries(_ db: Database, group: Int64) throws -> [ChangeEntry] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT id, op, table_name, row_uuid, before, after, rev_before, rev_after
        FROM change WHERE group_id = ? ORDER BY id
        """)
    return try Row.fetchAll(statement, arguments: [group]).map(entry)
  }

  /// The valid entries about an item and its files, newest first, with author and time.
  ///
  /// - Parameter condition: The SQL condition that selects them.
  public static func latest(
    of item: UUID, limit: Int, where condition: String, _ db: Database
  ) throws -> [(entry: ChangeEntry, source: String, at: Timestamp, group: Int64)] {
    let find = try db.cachedStatement(
      sql: """
        SELECT id, op, table_name, row_uuid, before, after, rev_before, rev_after, source, at, group_id
        FROM change
        WHERE (row_uuid = ?1 AND table_name = 'item' OR table_name = 'attachment' AND row_uuid IN (
            SELECT uuid FROM attachment WHERE item_id = (SELECT id FROM item WHERE uuid = ?1)))
          AND undone = ?2 AND \(condition)
        ORDER BY id DESC LIMIT ?3
        """)
    return try Row.fetchAll(find, arguments: [item, Mark.done.rawValue, limit])
      .map { (try entry($0), try $0.value(8), try $0.value(9), try $0.value(10)) }
  }

  /// The valid entries about a row after a given one, newest first.
  public static func edits(
    of row: UUID, in table: ChangeEntry.Table, after entry: Int64, limit: Int, _ db: Database
  ) throws -> [LoggedEdit] {
    let find = try db.cachedStatement(
      sql: """
        SELECT at, op, before, after FROM change
        WHERE row_uuid = ? AND table_name = ? AND id > ? AND undone = ? ORDER BY id DESC LIMIT ?
        """)
    return try Row.fetchAll(
      find, arguments: [row, table.rawValue, entry, Mark.done.rawValue, limit]
    ).map { row in
      try LoggedEdit(
        at: row.value(0), isCreation: row.value(1) == ChangeEntry.Operation.create.rawValue,
        before: values(row.value(2)), after: values(row.value(3)))
    }
  }

  /// The number of rows in a group; every row of a range counts.
  static func size(_ db: Database, _ group: Int64) throws -> Int {
    let entries = try db.cachedStatement(sql: "SELECT count(*) FROM change WHERE group_id = ?")
    let ranges = try db.cachedStatement(
      sql: "SELECT after FROM change WHERE group_id = ? AND op = 'create_range'")
    let counts = try String.fetchAll(ranges, arguments: [group]).map { json in
      Int(clamping: try values(json)["count"]?.integer ?? 0)
    }
    return try counts.reduce(Int.fetchOne(entries, arguments: [group]) ?? 0) { sum, count in
      sum.addingReportingOverflow(max(0, count)).overflow ? .max : sum + max(0, count)
    }
  }

  static func mark(_ group: Int64, as mark: Mark, _ db: Database) throws {
    try db.cachedStatement(sql: "UPDATE change SET undone = ? WHERE group_id = ?")
      .execute(arguments: [mark.rawValue, group])
  }

  /// Replaces a revision in the log after its content came back under a new one, so that other entries
  /// of the row still match.
  static func renumber(_ row: UUID, from old: Int64, to new: Int64, _ db: Database) throws {
    for column in ["rev_before", "rev_after"] {
      let update = try RawStatement(
        db, sql: "UPDATE change SET \(column) = ? WHERE row_uuid = ? AND \(column) = ?")
      update.bind(new)
      update.bind(row)
      update.bind(old)
      try update.run()
    }
  }

  private static func entry(_ row: Row) throws -> ChangeEntry {
    guard let operation = ChangeEntry.Operation(rawValue: try row.value(1)),
      let table = ChangeEntry.Table(rawValue: try row.value(2))
    else { throw InventoryError(.badData, "the change log contains an entry of unknown kind") }
    return try ChangeEntry(
      id: row.value(0), operation: operation, table: table, row: row.value(3),
      before: values(row.value(4)), after: values(row.value(5)), revBefore: row.value(6),
      revAfter: row.value(7))
  }

  private static func json(_ values: [String: ColumnValue]) throws -> String? {
    guard !values.isEmpty else { return nil }
    if let plain = plainJSON(values) { return plain }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(values), as: UTF8.self)
  }

  /// The JSON of values that need no escapes; `nil` for texts and fractions.
  ///
  /// Moving and trashing thousands of items logs only such values, and JSONEncoder takes a fifth of that time.
  private static func plainJSON(_ values: [String: ColumnValue]) -> String? {
    var members: [String] = []
    members.reserveCapacity(values.count)
    for (column, value) in values {
      switch value {
      case .null: members.append("\"\(column)\":null")
      case .integer(let number): members.append("\"\(column)\":\(number)")
      case .uuid(let uuid): members.append("\"\(column)\":\"\(uuid.uuidString)\"")
      case .real, .text: return nil
      }
    }
    return "{" + members.sorted().joined(separator: ",") + "}"
  }

  private static func values(_ json: String?) throws -> [String: ColumnValue] {
    guard let json else { return [:] }
    do {
      return try JSONDecoder().decode([String: ColumnValue].self, from: Data(json.utf8))
    } catch {
      throw InventoryError(.badData, "the change log contains an unreadable entry")
    }
  }
}

/// An entry of the change log of one row.
public struct LoggedEdit {
  /// When the edit was made.
  public var at: Timestamp
  /// Whether the edit created the row.
  public var isCreation: Bool
  /// The columns that changed, before the edit.
  public var before: [String: ColumnValue]
  /// The columns that changed, after the edit.
  public var after: [String: ColumnValue]
}

extension ChangeLog {
  /// The entries of all imports that made rows of a table.
  static func ranges(of table: ChangeEntry.Table, _ db: Database) throws -> [ChangeEntry] {
    let find = try db.cachedStatement(
      sql: """
        SELECT id, op, table_name, row_uuid, before, after, rev_before, rev_after
        FROM change WHERE row_uuid IS NULL AND op = 'create_range' AND table_name = ? ORDER BY id
        """)
    return try Row.fetchAll(find, arguments: [table.rawValue]).map(entry)
  }

  /// The entries of rows imported together, found by one of them.
  static func ranges(inGroupOf id: Int64, _ db: Database) throws -> [ChangeEntry] {
    let group = try Int64.fetchOne(
      db, sql: "SELECT group_id FROM change WHERE id = ?", arguments: [id])
    return try group.map { try entries(db, group: $0) }?.filter { $0.operation == .createRange }
      ?? []
  }

  /// The valid entries about anything but drafts, newest first, with author and time.
  ///
  /// - Parameter condition: The SQL condition that selects them.
  public static func latest(
    limit: Int, where condition: String, _ db: Database
  ) throws -> [(entry: ChangeEntry, source: String, at: Timestamp, group: Int64)] {
    let find = try db.cachedStatement(
      sql: """
        SELECT id, op, table_name, row_uuid, before, after, rev_before, rev_after, source, at, group_id
        FROM change
        WHERE table_name <> 'draft' AND (undone = ? OR op = 'purge') AND \(condition)
        ORDER BY id DESC LIMIT ?
        """)
    return try Row.fetchAll(find, arguments: [Mark.done.rawValue, limit])
      .map { (try entry($0), try $0.value(8), try $0.value(9), try $0.value(10)) }
  }

  /// Replaces the values after the change in an entry.
  static func rewrite(_ entry: Int64, after: [String: ColumnValue], _ db: Database) throws {
    try db.cachedStatement(sql: "UPDATE change SET after = ? WHERE id = ?")
      .execute(arguments: [try json(after), entry])
  }

  /// The entry with a number; `nil` if the log no longer has it.
  static func entry(numbered id: Int64, _ db: Database) throws -> ChangeEntry? {
    let find = try db.cachedStatement(
      sql: """
        SELECT id, op, table_name, row_uuid, before, after, rev_before, rev_after
        FROM change WHERE id = ?
        """)
    return try Row.fetchOne(find, arguments: [id]).map(entry)
  }

  /// The name of a row that was deleted for good; `nil` without such an entry.
  static func name(ofPurged row: UUID, _ db: Database) throws -> String? {
    let find = try db.cachedStatement(
      sql: "SELECT after FROM change WHERE row_uuid = ? AND op = 'purge' ORDER BY id DESC LIMIT 1")
    return try values(String.fetchOne(find, arguments: [row]))["name"]?.text
  }

  /// The same name, unless the login has content limits: the rating went with the row.
  public static func shownName(ofPurged row: UUID, _ db: Database) throws -> String? {
    try HiddenItems(db).areHidden ? nil : name(ofPurged: row, db)
  }

  /// Whether the row of an entry was deleted for good; other rows stay when they go to the trash.
  ///
  /// A tag that no item has is no row, and undo makes it again.
  static func isGone(_ entry: ChangeEntry, _ db: Database) throws -> Bool {
    guard let row = entry.row, ![.draft, .tag].contains(entry.table) else { return false }
    let find = try RawStatement(
      db,
      sql: "SELECT 1 FROM main.\(entry.table.rawValue) WHERE uuid = ?")
    find.bind(row)
    return try find.run() == nil
  }

  /// Removes the entries with former names, notes or photos of a place, as if it had always had the present ones.
  static func forgetNames(ofPlace uuid: UUID, _ db: Database) throws {
    let find = try db.cachedStatement(
      sql: """
        SELECT id, rev_before, rev_after, undone FROM change
        WHERE row_uuid = ? AND (instr(ifnull(before, '') || ifnull(after, ''), '"name"') > 0
          OR instr(ifnull(before, '') || ifnull(after, ''), '"notes"') > 0
          OR instr(ifnull(before, '') || ifnull(after, ''), '"photo"') > 0)
        ORDER BY id
        """)
    for row in try Row.fetchAll(find, arguments: [uuid]) {
      // Relink the preceding entry to the revision after the deleted one.
      if try row.value(3) as Int == Mark.done.rawValue {
        try renumber(uuid, from: row.value(1), to: row.value(2), db)
      }
      try db.cachedStatement(sql: "DELETE FROM change WHERE id = ?")
        .execute(arguments: [try row.value(0) as Int64])
    }
  }
}
