import Foundation
import GRDB
import Inventory

/// A value of a setting, a category, a place or a file that somebody else wrote at the same time as the one that is shown.
///
/// Those of items are ``UndecidedValue``.
public struct UndecidedRow: Hashable, Identifiable, Sendable {
  /// What it is a value of.
  public var name: SharedRowName
  /// Which column of it; empty for a setting.
  public var label: String
  /// The value that is shown, as text; `nil` if there is none.
  public var shown: String?
  /// The other one.
  public var other: String?
  /// Who and where: `Ben (laptop)`; empty if that was never told.
  public var deviceName: String
  /// What of the inventory it belongs to.
  public var owner: Owner

  let row: RowID
  let column: String
  let head: MergedRow.Head
  /// All that stands in the cell.
  let heads: [MergedRow.Head]

  /// What of the inventory a value belongs to.
  public enum Owner: Hashable, Sendable {
    case setting(InventorySetting)
    case category
    case place(UUID)
    case file(UUID)
  }

  /// What it is a value of, and of which column: `place Cellar / Rack: name`.
  public var subject: String { label.isEmpty ? name.text : "\(name.text): \(label)" }

  /// The same for the same value, whatever everything is called meanwhile.
  public var id: String { "\(cell) \(head.operationID.device) \(head.operationID.number)" }

  /// Names the cell, which may have several other values.
  public var cell: String { "\(row.kind) \(row.key) \(column)" }
}

/// Finds the rows beside items of which two values stand beside each other, and puts these into words.
struct UndecidedRows {
  private let tables: SyncTables
  private let words: SharedRowWords

  init(_ db: Database) {
    tables = SyncTables(db: db)
    words = SharedRowWords(db)
  }

  /// The rows that are here, with the columns.
  func all() throws -> [(id: RowID, row: SharedRow, columns: [String])] {
    try tables.undecidedRows().compactMap { id in
      guard let row = try tables.row(id), let kind = SyncedTable(rawValue: id.kind),
        try words.name(of: id) != nil
      else { return nil }
      return (id, row, row.undecidedColumns(of: kind))
    }
  }

  /// The values in words.
  func values() throws -> [UndecidedRow] {
    try all().flatMap { id, row, columns -> [UndecidedRow] in
      guard let name = try words.name(of: id), let owner = Self.owner(id) else { return [] }
      return try columns.flatMap { column in
        try row.merged.others(column, than: row.value(column)).map { head in
          UndecidedRow(
            name: name, label: words.label(column),
            shown: try words.text(row.value(column), in: column),
            other: try words.text(head.value, in: column),
            deviceName: try tables.name(ofDevice: head.operationID.device) ?? "",
            owner: owner, row: id, column: column, head: head,
            heads: row.merged.cells[column, default: []])
        }
      }
    }
  }

  private static func owner(_ id: RowID) -> UndecidedRow.Owner? {
    switch SyncedTable(rawValue: id.kind) {
    case .setting: SharedSetting.named(id.key).map { .setting($0) }
    case .category: .category
    case .place: SharedKey.uuid(id.key).map { .place($0) }
    case .attachment: SharedKey.uuid(id.key).map { .file($0) }
    case .item, nil: nil
    }
  }
}
