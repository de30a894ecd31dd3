import Foundation
import GRDB

/// Undoes single changes of the past by writing the former values again, as one new change.
///
/// Unlike undo, it doesn't need the changes made since to be undone first. A value returns only if the change's own value is
/// still there.
public final class Reversal {
  private let transaction: WriteTransaction
  /// The changes made so far.
  public private(set) var summary = ChangeSummary(
    action: .changed, subject: .item, name: "", uuid: nil, count: 0)

  /// The most imported rows to move to the trash one by one.
  private static let mostRows = 1000

  /// The items, places and files to write, in the order of their latest change.
  private var items = Pending<StoredItem, Item>()
  private var places = Pending<StoredPlace, Place>()
  private var files = Pending<StoredAttachment, Attachment>()

  init(_ transaction: WriteTransaction) { self.transaction = transaction }

  /// Writes everything: each row once, so that undo finds one entry of each.
  func finish() throws {
    for row in places.rows where row.wanted.deletedAt == nil { try write(row.stored, row.wanted) }
    for row in items.rows { try write(row.stored, row.wanted) }
    for row in files.rows { try write(row.stored, row.wanted) }
    for row in places.rows where row.wanted.deletedAt != nil { try write(row.stored, row.wanted) }
  }

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
    case .tag, .category, .view: return ReversalRefusal(name: "", reason: .inOrderOnly)
    }
  }

  // MARK: - Items

  private func revert(_ entry: ChangeEntry, ofItem uuid: UUID) throws -> ReversalRefusal? {
    guard let present = try item(uuid) else {
      return ReversalRefusal(name: try ChangeLog.name(ofPurged: uuid, db) ?? "", reason: .purged)
    }
    if entry.operation == .create {
      trash(present)
      return nil
    }
    let name = transaction.name(of: present)
    guard !entry.after.isEmpty else { return ReversalRefusal(name: name, reason: .privacy) }
    let others = try changedSince(entry, present)
    guard others.isEmpty else {
      return ReversalRefusal(name: name, reason: .changedSince(others))
    }
    store(try LoggedSides(entry).former(of: present, transaction))
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

  /// An item with the values that it has or will have; `nil` if it was deleted for good.
  public func item(_ uuid: UUID) throws -> Item? {
    if let pending = items[uuid] { return pending }
    guard let stored = try StoredItem.fetch(db, uuid: uuid) else { return nil }
    items.add(stored, stored.item, uuid)
    return stored.item
  }

  /// Moves an item to the trash, unless it is there already.
  public func trash(_ item: Item) {
    guard item.deletedAt == nil else { return }
    var wanted = item
    wanted.deletedAt = transaction.at
    store(wanted)
  }

  /// Stores an item of ``item(_:)`` with former values.
  public func store(_ wanted: Item) { items.change(wanted.uuid, to: wanted) }

  /// Writes an item; the nearest place outside the trash replaces one inside.
  private func write(_ stored: StoredItem, _ item: Item) throws {
    var wanted = item
    if wanted.place != stored.item.place || wanted.deletedAt != stored.item.deletedAt {
      wanted.place = try StoredPlace.nearestOutsideTrash(wanted.place, db)
    }
    let operation = Self.operation(from: stored.item.deletedAt, to: wanted.deletedAt)
    guard try ItemEdits.log(stored, wanted: wanted, operation, in: transaction) else { return }
    note(.item, transaction.name(of: stored.item), stored.item.uuid)
  }

  /// The operation to log, by the times in the trash before and after.
  private static func operation(
    from old: Timestamp?, to new: Timestamp?
  ) -> ChangeEntry.Operation {
    switch (old, new) {
    case (nil, .some): .trash
    case (.some, nil): .restore
    default: .update
    }
  }

  // MARK: - Places and files

  private func place(_ uuid: UUID) throws -> Place? {
    if let pending = places[uuid] { return pending }
    guard let stored = try StoredPlace.fetch(db, uuid: uuid) else { return nil }
    places.add(stored, stored.place, uuid)
    return stored.place
  }

  private func revert(_ entry: ChangeEntry, ofPlace uuid: UUID) throws -> ReversalRefusal? {
    guard let present = try place(uuid) else {
      return ReversalRefusal(name: try ChangeLog.name(ofPurged: uuid, db) ?? "", reason: .purged)
    }
    let name = transaction.name(of: present)
    var wanted = PlaceTree.applying(entry.before, to: present)
    if entry.operation == .create {
      wanted.deletedAt = present.deletedAt ?? transaction.at
    } else {
      guard !entry.after.isEmpty else { return ReversalRefusal(name: name, reason: .privacy) }
      let wrote = PlaceTree.applying(entry.after, to: present)
      guard wrote.name == present.name, wrote.notes == present.notes,
        wrote.photo == present.photo, wrote.parent == present.parent,
        wrote.deletedAt == present.deletedAt
      else { return ReversalRefusal(name: name, reason: .changedSince([])) }
    }
    places.change(uuid, to: wanted)
    return nil
  }

  private func write(_ stored: StoredPlace, _ wanted: Place) throws {
    if wanted.deletedAt != nil, stored.place.deletedAt == nil {
      try Undo.checkEmpty(stored, transaction)
    }
    let operation = Self.operation(from: stored.place.deletedAt, to: wanted.deletedAt)
    guard try PlaceEdits.log(stored, wanted: wanted, operation, in: transaction) else { return }
    note(.place, transaction.name(of: stored.place), stored.place.uuid)
  }

  private func revert(_ entry: ChangeEntry, ofFile uuid: UUID) throws -> ReversalRefusal? {
    if files[uuid] == nil, let stored = try StoredAttachment.fetch(db, uuid: uuid) {
      files.add(stored, stored.attachment, uuid)
    }
    guard let file = files[uuid] else {
      return ReversalRefusal(name: entry.after["name"]?.text ?? "", reason: .purged)
    }
    var wanted = AttachmentWriter.applying(entry.before, to: file)
    if entry.operation == .create {
      wanted.deletedAt = file.deletedAt ?? transaction.at
    } else {
      let wrote = AttachmentWriter.applying(entry.after, to: file)
      guard wrote.kind == file.kind, wrote.title == file.title, wrote.order == file.order,
        wrote.deletedAt == file.deletedAt
      else { return ReversalRefusal(name: file.name, reason: .changedSince([])) }
    }
    files.change(uuid, to: wanted)
    return nil
  }

  private func write(_ stored: StoredAttachment, _ wanted: Attachment) throws {
    guard try AttachmentEdits.revert(stored, to: wanted, in: transaction) else { return }
    note(.attachment, stored.attachment.name, stored.attachment.uuid)
  }

  // MARK: - Imports

  /// Moves the rows of an import to the trash; its places must be empty then.
  private func revert(importOf entry: ChangeEntry) throws -> ReversalRefusal? {
    let ranges = try ChangeLog.ranges(inGroupOf: entry.id, db)
    let count = ranges.reduce(0) { $0 + StoredNumber.count($1.after["count"]?.integer) }
    guard count <= Self.mostRows else {
      return ReversalRefusal(name: "", reason: .tooManyRows(count))
    }
    for range in ranges where range.table == .item {
      for uuid in try rows(of: range, in: "item") {
        if let present = try item(uuid) { trash(present) }
      }
    }
    for range in ranges where range.table == .location {
      for uuid in try rows(of: range, in: "location").reversed() {
        guard var present = try place(uuid) else { continue }
        present.deletedAt = present.deletedAt ?? transaction.at
        places.change(uuid, to: present)
      }
    }
    return nil
  }

  private func rows(of entry: ChangeEntry, in table: String) throws -> [UUID] {
    guard let range = RangeUndo.Range(entry) else { return [] }
    return try UUID.fetchAll(
      db,
      sql: "SELECT uuid FROM \(table) WHERE id BETWEEN ? AND ? AND deleted_at IS NULL ORDER BY id",
      arguments: [range.first, range.last])
  }

  private func note(_ subject: ChangeSummary.Subject, _ name: String, _ uuid: UUID) {
    if summary.count == 0 { summary.subject = subject }
    summary.add(name, uuid)
  }
}

/// The rows to write, each with what it will be, in the order of their latest change.
private struct Pending<Stored, Record> {
  private var stored: [UUID: Stored] = [:]
  private var wanted: [UUID: Record] = [:]
  private var ranks: [UUID: Int] = [:]
  private var changes = 0

  subscript(uuid: UUID) -> Record? { wanted[uuid] }

  /// Adds a row as it is.
  mutating func add(_ row: Stored, _ record: Record, _ uuid: UUID) {
    stored[uuid] = row
    wanted[uuid] = record
  }

  mutating func change(_ uuid: UUID, to record: Record) {
    changes += 1
    ranks[uuid] = changes
    wanted[uuid] = record
  }

  /// The changed rows.
  var rows: [(stored: Stored, wanted: Record)] {
    ranks.sorted { $0.value < $1.value }.compactMap { uuid, _ in
      guard let row = stored[uuid], let record = wanted[uuid] else { return nil }
      return (row, record)
    }
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
