import Foundation
import GRDB
import Household

/// A value of a setting, a category, a place or a file that somebody else wrote at the same time as the one that is shown.
///
/// Those of items are ``UndecidedValue``.
package struct UndecidedRow: Hashable, Sendable {
  /// What it is a value of, and of which column: `place Cellar / Rack: parent`.
  package var subject: String
  /// The value that is shown, as text; `nil` if there is none.
  package var shown: String?
  /// The other one.
  package var other: String?
  /// Who and where: `Ben (laptop)`; empty if that was never told.
  package var deviceName: String
}

/// Finds the rows beside items of which two values stand beside each other, and puts these into words.
struct UndecidedRows {
  private static let kinds: [SharedKind] = [.setting, .category, .place, .attachment]

  private let db: Database
  private let tables: HouseholdTables

  init(_ db: Database) {
    self.db = db
    tables = HouseholdTables(db: db)
  }

  /// The rows that somebody here can say something of, with the columns.
  ///
  /// What is sealed is left out: the files of a private item go with it, and a place goes by ``SealedSubject``.
  func all() throws -> [(id: RowID, row: SharedRow, columns: [String])] {
    var found: [(RowID, SharedRow, [String])] = []
    for kind in Self.kinds {
      let keys = try String.fetchAll(
        db, sql: "SELECT key FROM household_row WHERE kind = ? ORDER BY key",
        arguments: [kind.rawValue])
      for key in keys {
        let id = kind.row(key)
        guard let row = try tables.row(id) else { continue }
        let columns = row.undecided(of: kind).keys.filter { kind.knows($0) && !row.isSealed($0) }
        guard !columns.isEmpty, try name(of: id) != nil else { continue }
        found.append((id, row, columns.sorted()))
      }
    }
    return found
  }

  /// The values in words.
  func values() throws -> [UndecidedRow] {
    try all().flatMap { id, row, columns in
      let name = try name(of: id) ?? ""
      return try columns.flatMap { column in
        try row.merged.others(column, than: row.value(column)).map { head in
          UndecidedRow(
            subject: id.kind == SharedKind.setting.rawValue
              ? name : "\(name): \(Self.word(column))",
            shown: try words(row.value(column), in: column),
            other: try words(head.value, in: column),
            deviceName: try tables.name(ofDevice: head.stamp.device) ?? "")
        }
      }
    }
  }

  private func name(of id: RowID) throws -> String? {
    switch SharedKind(rawValue: id.kind) {
    case .setting: return SharedSetting.named(id.key).map { "setting \($0.key)" }
    case .category: return "category \(id.key)"
    case .place: return try place(id.key).map { "place \($0)" }
    case .attachment:
      guard let uuid = SharedKey.uuid(id.key),
        let file = try StoredAttachment.fetch(db, uuid: uuid)?.attachment,
        let item = try StoredItem.fetch(db, uuid: file.item)?.item
      else { return nil }
      return "file \(file.fileName) of \(item.name)"
    case .item, nil: return nil
    }
  }

  private func place(_ key: String) throws -> String? {
    try SharedKey.uuid(key).flatMap { try StoredPlace.fetch(db, uuid: $0)?.place.path }
  }

  private static func word(_ column: String) -> String {
    switch column {
    case MergedRow.life: "in the trash"
    case "parent": "inside"
    case "order_key": "order"
    case "useful_life_months": "useful life in months"
    default: column
    }
  }

  private func words(_ value: SharedValue, in column: String) throws -> String? {
    switch (column, value) {
    case (MergedRow.life, .null): "no"
    case (MergedRow.life, _): "yes"
    case ("parent", .text(let key)): try place(key) ?? key
    case (_, .null): nil
    case (_, .text(let text)): text
    case (_, .integer(let number)): String(number)
    case (_, .real(let number)): String(number)
    }
  }
}

extension SharedRow {
  /// Whether anything that stands in a column, or goes with it, is sealed.
  fileprivate func isSealed(_ column: String) -> Bool {
    if isSealedFile { return true }
    let isSealedPlace = merged.cells["notes", default: []].contains {
      $0.value.text?.hasPrefix(Place.sealedPrefix) == true
    }
    return isSealedPlace && (column == "notes" || column == "name")
  }
}
