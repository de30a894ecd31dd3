import Foundation
import GRDB

/// Undoes single changes of the past by writing the former values again, as one new change.
///
/// Unlike undo, it doesn't need the changes made since to be undone first. A value returns only if the change's own value is
/// still there.
public final class Reversal {
  private let transaction: WriteTransaction
  /// What was changed so far.
  public private(set) var summary = ChangeSummary(
    action: .changed, subject: .item, name: "", uuid: nil, count: 0)

  /// The most imported rows to move to the trash one by one.
  private static let mostRows = 1000

  init(_ transaction: WriteTransaction) { self.transaction = transaction }

  /// The database.
  public var db: Database { transaction.db }

  /// The currency of the inventory.
  public var currency: Currency { transaction.currency }

  /// The time of this change.
  public var at: Timestamp { transaction.at }

  /// Undoes an entry of the log.
  ///
  /// - Returns: Why it can't be undone; `nil` if it was, or if nothing of it was left.
  public func revert(entry id: Int64) throws -> ReversalRefusal? {
    guard let entry = try ChangeLog.entry(numbered: id, db) else {
      return ReversalRefusal(name: "", reason: .unknownValues)
    }
    if entry.operation == .createRange { return try revert(importOf: entry) }
    guard let row = entry.row else { return ReversalRefusal(name: "", reason: .unknownValues) }
    switch entry.table {
    case .item: return try revert(entry, ofItem: row)
    case .location: return try revert(entry, ofPlace: row)
    case .attachment: return try revert(entry, ofFile: row)
    case .draft: return ReversalRefusal(name: "", reason: .unknownValues)
    case .tag, .category: return ReversalRefusal(name: "", reason: .inOrderOnly)
    }
  }

  // MARK: - Items

  private func revert(_ entry: ChangeEntry, ofItem uuid: UUID) throws -> ReversalRefusal? {
    guard let stored = try StoredItem.fetch(db, uuid: uuid) else {
      return ReversalRefusal(name: try ChangeLog.name(ofPurged: uuid, db) ?? "", reason: .purged)
    }
    if entry.operation == .create {
      try trash(stored)
      return nil
    }
    let name = transaction.name(of: stored.item)
    guard !entry.after.isEmpty else { return ReversalRefusal(name: name, reason: .privacy) }
    let others = try changedSince(entry, stored.item)
    guard others.isEmpty else {
      return ReversalRefusal(name: name, reason: .changedSince(others))
    }
    try store(try LoggedSides(entry).former(of: stored.item, transaction), over: stored)
    return nil
  }

  /// The values of an entry that other changes replaced: what it wrote, and what is there now.
  private func changedSince(_ entry: ChangeEntry, _ item: Item) throws -> [ItemChange] {
    let wrote = try LoggedSides(entry).latter(of: item, transaction)
    let (present, written) = ItemValues.differences(from: item, to: wrote)
    guard !written.isEmpty else { return [] }
    let found = try LoggedValues(db, currency: currency).changes(from: written, to: present)
    return found.isEmpty ? [ItemChange(aspect: .trash)] : found
  }

  /// Moves an item to the trash, unless it is there already.
  public func trash(_ stored: StoredItem) throws {
    guard stored.item.deletedAt == nil else { return }
    var wanted = stored.item
    wanted.deletedAt = transaction.at
    try store(wanted, over: stored)
  }

  /// Stores an item with former values; a place in the trash becomes the nearest one that isn't.
  public func store(_ wanted: Item, over stored: StoredItem) throws {
    var wanted = wanted
    if wanted.place != stored.item.place || wanted.deletedAt != stored.item.deletedAt {
      wanted.place = try StoredPlace.nearestOutsideTrash(wanted.place, db)
    }
    let operation: ChangeEntry.Operation =
      switch (stored.item.deletedAt, wanted.deletedAt) {
      case (nil, .some): .trash
      case (.some, nil): .restore
      default: .update
      }
    guard try ItemEdits.log(stored, wanted: wanted, operation, in: transaction) else { return }
    note(.item, transaction.name(of: stored.item), stored.item.uuid)
  }

  // MARK: - Places and files

  private func revert(_ entry: ChangeEntry, ofPlace uuid: UUID) throws -> ReversalRefusal? {
    guard let stored = try StoredPlace.fetch(db, uuid: uuid) else {
      return ReversalRefusal(name: try ChangeLog.name(ofPurged: uuid, db) ?? "", reason: .purged)
    }
    let name = transaction.name(of: stored.place)
    var wanted = PlaceTree.applying(entry.before, to: stored.place)
    if entry.operation == .create {
      guard stored.place.deletedAt == nil else { return nil }
      wanted.deletedAt = transaction.at
    } else {
      guard !entry.after.isEmpty else { return ReversalRefusal(name: name, reason: .privacy) }
      let wrote = PlaceTree.applying(entry.after, to: stored.place)
      guard wrote.name == stored.place.name, wrote.notes == stored.place.notes,
        wrote.parent == stored.place.parent, wrote.deletedAt == stored.place.deletedAt
      else { return ReversalRefusal(name: name, reason: .changedSince([])) }
    }
    if wanted.deletedAt != nil, stored.place.deletedAt == nil {
      try Undo.checkEmpty(stored, transaction)
    }
    let operation: ChangeEntry.Operation =
      switch (stored.place.deletedAt, wanted.deletedAt) {
      case (nil, .some): .trash
      case (.some, nil): .restore
      default: .update
      }
    guard try PlaceEdits.log(stored, wanted: wanted, operation, in: transaction) else { return nil }
    note(.place, name, uuid)
    return nil
  }

  private func revert(_ entry: ChangeEntry, ofFile uuid: UUID) throws -> ReversalRefusal? {
    guard let stored = try StoredAttachment.fetch(db, uuid: uuid) else {
      return ReversalRefusal(name: entry.after["name"]?.text ?? "", reason: .purged)
    }
    let file = stored.attachment
    var wanted = AttachmentWriter.applying(entry.before, to: file)
    if entry.operation == .create {
      wanted.deletedAt = file.deletedAt ?? transaction.at
    } else {
      let wrote = AttachmentWriter.applying(entry.after, to: file)
      guard wrote.kind == file.kind, wrote.title == file.title, wrote.order == file.order,
        wrote.deletedAt == file.deletedAt
      else { return ReversalRefusal(name: file.name, reason: .changedSince([])) }
    }
    guard try AttachmentEdits.revert(stored, to: wanted, in: transaction) else { return nil }
    note(.attachment, file.name, uuid)
    return nil
  }

  // MARK: - Imports

  /// Moves the rows of an import to the trash: its items, then its places as far as they are empty.
  private func revert(importOf entry: ChangeEntry) throws -> ReversalRefusal? {
    let ranges = try ChangeLog.ranges(inGroupOf: entry.id, db)
    let rows = ranges.reduce(0) { $0 + StoredNumber.count($1.after["count"]?.integer) }
    guard rows <= Self.mostRows else {
      return ReversalRefusal(name: "", reason: .tooManyRows(rows))
    }
    for range in ranges where range.table == .item {
      for id in try ids(of: range, in: "item") {
        if let stored = try StoredItem.fetch(db, id: id) { try trash(stored) }
      }
    }
    for range in ranges where range.table == .location {
      for id in try ids(of: range, in: "location").reversed() {
        try transaction.counts.apply(db)
        guard let stored = try StoredPlace.fetch(db, id: id), stored.place.deletedAt == nil,
          stored.place.itemCount == 0, stored.place.placeCount == 0
        else { continue }
        var wanted = stored.place
        wanted.deletedAt = transaction.at
        _ = try PlaceEdits.log(stored, wanted: wanted, .trash, in: transaction)
      }
    }
    return nil
  }

  private func ids(of entry: ChangeEntry, in table: String) throws -> [Int64] {
    guard let range = RangeUndo.Range(entry) else { return [] }
    return try Int64.fetchAll(
      db,
      sql: "SELECT id FROM \(table) WHERE id BETWEEN ? AND ? AND deleted_at IS NULL ORDER BY id",
      arguments: [range.first, range.last])
  }

  private func note(_ subject: ChangeSummary.Subject, _ name: String, _ uuid: UUID) {
    if summary.count == 0 {
      (summary.subject, summary.name, summary.uuid) = (subject, name, uuid)
    }
    summary.count += 1
  }
}

/// Both sides of a log entry of an item, applied tag by tag and custom field by custom field: the log holds all of an item's
/// tags and custom fields, but a change is only about those that differ.
private struct LoggedSides {
  private let before: [String: ColumnValue]
  private let after: [String: ColumnValue]

  init(_ entry: ChangeEntry) { (before, after) = (entry.before, entry.after) }

  /// The item with the values before the change.
  func former(of item: Item, _ transaction: WriteTransaction) throws -> Item {
    try applying(before, insteadOf: after, to: item, transaction)
  }

  /// The item with the values after the change.
  func latter(of item: Item, _ transaction: WriteTransaction) throws -> Item {
    try applying(after, insteadOf: before, to: item, transaction)
  }

  private func applying(
    _ values: [String: ColumnValue], insteadOf others: [String: ColumnValue], to item: Item,
    _ transaction: WriteTransaction
  ) throws -> Item {
    var values = values
    if values[ItemValues.tagsKey] != nil {
      let (wanted, former) = (Self.tags(values), Self.tags(others))
      var tags = item.tags.filter { wanted.contains($0) || !former.contains($0) }
      tags += wanted.filter { !former.contains($0) && !tags.contains($0) }
      values[ItemValues.tagsKey] = .text(try Item.normalized(tags: tags).joined(separator: ";"))
    }
    if values[ItemValues.fieldsKey] != nil {
      let (wanted, former) = (Self.fields(values), Self.fields(others))
      var fields = item.fields
      let changed = Set(former).symmetricDifference(wanted).map(\.name)
      for name in changed {
        fields.removeAll { $0.name == name }
        fields += wanted.filter { $0.name == name }
      }
      // In the item's order, so that equal fields are no change.
      let order = item.fields.map(\.name) + wanted.map(\.name)
      fields.sort { first, second in
        (order.firstIndex(of: first.name) ?? 0) < (order.firstIndex(of: second.name) ?? 0)
      }
      values[ItemValues.fieldsKey] = .text(ItemValues.text(of: fields))
    }
    return ItemValues.applying(
      values, insteadOf: [ItemValues.fieldsKey: .text("[]")], to: item,
      currency: transaction.currency, at: transaction.at)
  }

  private static func tags(_ values: [String: ColumnValue]) -> [String] {
    (values[ItemValues.tagsKey]?.text ?? "").split(separator: ";").map(String.init)
  }

  private static func fields(_ values: [String: ColumnValue]) -> [CustomField] {
    ItemValues.customFields(from: values[ItemValues.fieldsKey]?.text ?? "[]")
  }
}
