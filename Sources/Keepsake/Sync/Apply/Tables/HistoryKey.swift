import Foundation
import Inventory

/// Under what the tables of history have what was written of a row: an item by its key alone, its files below it, and
/// everything else by kind and key.
enum HistoryKey: Hashable {
  case item(String)
  case file(String, item: String)
  case other(RowID)

  /// Makes the key of a row; `nil` for a kind that no history tells of, and for a file whose item is not known.
  ///
  /// - Parameter owner: The key of the item that a file belongs to.
  init?(_ row: RowID, owner: String?) {
    switch SyncedTable(rawValue: row.kind) {
    case .item: self = .item(row.key)
    case .attachment:
      guard let owner else { return nil }
      self = .file(row.key, item: owner)
    case .setting, .category, .place: self = .other(row)
    case nil: return nil
    }
  }

  /// Reads ``text``; `nil` for what is none.
  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard let first = parts.first else { return nil }
    if parts.count == 1 {
      self = .item(first)
    } else if let kind = SyncedTable(rawValue: first) {
      self = .other(kind.row(parts[1]))
    } else {
      self = .file(parts[1], item: first)
    }
  }

  var text: String {
    switch self {
    case .item(let key): key
    case .file(let key, let item): "\(item) \(key)"
    case .other(let row): "\(row.kind) \(row.key)"
    }
  }

  /// The identity of the item that it is about, or that it is a file of.
  var item: UUID? {
    switch self {
    case .item(let key), .file(_, let key): SharedKey.uuid(key)
    case .other: nil
    }
  }
}
