import Foundation
import GRDB
import Inventory

/// A value of an item that conflicts with the one on the screen: another home wrote it at the same time.
public struct UndecidedValue: Hashable, Sendable {
  /// The part of the item.
  public var subject: ItemAspect
  /// The value as text; `nil` if it is empty.
  public var text: String?
  /// The row that the value of a choice refers to.
  public var choice: UUID?
  /// The device that wrote it.
  public var device: String
  /// The member and the machine: `Ben (laptop)`; empty if unknown.
  public var deviceName = ""
  /// Whether it was written in this home, and something else is shown.
  public var isOwn = false

  /// Makes a value.
  ///
  /// - Parameter device: The device that wrote it; empty for the value on the screen.
  public init(subject: ItemAspect, text: String? = nil, choice: UUID? = nil, device: String = "") {
    self.subject = subject
    self.text = text
    self.choice = choice
    self.device = device
  }

  /// The same without names, which may become known later.
  var anonymous: UndecidedValue {
    var value = self
    (value.deviceName, value.isOwn) = ("", false)
    if choice != nil { value.text = nil }
    return value
  }
}

/// Describes the conflicting values of an item.
struct UndecidedReading {
  private let db: Database
  private let tables: SyncTables
  private let currency: Currency

  init(_ db: Database, currency: Currency) {
    self.db = db
    tables = SyncTables(db: db)
    self.currency = currency
  }

  /// The values of an item, by column.
  func values(of item: UUID) throws -> [String: [UndecidedValue]] {
    guard let row = try tables.row(SyncedTable.item.row(item)) else { return [:] }
    var found: [String: [UndecidedValue]] = [:]
    for (column, heads) in row.undecided(of: .item) {
      let values = try heads.compactMap { try value($0, in: column) }
      if !values.isEmpty { found[column] = values }
    }
    return found
  }

  private func value(_ head: MergedRow.Head, in column: String) throws -> UndecidedValue? {
    guard let subject = ItemAspect(column: column, value: head.value) else { return nil }
    var value = UndecidedValue(subject: subject, device: head.operationID.device)
    value.deviceName = try tables.name(ofDevice: head.operationID.device) ?? ""
    let clock = try tables.clock()
    value.isOwn =
      head.operationID.device == clock.device || clock.former[head.operationID.device] != nil
    (value.choice, value.text) = try SharedValueReading(db, currency: currency)
      .words(head.value, of: subject)
    return value
  }
}

/// A value of a setting, a category, a place or a file that conflicts with the one on the screen.
///
/// Those of items are ``UndecidedValue``.
public struct UndecidedRow: Hashable, Identifiable, Sendable {
  /// The row.
  public var name: SharedRowName
  /// Which column of it; empty for a setting.
  public var label: String
  /// The value on the screen as text; `nil` if it is empty.
  public var shown: String?
  /// The other one.
  public var other: String?
  /// The member and the machine: `Ben (laptop)`; empty if unknown.
  public var deviceName: String
  /// The part of the inventory that it belongs to.
  public var owner: Owner

  let row: RowID
  let column: String
  let head: MergedRow.Head
  /// All values of the cell.
  let heads: [MergedRow.Head]

  /// The part of the inventory that a value belongs to.
  public enum Owner: Hashable, Sendable {
    case setting(InventorySetting)
    case category
    case place(UUID)
    case file(UUID)
  }

  /// The row and the column: `place Cellar / Rack: name`.
  public var subject: String { label.isEmpty ? name.text : "\(name.text): \(label)" }

  /// The same for the same value, whatever everything is called meanwhile.
  public var id: String { "\(cell) \(head.operationID.device) \(head.operationID.number)" }

  /// Names the cell, which may have several other values.
  public var cell: String { "\(row.kind) \(row.key) \(column)" }
}

/// Finds the rows with conflicts, except items, and describes their values.
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

extension SyncStore {
  /// What others wrote of an item at the same time as what is shown; nothing of it is lost until somebody decides.
  public func undecided(_ item: UUID) throws(InventoryError) -> [UndecidedValue] {
    let values: [UndecidedValue] = try database.read { db in
      // What is withheld from the login, or sealed, is none of its business here either.
      guard try Meta.text(Meta.household, db) != nil,
        let stored = try StoredItem.fetch(db, uuid: item)?.item, !privacy.unmasked(stored).isMasked
      else { return [] }
      return try UndecidedReading(db, currency: database.currency).values(of: item)
        .sorted { $0.key < $1.key }.flatMap(\.value)
    }
    var open: [UndecidedValue] = []
    for var value in values {
      if value.subject == .field(.place) { value.text = try privacy.opened(path: value.text) }
      open.append(value)
    }
    return open
  }

  /// The items of which two values stand beside each other.
  public func undecidedItems() throws(InventoryError) -> Set<UUID> { try undecidedMarks().items }

  /// The items of which two values stand beside each other, and whether there is anything else; a launch reads no more.
  public func undecidedMarks() throws(InventoryError) -> (items: Set<UUID>, hasOthers: Bool) {
    try database.read { db in
      guard try Meta.text(Meta.household, db) != nil else { return ([], false) }
      let keys = try SyncTables(db: db).undecided()
      let items = Set(keys.compactMap(SharedKey.uuid))
      return (items, items.count < keys.count)
    }
  }

  /// Decides for what is shown of an item, for all homes.
  ///
  /// - Parameter seen: The other values that the person saw: a column with one that came since stays as it is. Without it,
  ///   all are decided.
  /// - Returns: Whether there was anything to decide.
  @discardableResult
  public func keepShown(
    of item: UUID, insteadOf seen: [UndecidedValue]? = nil, author: String
  ) throws(InventoryError) -> Bool {
    try database.write(source: Self.source, isWhole: true) { transaction in
      let db = transaction.db
      guard try Meta.text(Meta.household, db) != nil else { return false }
      let tables = SyncTables(db: db)
      let id = SyncedTable.item.row(item)
      let values = try UndecidedReading(db, currency: transaction.currency).values(of: item)
      let known = seen.map { Set($0.map(\.anonymous)) }
      let undecided = try tables.row(id)?.undecided(of: .item).keys.map { $0 } ?? []
      // What no screen shows goes the way of the rest.
      let columns = undecided.filter { column in
        known?.isSuperset(of: values[column, default: []].map(\.anonymous)) ?? true
      }
      guard !columns.isEmpty else { return false }
      try Self.decide(Set(columns), of: id, author: author, in: transaction)
      if columns.contains(Item.fieldPrefix + Item.sealedField) {
        try Self.keepShownFiles(of: item, author: author, in: transaction)
      }
      return true
    }
  }

  /// Decides in some columns of a row for what the tables have, for all homes.
  static func decide(
    _ columns: Set<String>, of row: RowID, author: String, in transaction: WriteTransaction
  ) throws {
    let tables = SyncTables(db: transaction.db)
    try Replica(tables).record(
      [(row, try SharedImages(db: transaction.db).image(row))], keeping: [row: columns],
      references: SharedImages.references, author: author, at: transaction.at)
    try tables.remove(row, from: .dirty)
    transaction.isDirty = true
  }
}

/// What two homes wrote at the same time, before one of them leaves the household: the value that is not shown would be lost.
public struct UndecidedCounts: Equatable, Sendable {
  /// Items with two values.
  public var items = 0
  /// Other rows with two values, and places that two homes sealed.
  public var others = 0
}

/// What stands side by side beside the values of items: of settings, categories, places and files.
extension SyncStore {
  /// What others wrote of these at the same time as what is shown; nothing while this home joins, which ends what is undecided.
  public func undecidedRows() throws(InventoryError) -> [UndecidedRow] {
    let found = try database.read { db in
      try Self.canDecide(db) ? try UndecidedRows(db).values() : []
    }
    var open: [UndecidedRow] = []
    for var row in found {
      row.name = try privacy.opened(row.name)
      row.shown = try privacy.opened(path: row.shown)
      row.other = try privacy.opened(path: row.other)
      open.append(row)
    }
    return open
  }

  private static func canDecide(_ db: Database) throws -> Bool {
    try Meta.text(Meta.household, db) != nil && JoiningStage.current(db) == .over
  }

  /// Decides for what is shown of all of these, for all homes.
  ///
  /// - Returns: Of how many rows.
  @discardableResult
  public func keepShownRows(author: String) throws(InventoryError) -> Int {
    // Looked for as the login sees the inventory: the transaction below has it whole.
    let rows = try database.read { db in try Self.canDecide(db) ? try UndecidedRows(db).all() : [] }
    guard !rows.isEmpty else { return 0 }
    return try database.write(source: Self.source, isWhole: true) { transaction in
      // What was written here and is no operation yet is not undecided any more.
      _ = try Self.record(author: author, in: transaction)
      let tables = SyncTables(db: transaction.db)
      // Of what has come since then nobody knows here.
      let same = try rows.filter { try tables.row($0.id)?.merged == $0.row.merged }
      for (id, _, columns) in same {
        try Self.decide(Set(columns), of: id, author: author, in: transaction)
      }
      return same.count
    }
  }

  /// Decides for the value that is shown, for all homes.
  ///
  /// - Returns: Whether the same values still stand there.
  public func keepShown(
    insteadOf value: UndecidedRow, author: String
  ) throws(InventoryError) -> Bool {
    try decide(value, author: author) { _, _ in }
  }

  /// Decides for the value that is not shown, and shows it in every home.
  ///
  /// - Returns: Whether the same values still stand there.
  /// - Throws: `refused` for what the inventory cannot hold, as a place inside one that is gone.
  public func take(_ value: UndecidedRow, author: String) throws(InventoryError) -> Bool {
    try decide(value, author: author) { row, transaction in
      guard let kind = SyncedTable(rawValue: value.row.kind) else { return }
      var wanted = row
      wanted.merged = row.merged.choosing(value.head, in: value.column)
      try MergeApplier(transaction).write(
        wanted, [value.column: value.head.value], as: value.row, kind)
      let now = try SharedImages(db: transaction.db).image(value.row)
      // Of what went it does not matter when.
      let isThere =
        value.column == MergedRow.life
        ? now[value.column] != nil : now[value.column, default: .null] == value.head.value
      guard isThere else {
        throw InventoryError(
          .refused, "the other value cannot be shown any more: write what you want instead")
      }
    }
  }

  private func decide(
    _ value: UndecidedRow, author: String,
    _ write: (SharedRow, WriteTransaction) throws -> Void
  ) throws(InventoryError) -> Bool {
    try database.write(source: Self.source, isWhole: true) { transaction in
      let db = transaction.db
      guard try Self.canDecide(db) else { return false }
      // What was written here and is no operation yet would be written over with what was merged.
      _ = try Self.record(author: author, in: transaction)
      guard let row = try SyncTables(db: db).row(value.row), row.waiting[value.column] == nil,
        row.merged.cells[value.column] == value.heads
      else { return false }
      try write(row, transaction)
      try Self.decide([value.column], of: value.row, author: author, in: transaction)
      return true
    }
  }

  /// Counts what has two values of which somebody here could show either.
  ///
  /// What other homes sealed opens nowhere here and does not count. The files of a private item count with it.
  public func undecidedCounts() throws(InventoryError) -> UndecidedCounts {
    var counts = UndecidedCounts()
    for item in try undecidedItems() where try isOpen(item) { counts.items += 1 }
    counts.others = try database.read { db in
      try Self.canDecide(db) ? try UndecidedRows(db).all().count : 0
    }
    for place in try privacy.places() where try hasOwnSeal(of: .place(place.uuid)) {
      counts.others += 1
    }
    return counts
  }

  /// Whether an item is open here, or would be as this home sealed it.
  private func isOpen(_ item: UUID) throws(InventoryError) -> Bool {
    guard try store.items.fetch(item)?.isMasked == true else { return true }
    return try hasOwnSeal(of: .item(item))
  }
}
