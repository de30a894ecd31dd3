import Foundation
import GRDB
import Inventory

/// A value of an item that conflicts with the one on the screen: another home wrote it at the same time.
public struct ItemConflict: Hashable, Sendable {
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

  /// The text of a removal for good.
  public static let gone = "gone"

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
  var anonymous: ItemConflict {
    var value = self
    (value.deviceName, value.isOwn) = ("", false)
    if choice != nil { value.text = nil }
    return value
  }
}

/// Describes the conflicting values of an item.
struct ItemConflicts {
  private let db: Database
  private let tables: SyncTables
  private let currency: Currency

  init(_ db: Database, currency: Currency) {
    self.db = db
    tables = SyncTables(db: db)
    self.currency = currency
  }

  /// The values of an item, by column.
  func values(of item: UUID) throws -> [String: [ItemConflict]] {
    guard let row = try tables.row(SyncedTable.item.row(item)) else { return [:] }
    var found: [String: [ItemConflict]] = [:]
    for (column, heads) in row.conflicts(of: .item) {
      let values = try heads.compactMap { try value($0, in: column) }
      if !values.isEmpty { found[column] = values }
    }
    return found
  }

  private func value(_ head: MergedRow.Head, in column: String) throws -> ItemConflict? {
    guard let subject = ItemAspect(column: column, value: head.value) else { return nil }
    var value = ItemConflict(subject: subject, device: head.operationID.device)
    value.deviceName = try tables.name(ofDevice: head.operationID.device) ?? ""
    let clock = try tables.clock()
    value.isOwn =
      head.operationID.device == clock.device || clock.former[head.operationID.device] != nil
    (value.choice, value.text) = try SharedValueReading(db, currency: currency)
      .words(head.value, of: subject)
    if subject == .trash, head.value == MergedRow.gone { value.text = ItemConflict.gone }
    return value
  }
}

/// A value of a setting, a category, a place or a file that conflicts with the one on the screen.
///
/// Those of items are ``ItemConflict``.
public struct RowConflict: Hashable, Identifiable, Sendable {
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
    case view
    case place(UUID)
    case file(UUID)
  }

  /// The row and the column: `place Cellar / Rack: name`.
  public var subject: String { label.isEmpty ? name.text : "\(name.text): \(label)" }

  /// A stable identifier of the value, whatever its row is called now.
  public var id: String { "\(cell) \(head.operationID.device) \(head.operationID.number)" }

  /// Names the cell, which may have several other values.
  public var cell: String { "\(row.kind) \(row.key) \(column)" }
}

/// Finds the rows with conflicts, except items, and describes their values.
struct RowConflicts {
  private let tables: SyncTables
  private let words: SharedRowWords

  init(_ db: Database) {
    tables = SyncTables(db: db)
    words = SharedRowWords(db)
  }

  /// The rows that are here, with the columns.
  func all() throws -> [(id: RowID, row: SharedRow, columns: [String])] {
    try tables.rowConflicts().compactMap { id in
      guard let row = try tables.row(id), let kind = SyncedTable(rawValue: id.kind),
        try words.name(of: id) != nil
      else { return nil }
      return (id, row, row.conflictColumns(of: kind))
    }
  }

  /// The values in words.
  func values() throws -> [RowConflict] {
    try all().flatMap { id, row, columns -> [RowConflict] in
      guard let name = try words.name(of: id), let owner = Self.owner(id) else { return [] }
      return try columns.flatMap { column in
        try row.merged.others(column, than: row.value(column)).map { head in
          RowConflict(
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

  private static func owner(_ id: RowID) -> RowConflict.Owner? {
    switch SyncedTable(rawValue: id.kind) {
    case .setting: SharedSetting.named(id.key).map { .setting($0) }
    case .category: .category
    case .view: .view
    case .place: SharedKey.uuid(id.key).map { .place($0) }
    case .attachment: SharedKey.uuid(id.key).map { .file($0) }
    case .item, nil: nil
    }
  }
}

extension SyncStore {
  /// The conflicts of an item; every value is kept until a user resolves them.
  public func conflicts(of item: UUID) throws(InventoryError) -> [ItemConflict] {
    let values: [ItemConflict] = try database.read { db in
      // Hidden and sealed items have no conflicts for this login.
      guard try Meta.text(Meta.household, db) != nil,
        let stored = try StoredItem.fetch(db, uuid: item)?.item, !privacy.unmasked(stored).isMasked
      else { return [] }
      return try ItemConflicts(db, currency: database.currency).values(of: item)
        .sorted { $0.key < $1.key }.flatMap(\.value)
    }
    var open: [ItemConflict] = []
    for var value in values {
      if value.subject == .field(.place) { value.text = try privacy.opened(path: value.text) }
      open.append(value)
    }
    return open
  }

  /// The items with conflicts.
  public func conflictingItems() throws(InventoryError) -> Set<UUID> { try conflictMarks().items }

  /// The items with conflicts, and whether any other row has one: all that a launch needs.
  public func conflictMarks() throws(InventoryError) -> (items: Set<UUID>, hasOthers: Bool) {
    try database.read { db in
      guard try Meta.text(Meta.household, db) != nil else { return ([], false) }
      let keys = try SyncTables(db: db).conflicts()
      let items = Set(keys.compactMap(SharedKey.uuid))
      return (items, items.count < keys.count)
    }
  }

  /// Resolves the conflicts of an item in favor of its shown values, in every home.
  ///
  /// - Parameter seen: The other values that the user saw; a column with a value that arrived later is left alone. `nil`
  ///   resolves all conflicts.
  /// - Returns: Whether there was a conflict.
  @discardableResult
  public func keepLocal(
    of item: UUID, insteadOf seen: [ItemConflict]? = nil, author: String
  ) throws(InventoryError) -> Bool {
    try database.write(source: Self.source, isWhole: true) { transaction in
      let db = transaction.db
      guard try Meta.text(Meta.household, db) != nil else { return false }
      let tables = SyncTables(db: db)
      let id = SyncedTable.item.row(item)
      let values = try ItemConflicts(db, currency: transaction.currency).values(of: item)
      let known = seen.map { Set($0.map(\.anonymous)) }
      let conflicts = try tables.row(id)?.conflicts(of: .item).keys.map { $0 } ?? []
      // Conflicts that no screen shows are resolved like the others.
      let columns = conflicts.filter { column in
        known?.isSuperset(of: values[column, default: []].map(\.anonymous)) ?? true
      }
      guard !columns.isEmpty else { return false }
      try Self.resolve(Set(columns), of: id, author: author, in: transaction)
      if columns.contains(Item.fieldPrefix + Item.sealedField) {
        try Self.keepLocalFiles(of: item, author: author, in: transaction)
      }
      return true
    }
  }

  /// Resolves the conflicts of some columns of a row in favor of the values in the tables, in every home.
  static func resolve(
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

/// The numbers of conflicts, for a home that leaves its household and would lose the other values.
public struct ConflictCounts: Equatable, Sendable {
  /// Items with two values.
  public var items = 0
  /// Other rows with two values, and places that two homes sealed.
  public var others = 0
}

/// Conflicts of settings, categories, places and files.
extension SyncStore {
  /// The conflicts of settings, categories, places and files; none while this home joins, which resolves them.
  public func rowConflicts() throws(InventoryError) -> [RowConflict] {
    let found = try database.read { db in
      try Self.canResolve(db) ? try RowConflicts(db).values() : []
    }
    var open: [RowConflict] = []
    for var row in found {
      row.name = try privacy.opened(row.name)
      row.shown = try privacy.opened(path: row.shown)
      row.other = try privacy.opened(path: row.other)
      open.append(row)
    }
    return open
  }

  private static func canResolve(_ db: Database) throws -> Bool {
    try Meta.text(Meta.household, db) != nil && JoiningStage.current(db) == .over
  }

  /// Resolves all of these conflicts in favor of the shown values, in every home.
  ///
  /// - Returns: Of how many rows.
  @discardableResult
  public func keepLocalRows(author: String) throws(InventoryError) -> Int {
    // Looked for as the login sees the inventory: the transaction below has it whole.
    let rows = try database.read { db in try Self.canResolve(db) ? try RowConflicts(db).all() : [] }
    guard !rows.isEmpty else { return 0 }
    return try database.write(source: Self.source, isWhole: true) { transaction in
      // An edit that isn't recorded yet has resolved its conflict.
      _ = try Self.record(author: author, in: transaction)
      let tables = SyncTables(db: transaction.db)
      // The user hasn't seen values that arrived in the meantime.
      let same = try rows.filter { try tables.row($0.id)?.merged == $0.row.merged }
      for (id, _, columns) in same {
        try Self.resolve(Set(columns), of: id, author: author, in: transaction)
      }
      return same.count
    }
  }

  /// Resolves a conflict in favor of the shown value, in every home.
  ///
  /// - Returns: Whether the cell still has the same values.
  public func keepLocal(
    insteadOf value: RowConflict, author: String
  ) throws(InventoryError) -> Bool {
    try resolve(value, author: author) { _, _ in }
  }

  /// Resolves a conflict in favor of the other value, which every home shows then.
  ///
  /// - Returns: Whether the cell still has the same values.
  /// - Throws: `refused` for a value that the inventory can't store, such as a place inside a deleted one.
  public func take(_ value: RowConflict, author: String) throws(InventoryError) -> Bool {
    try resolve(value, author: author) { row, transaction in
      guard let kind = SyncedTable(rawValue: value.row.kind) else { return }
      var wanted = row
      wanted.merged = row.merged.choosing(value.head, in: value.column)
      try MergeApplier(transaction).write(
        wanted, [value.column: value.head.value], as: value.row, kind)
      let now = try SharedImages(db: transaction.db).image(value.row)
      // Two removals are equal, whatever their times.
      let isThere =
        value.column == MergedRow.life
        ? now[value.column] != nil : now[value.column, default: .null] == value.head.value
      guard isThere else {
        throw InventoryError(
          .refused, "the other value can no longer be shown: type the one you want")
      }
    }
  }

  private func resolve(
    _ value: RowConflict, author: String,
    _ write: (SharedRow, WriteTransaction) throws -> Void
  ) throws(InventoryError) -> Bool {
    try database.write(source: Self.source, isWhole: true) { transaction in
      let db = transaction.db
      guard try Self.canResolve(db) else { return false }
      // Records local edits first, which the merged values would overwrite.
      _ = try Self.record(author: author, in: transaction)
      guard let row = try SyncTables(db: db).row(value.row), row.waiting[value.column] == nil,
        row.merged.cells[value.column] == value.heads
      else { return false }
      try write(row, transaction)
      try Self.resolve([value.column], of: value.row, author: author, in: transaction)
      return true
    }
  }

  /// Counts the conflicts between values that this home can show.
  ///
  /// Values that another home sealed can't be opened here and don't count. The files of a private item count with it.
  public func conflictCounts() throws(InventoryError) -> ConflictCounts {
    var counts = ConflictCounts()
    for item in try conflictingItems() where try isOpen(item) { counts.items += 1 }
    counts.others = try database.read { db in
      try Self.canResolve(db) ? try RowConflicts(db).all().count : 0
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
