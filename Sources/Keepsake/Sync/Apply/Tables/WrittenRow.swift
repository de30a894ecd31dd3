import Foundation
import Inventory

/// The history key of a row: an item's key, a file's key below its item's, or kind and key for other rows.
enum HistoryKey: Hashable {
  case item(String)
  case file(String, item: String)
  case other(RowID)

  /// Makes the key of a row; `nil` for kinds without a history, and for a file of an unknown item.
  ///
  /// - Parameter owner: The key of the item that a file belongs to.
  init?(_ row: RowID, owner: String?) {
    switch SyncedTable(rawValue: row.kind) {
    case .item: self = .item(row.key)
    case .attachment:
      guard let owner else { return nil }
      self = .file(row.key, item: owner)
    case .setting, .category, .place, .view: self = .other(row)
    case nil: return nil
    }
  }

  /// Reads ``text``; `nil` if it isn't a key.
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

  /// The identity of the item, or of the file's item.
  var item: UUID? {
    switch self {
    case .item(let key), .file(_, let key): SharedKey.uuid(key)
    case .other: nil
    }
  }
}

/// An entry of the history: the columns of a row that an author wrote in one edit.
struct WrittenRow {
  /// The key of the row in the history.
  let key: HistoryKey
  /// The columns.
  ///
  /// For a new row, this is only the creation time. If other columns follow the creation time, a joining home
  /// brought a row that the household already had; they are the columns whose values differ.
  private(set) var columns: [String]
  /// The values of these columns, except unknown and overlong ones.
  private(set) var values: [String: WrittenValue] = [:]

  /// The columns of files that a screen shows.
  private static let fileColumns: Set = ["title", "kind", MergedRow.life]

  /// Creates an entry; `nil` if the write changes nothing that screens show.
  ///
  /// - Parameters:
  ///   - former: The row before the write, if it existed.
  ///   - key: The key of the row in the history.
  ///   - seen: Returns the value that the author saw in a column of that row; `nil` if it is unknown.
  init?(
    _ write: RowWrite, over former: MergedRow?, as key: HistoryKey,
    seen: (String, MergedRow) throws -> SharedValue?
  ) rethrows {
    self.key = key
    guard let kind = SyncedTable(rawValue: write.row.kind), !Self.isMention(write.cells, former)
    else { return nil }
    if Self.isNew(write.cells, kind, former) {
      columns = [Item.createdColumn]
      noteName(of: kind, write.cells)
      return
    }
    let changed = Self.changes(write.cells, kind, former)
    guard !changed.isEmpty else { return nil }
    let names = Self.open(changed, kind, former)
    let isBrought = write.cells[Item.createdColumn] != nil
    columns = (isBrought ? [Item.createdColumn] : []) + names
    try noteValues(changed, of: names, kind, former, seen)
  }

  /// Keeps only some columns; returns whether any is left.
  mutating func keep(_ kept: Set<String>) -> Bool {
    // These two represent other columns.
    columns.removeAll { !kept.contains($0) && $0 != Item.createdColumn && $0 != Self.sealed }
    values = values.filter { kept.contains($0.key) }
    return !columns.isEmpty
  }

  /// Whether the write changes nothing and only mentions a row that another row refers to.
  private static func isMention(_ cells: [String: SharedValue], _ former: MergedRow?) -> Bool {
    cells.keys.elementsEqual([MergedRow.life])
      && cells[MergedRow.life] == former?.value(MergedRow.life) ?? .null
  }

  /// Whether the write creates the row: it is the first to set a column that each row of the kind has.
  ///
  /// Settings always exist.
  private static func isNew(
    _ cells: [String: SharedValue], _ kind: SyncedTable, _ former: MergedRow?
  ) -> Bool {
    let column: String
    switch kind {
    case .item, .attachment: column = Item.createdColumn
    case .place, .category, .view: column = "name"
    case .setting: return false
    }
    return cells[column] != nil && former?.value(column) == nil
  }

  /// The columns whose values change, as far as screens show them.
  private static func changes(
    _ written: [String: SharedValue], _ kind: SyncedTable, _ former: MergedRow?
  ) -> [String: SharedValue] {
    var cells = written
    let isBrought = cells.removeValue(forKey: Item.createdColumn) != nil
    if isBrought || kind != .item {
      cells = cells.filter { $0.value != former?.value($0.key) ?? .null }
    }
    return kind == .attachment ? cells.filter { fileColumns.contains($0.key) } : cells
  }

  /// Keeps the values before and after the write, except for sealed columns and unknown rows.
  ///
  /// The value before is what the author saw. In a conflict, the merged row holds another home's value
  /// instead.
  private mutating func noteValues(
    _ cells: [String: SharedValue], of names: [String], _ kind: SyncedTable, _ former: MergedRow?,
    _ seen: (String, MergedRow) throws -> SharedValue?
  ) rethrows {
    guard former != nil || kind == .setting else { return }
    for column in names where column != Self.sealed {
      var before: SharedValue? = .some(.null)
      if let former { before = try seen(column, former) }
      guard let before else { continue }
      values[column] = WrittenValue(before: before, after: cells[column, default: .null])
    }
  }

  private static let sealed = Item.fieldPrefix + Item.sealedField

  /// The columns that aren't sealed and weren't before; a single column for sealing replaces the others.
  private static func open(
    _ cells: [String: SharedValue], _ kind: SyncedTable, _ former: MergedRow?
  ) -> [String] {
    switch kind {
    // The entry doesn't reveal which fields were sealed or opened.
    case .item: return cells[sealed] == nil ? cells.keys.sorted() : [sealed]
    case .attachment, .place:
      guard isSealed(kind, cells, former) else { return cells.keys.sorted() }
      let open = cells.keys.filter { !["name", "notes", "photo", "title"].contains($0) }
      return open.sorted() + (open.count < cells.count ? [sealed] : [])
    case .category, .setting, .view: return cells.keys.sorted()
    }
  }

  /// Keeps the name of a new file, which may be deleted before anyone reads the entry.
  private mutating func noteName(of kind: SyncedTable, _ cells: [String: SharedValue]) {
    guard kind == .attachment, !Self.isSealed(kind, cells, nil), let name = cells["file_name"]
    else { return }
    values["title"] = WrittenValue(before: .null, after: name)
  }

  /// Whether a place or a file is sealed, or was before the write.
  private static func isSealed(
    _ kind: SyncedTable, _ cells: [String: SharedValue], _ former: MergedRow?
  ) -> Bool {
    let column = kind == .place ? "notes" : "title"
    return [cells[column], former?.value(column)].contains { $0?.isSealed == true }
  }
}

/// A value that a device wrote to an item, and the preceding value in the server's order.
struct WrittenValue: Codable, Hashable {
  var before: ColumnValue
  var after: ColumnValue

  /// The longest stored text, in characters; for longer texts, history stores only the field.
  private static let limit = 500

  /// Makes a value; `nil` if nothing changed or a text is too long.
  init?(before: SharedValue, after: SharedValue) {
    guard before != after else { return nil }
    (self.before, self.after) = (before.column, after.column)
    for value in [before, after] {
      if let text = value.text, text.count > Self.limit { return nil }
    }
  }

  /// The stored form of values by column; empty if there are none.
  static func text(of values: [String: WrittenValue]) throws -> String {
    values.isEmpty ? "" : String(decoding: try JSONEncoder().encode(values), as: UTF8.self)
  }

  /// Reads ``text(of:)``; empty if it can't be read.
  static func values(in text: String) -> [String: WrittenValue] {
    (try? JSONDecoder().decode([String: WrittenValue].self, from: Data(text.utf8))) ?? [:]
  }
}
