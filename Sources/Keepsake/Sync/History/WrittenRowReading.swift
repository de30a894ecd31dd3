import Foundation
import GRDB
import Inventory

/// Puts rows of the tables of history into words.
struct WrittenRowReading {
  private let db: Database
  private let currency: Currency
  private let words: SharedRowWords

  init(_ db: Database, currency: Currency) {
    self.db = db
    self.currency = currency
    words = SharedRowWords(db)
  }

  /// The entry of a written row; `nil` if the row does not exist here or this home brought it.
  ///
  /// - Parameters:
  ///   - row: Author, name of the device, time, columns, values, device, key, number.
  ///   - own: The devices that were this home.
  func entry(_ row: Row, besides own: Set<String>) throws -> HistoryEntry? {
    guard let key = HistoryKey(try row.value(6)), let subject = try subject(of: key) else {
      return nil
    }
    let columns = (try row.value(3) as String).split(separator: ",").map(String.init)
    let isNew = columns == [Item.createdColumn]
    let isBrought = !isNew && columns.first == Item.createdColumn
    if isBrought, own.contains(try row.value(5)) { return nil }
    var entry = HistoryEntry(
      subject: subject, author: try row.value(0), device: try row.value(1), at: try row.value(2),
      action: isNew ? .created : .changed, changes: [], batch: try row.value(7))
    let values = WrittenValue.values(in: try row.value(4))
    if case .file(let file, _) = key {
      guard let change = try change(ofFile: file, isNew: isNew, columns, values) else { return nil }
      entry.changes = [change]
      return entry
    }
    let written = columns.filter { $0 != Item.createdColumn }
    // Writing to a row also marks it as existing.
    let isMoved = values[MergedRow.life] != nil || written == [MergedRow.life]
    let shown = written.filter { isMoved || $0 != MergedRow.life }
    entry.changes = try shown.compactMap { column in
      if column == MergedRow.life { return Self.move(values[column]) }
      if case .other(let row) = key { return try change(of: column, in: row, values[column]) }
      return try change(of: column, values[column])
    }
    return entry
  }

  /// That something went into the trash, came out of it, or was deleted for good.
  private static func move(_ written: WrittenValue?) -> ItemChange {
    guard let written else { return ItemChange(aspect: .trash) }
    if SharedValue(written.after) == MergedRow.gone {
      return ItemChange(aspect: .trash, after: ItemConflict.gone)
    }
    return written.after == .null
      ? ItemChange(aspect: .trash, before: "true") : ItemChange(aspect: .trash, after: "true")
  }

  private func subject(of key: HistoryKey) throws -> HistoryEntry.Subject? {
    switch key {
    case .item, .file:
      guard let uuid = key.item, let name = try ItemNames(db).name(of: uuid) else { return nil }
      return .item(uuid, name: name)
    case .other(let row): return try words.name(of: row).map { .other($0) }
    }
  }

  /// The change of an item's column; `nil` if no screen shows the column.
  private func change(of column: String, _ written: WrittenValue?) throws -> ItemChange? {
    guard let written else { return ItemAspect(column: column).map { ItemChange(aspect: $0) } }
    let (before, after) = (SharedValue(written.before), SharedValue(written.after))
    let spelling = after == .null ? before : after
    guard let aspect = ItemAspect(column: column, value: spelling) else { return nil }
    let reading = SharedValueReading(db, currency: currency)
    func text(_ value: SharedValue) throws -> String? {
      let text = try reading.words(value, of: aspect).text
      // The referenced row has been removed since, and its name with it.
      return text == nil && value != .null ? "(removed)" : text
    }
    return ItemChange(aspect: aspect, before: try text(before), after: try text(after))
  }

  /// The change of a file.
  ///
  /// A new file has only a value after the change, a removed file only one before it.
  private func change(
    ofFile key: String, isNew: Bool, _ columns: [String], _ values: [String: WrittenValue]
  ) throws -> ItemChange? {
    guard let uuid = SharedKey.uuid(key) else { return nil }
    let file = try FileHistory(db, of: uuid, former: values["title"]?.after.text)
    if isNew { return file.came }
    if columns.contains(MergedRow.life) {
      return values[MergedRow.life]?.after == .null ? file.came : file.went
    }
    guard let written = values["title"] ?? values["kind"] else { return file.changed }
    return file.changed(from: written.before.text, to: written.after.text)
  }

  /// The change of a place, a category or a setting.
  private func change(
    of column: String, in row: RowID, _ written: WrittenValue?
  ) throws -> ItemChange? {
    if column == Item.fieldPrefix + Item.sealedField { return ItemChange(aspect: .privacy) }
    guard SyncedTable(rawValue: row.kind)?.knows(column) == true else { return nil }
    var change = ItemChange(aspect: .column(words.label(column)))
    guard let written else { return change }
    change.before = try words.text(SharedValue(written.before), in: column)
    change.after = try words.text(SharedValue(written.after), in: column)
    return change
  }
}

/// The names under which the history lists items.
struct ItemNames {
  let db: Database

  init(_ db: Database) { self.db = db }

  /// The name of an item, even after it was deleted for good; `nil` if content limits hide it.
  func name(of item: UUID) throws -> String? {
    if let found = try StoredItem.fetch(db, uuid: item)?.item { return found.name }
    return try ChangeLog.shownName(ofPurged: item, db)
  }
}

/// Describes the change of a file.
struct FileHistory {
  /// The present file; `nil` if it was deleted.
  let stored: Attachment?
  private let file: UUID
  private let name: String

  /// Looks up a file.
  ///
  /// - Parameter former: The name of a file that was deleted.
  init(_ db: Database, of file: UUID, former: String?) throws {
    stored = try StoredAttachment.fetch(db, uuid: file)?.attachment
    self.file = file
    name = stored?.name ?? former ?? ""
  }

  /// That it was added, or taken back.
  var came: ItemChange { change(after: name) }

  /// That it was taken away.
  var went: ItemChange { change(before: name) }

  /// A change without values.
  var changed: ItemChange { change() }

  /// That it has another title, or is of another kind.
  func changed(from before: String?, to after: String?) -> ItemChange {
    change(before: text(before), after: text(after))
  }

  /// The title, or else the file name.
  private func text(_ value: String?) -> String? {
    value?.isEmpty == false ? value : stored?.fileName
  }

  private func change(before: String? = nil, after: String? = nil) -> ItemChange {
    ItemChange(aspect: .file(file, name: name), before: before, after: after)
  }
}
