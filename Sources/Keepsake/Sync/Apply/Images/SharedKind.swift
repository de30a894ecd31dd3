import Foundation
import Inventory
import Storage

/// The kinds of rows that homes share, each after those it refers to.
enum SharedKind: String, CaseIterable {
  case setting, category, place, item, attachment

  func row(_ key: String) -> RowID { RowID(kind: rawValue, key: key) }

  func row(_ uuid: UUID) -> RowID { row(SharedKey.text(uuid)) }
}

/// The keys of shared rows: identities without separators, and names that differ by more than case.
enum SharedKey {
  static func text(_ uuid: UUID) -> String {
    withUnsafeBytes(of: uuid.uuid, Hexadecimal.text)
  }

  static func uuid(_ text: String) -> UUID? {
    guard text.utf8.count == 32, let bytes = Hexadecimal.bytes(text) else { return nil }
    return UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }
}

/// The settings that all homes have in common; how one machine shows things is its own affair.
enum SharedSetting {
  static let all = InventorySetting.allCases.filter { $0 != .pictureGraphics }

  /// Their keys for a condition in SQL.
  static let list = all.map { "'\($0.key)'" }.joined(separator: ", ")

  static func named(_ key: String) -> InventorySetting? { all.first { $0.key == key } }
}

extension SharedKind {
  /// Whether the tables of this version have a column; others are carried along.
  func knows(_ column: String) -> Bool {
    if column == MergedRow.life { return true }
    switch self {
    case .setting: return column == "value"
    case .category: return ["name", "useful_life_months"].contains(column)
    case .place: return ["name", "notes", "parent"].contains(column)
    case .item:
      if column.hasPrefix(Item.fieldPrefix) {
        // An older version may still write as a person's own field what is a field of its own here.
        return Item.field(named: String(column.dropFirst(Item.fieldPrefix.count))) == nil
      }
      return column == Item.createdColumn || column.hasPrefix(Item.tagPrefix)
        || Item.sharedNames.contains(column)
    case .attachment: return Self.attachmentColumns.contains(column)
    }
  }

  private static let attachmentColumns: Set<String> = [
    "item", "kind", "title", "file_name", "mime", "bytes", "sha256", "width", "height", "order_key",
    Item.createdColumn,
  ]
}
