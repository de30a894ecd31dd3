import Foundation
import GRDB

/// Reads and stores saved views.
///
/// Homes know a view by its name, so a deleted row stays under the former name of a view that was renamed.
public enum ViewWriter {
  /// A view with its name in its stored form.
  ///
  /// - Throws: `badData` if the name is blank or too long, a text contains NUL, or the filter is too long.
  static func checked(_ view: SavedView) throws(InventoryError) -> SavedView {
    var view = view
    view.name = view.name.singleSpaced
    view.hiddenColumns = Set(view.hiddenColumns).sorted()
    guard !view.name.isEmpty else { throw InventoryError(.badData, "a view needs a name") }
    guard view.name.utf8.count <= Bounds.nameBytes, !view.name.utf8.contains(0) else {
      throw InventoryError(.badData, "the name of a view is too long or contains a NUL")
    }
    guard view.filter.utf8.count <= Bounds.settingBytes, !view.filter.utf8.contains(0) else {
      throw InventoryError(.badData, "the filter of a view is too long or contains a NUL")
    }
    return view
  }

  // MARK: - Reading

  /// All views by name, without deleted ones; none in a file of an older format, which is open for reading only.
  static func all(_ db: Database) throws -> [SavedView] {
    guard try db.hasTable("saved_view") else { return [] }
    let find = try db.cachedStatement(
      sql: "\(select) WHERE deleted_at IS NULL ORDER BY name, id")
    return try Row.fetchAll(find).map(view)
  }

  /// A view by its identity, also a deleted one.
  ///
  /// - Throws: `refused` if it does not exist.
  public static func existing(_ uuid: UUID, _ db: Database) throws -> SavedView {
    guard let view = try fetch("uuid = ?", uuid, db) else {
      throw InventoryError(.refused, "this view no longer exists")
    }
    return view
  }

  /// A view by its name, ignoring case, also a deleted one; `nil` if none has it.
  public static func named(_ name: String, _ db: Database) throws -> SavedView? {
    try fetch("name = ?", name, db)
  }

  private static let select =
    "SELECT uuid, \(SyncedTable.view.storedNames) FROM saved_view"

  private static func fetch(
    _ condition: String, _ value: any DatabaseValueConvertible, _ db: Database
  ) throws -> SavedView? {
    let find = try db.cachedStatement(sql: "\(select) WHERE \(condition)")
    return try Row.fetchOne(find, arguments: [value]).map(view)
  }

  private static func view(_ row: Row) throws -> SavedView {
    var view = try SavedView(uuid: row.value(0), name: "", filter: "")
    for (index, property) in SavedView.synced.enumerated() {
      property.set(&view, try row.value(index + 1))
    }
    return view
  }

  // MARK: - Writing

  /// Stores an empty view under a name, unless there is one; for values that another home sent.
  public static func insertIfMissing(_ name: String, _ db: Database) throws {
    try db.execute(
      sql: "INSERT OR IGNORE INTO saved_view(uuid, name) VALUES (?, ?)",
      arguments: [Identity.new(), name])
  }

  /// Stores a new view.
  static func insert(_ view: SavedView, in transaction: WriteTransaction) throws {
    try transaction.db.execute(
      sql: """
        INSERT INTO saved_view(uuid, \(SyncedTable.view.storedNames)) VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: StatementArguments(
        [.uuid(view.uuid)] + SavedView.synced.map { $0.get(view) }))
    try note(view.name, in: transaction)
  }

  /// Updates a view; a deleted view of its new name gets the former name.
  ///
  /// - Returns: The values that changed, before and after.
  /// - Throws: `refused` if another view has the name.
  static func update(
    _ stored: SavedView, to wanted: SavedView, in transaction: WriteTransaction
  ) throws -> (before: [String: ColumnValue], after: [String: ColumnValue]) {
    let db = transaction.db
    let (before, after) = SavedView.synced.differences(from: stored, to: wanted)
    guard !after.isEmpty else { return (before, after) }
    let isRenamed = Item.asciiLowercased(stored.name) != Item.asciiLowercased(wanted.name)
    let other = isRenamed ? try named(wanted.name, db) : nil
    if let other {
      guard other.deletedAt != nil else {
        throw InventoryError(.refused, "there is already a view “\(other.name)”")
      }
      try db.execute(sql: "DELETE FROM saved_view WHERE uuid = ?", arguments: [other.uuid])
    }
    let columns = SavedView.synced.map { "\($0.column.stored) = ?" }.joined(separator: ", ")
    try db.execute(
      sql: "UPDATE saved_view SET \(columns) WHERE uuid = ?",
      arguments: StatementArguments(
        SavedView.synced.map { $0.get(wanted) } + [.uuid(stored.uuid)]))
    try note(wanted.name, in: transaction)
    if isRenamed {
      try insert(deleted(other, named: stored.name, in: transaction), in: transaction)
    }
    return (before, after)
  }

  /// A deleted view under the former name: the view that made way, so that undo finds it, or else a new view.
  private static func deleted(
    _ other: SavedView?, named name: String, in transaction: WriteTransaction
  ) -> SavedView {
    var deleted = other ?? SavedView(name: name, filter: "")
    deleted.name = name
    deleted.deletedAt = deleted.deletedAt ?? transaction.at
    return deleted
  }

  private static func note(_ name: String, in transaction: WriteTransaction) throws {
    try EditTimes.note("view", Item.asciiLowercased(name), at: transaction.at, transaction.db)
    transaction.isDirty = true
  }
}
