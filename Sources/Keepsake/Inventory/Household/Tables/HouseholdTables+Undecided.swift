import GRDB
import Household

/// The rows of which two values stand beside each other.
extension HouseholdTables {
  /// Notes whether a row is one of them.
  func noteUndecided(_ row: SharedRow, _ id: RowID, _ kind: SharedKind) throws {
    try db.cachedStatement(
      sql: row.undecidedColumns(of: kind).isEmpty
        ? "DELETE FROM household_undecided WHERE key = ?"
        : "INSERT OR IGNORE INTO household_undecided(key) VALUES (?)"
    ).execute(arguments: [Self.undecidedKey(id)])
  }

  /// The keys of all of them, see ``undecidedKey(_:)``.
  func undecided() throws -> Set<String> {
    try String.fetchSet(db.cachedStatement(sql: "SELECT key FROM household_undecided"))
  }

  /// The number of conflicting rows.
  func undecidedCount() throws -> Int {
    try Int.fetchOne(
      db.cachedStatement(sql: "SELECT count(*) FROM household_undecided")) ?? 0
  }

  /// Whether a row is in conflict.
  func isUndecided(_ key: String) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS(SELECT 1 FROM household_undecided WHERE key = ?)"),
      arguments: [key]) == true
  }

  /// The rows beside items, each kind after those it refers to.
  func undecidedRows() throws -> [RowID] {
    let rows = try undecided().compactMap { key -> RowID? in
      guard case .other(let row) = HistoryKey(key) else { return nil }
      return row
    }
    return SharedKind.allCases.flatMap { kind in
      rows.filter { $0.kind == kind.rawValue }.sorted { $0.key < $1.key }
    }
  }

  /// What tells a row from all others: the key of an item, and of everything else the kind as well.
  static func undecidedKey(_ id: RowID) -> String {
    id.kind == SharedKind.item.rawValue ? id.key : HistoryKey.other(id).text
  }
}

extension SharedRow {
  /// The columns with two values of which somebody could show either.
  ///
  /// What is sealed is left out: the files of a private item go with it, and a place goes by ``SealedSubject``.
  func undecidedColumns(of kind: SharedKind) -> [String] {
    let columns = undecided(of: kind).keys
    let known =
      kind == .item
      ? columns.filter { ItemAspect(column: $0) != nil }
      : columns.filter { kind.knows($0) && !isSealed($0) }
    return known.sorted()
  }

  /// Whether anything that stands in a column, or goes with it, is sealed.
  private func isSealed(_ column: String) -> Bool {
    if isSealedFile { return true }
    let isSealedPlace = merged.cells["notes", default: []].contains(where: \.value.isSealed)
    return isSealedPlace && (column == "notes" || column == "name")
  }
}
