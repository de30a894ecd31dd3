import Foundation
import GRDB

/// Applies log entries backwards and forwards.
enum Undo {
  /// Sorts entries by dependency: the places of an import, its items, then the others as they happened.
  static func inOrder(_ entries: [ChangeEntry]) -> [ChangeEntry] {
    let ranges = entries.filter { $0.operation == .createRange }
    return ranges.filter { $0.table == .location } + ranges.filter { $0.table == .item }
      + entries.filter { $0.operation != .createRange }
  }

  /// Sorts entries for undo: the last one first, but changes of different items as they happened.
  ///
  /// The word index writes its pages whenever a row number is lower than the one before.
  static func backwards(_ entries: [ChangeEntry]) -> [ChangeEntry] {
    let reversed = inOrder(entries).reversed()
    guard Set(entries.map(\.row)).count == entries.count else { return Array(reversed) }
    var result: [ChangeEntry] = []
    var independent: [ChangeEntry] = []
    for entry in reversed {
      if isIndependent(entry) {
        independent.append(entry)
      } else {
        result += independent.reversed() + [entry]
        independent = []
      }
    }
    return result + independent.reversed()
  }

  /// Whether undoing an entry doesn't depend on what other items are.
  private static func isIndependent(_ entry: ChangeEntry) -> Bool {
    entry.table == .item && [.update, .trash, .restore].contains(entry.operation)
      && entry.before["parent_item_id"] == nil
  }

  static func takeBack(_ entry: ChangeEntry, in transaction: WriteTransaction) throws {
    switch entry.operation {
    case .createRange:
      try RangeUndo.trash(entry, in: transaction)
    case .create:
      try apply(
        ["deleted_at": .integer(transaction.at)], insteadOf: [:], entry, from: entry.revAfter,
        in: transaction)
    case .update, .trash, .restore, .merge:
      try apply(
        entry.before, insteadOf: entry.after, entry, from: entry.revAfter, in: transaction)
    case .discard, .purge: return
    }
  }

  static func bringBack(_ entry: ChangeEntry, in transaction: WriteTransaction) throws {
    switch entry.operation {
    case .createRange:
      try RangeUndo.restore(entry, in: transaction)
    case .create:
      try apply(
        ["deleted_at": .null], insteadOf: [:], entry, from: entry.revBefore, in: transaction)
    case .update, .trash, .restore, .merge:
      try apply(
        entry.after, insteadOf: entry.before, entry, from: entry.revBefore, in: transaction)
    case .discard, .purge: return
    }
  }

  /// Applies values to a row if it still has the content of the entry.
  private static func apply(
    _ values: [String: ColumnValue], insteadOf others: [String: ColumnValue],
    _ entry: ChangeEntry, from rev: Int64, in transaction: WriteTransaction
  ) throws {
    guard let uuid = entry.row else { return }
    // A row that already has the wanted values keeps its revision.
    var present = transaction.rev
    switch entry.table {
    case .item:
      let stored = try StoredItem.existing(uuid, transaction.db)
      try check(stored.item.rev, rev, transaction.name(of: stored.item))
      let wanted = ItemValues.applying(
        values, insteadOf: others, to: stored.item, currency: transaction.currency,
        at: transaction.at)
      let (_, after) = try ItemWriter(transaction).update(stored, to: wanted)
      if after.isEmpty { present = stored.item.rev }
    case .location:
      let stored = try PlaceTree.existing(uuid, transaction.db)
      try check(stored.place.rev, rev, transaction.name(of: stored.place))
      let wanted = PlaceTree.applying(values, to: stored.place)
      if wanted.deletedAt != nil { try checkEmpty(stored, transaction) }
      let (_, after) = try PlaceTree.update(stored, to: wanted, in: transaction)
      if after.isEmpty { present = stored.place.rev }
    case .attachment:
      try AttachmentEdits.apply(values, to: uuid, rev: rev, in: transaction)
    case .category:
      return try CategoryEdits.apply(values, insteadOf: others, to: uuid, in: transaction)
    case .view:
      return try ViewEdits.apply(values, insteadOf: others, to: uuid, in: transaction)
    case .tag:
      return try TagEdits.apply(values, insteadOf: others, in: transaction)
    case .draft: return
    }
    let target = rev == entry.revAfter ? entry.revBefore : entry.revAfter
    try ChangeLog.renumber(uuid, from: target, to: present, transaction.db)
  }

  static func check(_ found: Int64, _ expected: Int64, _ name: String) throws {
    guard found == expected else {
      throw InventoryError(
        .conflict, "“\(name)” was changed elsewhere since; nothing was undone or redone")
    }
  }

  /// Undoing the creation of a place must not hide what others have put into it.
  static func checkEmpty(_ place: StoredPlace, _ transaction: WriteTransaction) throws {
    try transaction.counts.apply(transaction.db)
    guard let now = try StoredPlace.fetch(transaction.db, id: place.id) else { return }
    guard now.place.itemCount == 0, now.place.placeCount == 0 else {
      throw InventoryError(
        .conflict, "“\(place.place.path)” is no longer empty; nothing was undone or redone")
    }
  }

  /// Describes a group by its first entry.
  static func summary(of entries: [ChangeEntry], _ db: Database) throws -> ChangeSummary? {
    if let imported = entries.first(where: { $0.operation == .createRange && $0.table == .item }) {
      let others = entries.filter { $0.table == .item && $0.operation != .createRange }
      return ChangeSummary(
        action: .imported, subject: .item, name: "", uuid: nil,
        count: StoredNumber.count(imported.after["count"]?.integer) + others.count)
    }
    // A place that was trashed comes last in its group, after its contents. One that was made for items is not the
    // change itself.
    let items = entries.filter { $0.table == .item }
    let isForItems =
      !items.isEmpty && entries.first?.table == .location
      && entries.first?.operation == .create
    if isForItems { return try summary(of: items, db) }
    let place = entries.last { $0.table == .location }
    // So does a tag or category that was renamed, merged or trashed.
    let named = entries.last { [.tag, .category, .view].contains($0.table) }
    guard let main = named ?? place ?? entries.first else { return nil }
    let action: ChangeSummary.Action =
      switch main.operation {
      case .create, .createRange: .created
      case .update: .changed
      case .trash: .trashed
      case .merge: .merged
      case .restore: .restored
      case .discard: .discarded
      case .purge: .purged
      }
    let count = place == nil && named == nil ? entries.count : 1
    return ChangeSummary(
      action: action, subject: subject(of: main),
      name: try name(of: main, db), uuid: main.row, count: count)
  }

  private static func subject(of entry: ChangeEntry) -> ChangeSummary.Subject {
    switch entry.table {
    case .item: .item
    case .location: .place
    case .draft: .draft
    case .attachment: .attachment
    case .tag: .tag
    case .category: .category
    case .view: .view
    }
  }

  /// The name of the row after the change, or its present one, so that undo and redo use the same.
  private static func name(of entry: ChangeEntry, _ db: Database) throws -> String {
    // A tag that was merged or deleted has no row.
    if entry.table == .tag, entry.operation != .update { return entry.before["name"]?.text ?? "" }
    if let name = entry.after["name"]?.text { return name }
    guard let uuid = entry.row, entry.table != .draft else { return "" }
    let name =
      entry.table == .attachment ? "CASE title WHEN '' THEN file_name ELSE title END" : "name"
    let statement = try db.cachedStatement(
      sql: "SELECT \(name) FROM \(entry.table.rawValue) WHERE uuid = ?")
    return try String.fetchOne(statement, arguments: [uuid])
      ?? ChangeLog.name(ofPurged: uuid, db) ?? ""
  }
}
