import Foundation
import Inventory
import Storage

extension SyncedTable {
  func row(_ key: String) -> RowID { RowID(kind: rawValue, key: key) }

  /// The row of a thing of this table, as homes share it.
  public func row(_ uuid: UUID) -> RowID { row(SharedKey.text(uuid)) }
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

extension SyncedTable {
  /// Whether the tables of this version have a column; others are carried along.
  func knows(_ column: String) -> Bool {
    if column == MergedRow.life { return true }
    if self == .item {
      if column.hasPrefix(Item.tagPrefix) { return true }
      if column.hasPrefix(Item.fieldPrefix) {
        // An older version may write a field of this catalogue as a custom field.
        return Item.field(named: String(column.dropFirst(Item.fieldPrefix.count))) == nil
      }
    }
    return names.contains(column)
  }

  /// The names of its columns, looked up for each value that is merged.
  private var names: Set<String> {
    switch self {
    case .setting: Self.ofSettings
    case .category: Self.ofCategories
    case .place: Self.ofPlaces
    case .item: Self.ofItems
    case .attachment: Self.ofAttachments
    case .view: Self.ofViews
    }
  }

  private static let ofSettings = Set(setting.columns.map(\.name))
  private static let ofCategories = Set(category.columns.map(\.name))
  private static let ofPlaces = Set(place.columns.map(\.name))
  private static let ofItems = Set(item.columns.map(\.name))
  private static let ofAttachments = Set(attachment.columns.map(\.name))
  private static let ofViews = Set(view.columns.map(\.name))
}

extension SharedValue {
  /// The value of a column.
  init(_ value: ColumnValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      case .text(let text): .text(text)
      case .uuid(let uuid): .text(SharedKey.text(uuid))
      }
  }

  init(_ number: Int64?) { self = number.map(SharedValue.integer) ?? .null }

  init(_ text: String?) { self = text.map(SharedValue.text) ?? .null }

  /// The value for a column that refers to nothing.
  var column: ColumnValue {
    switch self {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    }
  }

  /// Whether it is the title of a sealed file, or the notes of a sealed place.
  var isSealed: Bool {
    guard let text else { return false }
    return text.hasPrefix(Attachment.sealedPrefix) || text.hasPrefix(Place.sealedPrefix)
  }

  var integer: Int64? { column.integer }
  var text: String? { column.text }
}

/// The values of a row by column; missing values are null.
typealias RowImage = [String: SharedValue]

extension RowImage {
  /// The image without null values.
  var meaningful: RowImage { filter { $0.value != .null } }
}
