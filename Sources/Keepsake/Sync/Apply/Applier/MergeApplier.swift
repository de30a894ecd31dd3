import Foundation
import GRDB
import Inventory

/// Writes merged rows to the tables of the inventory.
///
/// The tables have rules that a merge ignores: unique numbers and names, and no place inside itself. Where a merged value
/// breaks a rule, the row shows another value and stays unapplied until a change makes room.
final class MergeApplier {
  let transaction: WriteTransaction
  let tables: SyncTables
  let images: SharedImages
  let items: ItemWriter
  /// The name under which this home writes.
  let device: String
  /// The former names of this home.
  private let formerNames: Set<String>
  /// The rows being written, to stop at circular references.
  private var open: Set<RowID> = []
  /// The referenced rows that couldn't be shown although they were written first.
  private var hopeless: Set<RowID> = []
  /// The columns for which this home has chosen another value, to be sent to the others.
  private var repaired: [RowID: Set<String>] = [:]

  /// The reasons why columns of the row being written can't show their merged values.
  private var waits: [RowID: [String: Hold]] = [:]
  /// Rows that may fit into their containers now, because another row was removed.
  var woken: [RowID] = []
  /// Whether rows wait for others; `nil` until looked up.
  private var knowsHolds: Bool?
  /// Whether writing changed what a row shows.
  private(set) var hasChanged = false

  /// The replacement numbers of this home; created on demand, since few merges need one.
  private var ownNumbers: OwnNumbers?

  var db: Database { transaction.db }

  init(_ transaction: WriteTransaction) throws {
    self.transaction = transaction
    tables = SyncTables(db: transaction.db)
    images = SharedImages(db: transaction.db)
    items = ItemWriter(transaction)
    let clock = try tables.clock()
    device = clock.device
    formerNames = Set(clock.former.keys)
  }

  /// The first replacement number of this home that is at least `number`.
  func ownNumber(from number: Int64) throws -> Int64 {
    let numbers =
      try ownNumbers
      ?? OwnNumbers(
        of: device, among: tables.devices().filter(\.isMember).map(\.device))
    ownNumbers = numbers
    return numbers.first(from: number)
  }

  /// Writes unapplied rows from a position on, those first that others refer to.
  ///
  /// - Returns: The position to continue from; `nil` at the end.
  func writeUnapplied(from start: UnappliedPosition, limit: Int) throws -> UnappliedPosition? {
    var position = start
    var count = 0
    while count < limit {
      guard let kind = position.kind else { return nil }
      let rows = try tables.rows(
        in: .unapplied, kind: kind.rawValue, after: position.key, limit: limit - count)
      for row in rows { try write(row) }
      try writeWoken()
      count += rows.count
      position.move(after: rows.last, isLast: rows.isEmpty)
    }
    return position
  }

  /// Writes rows, and then retries unapplied rows until none changes any more.
  ///
  /// - Parameter limit: The maximum number of unapplied rows to retry;
  ///   ``SyncStore/applyUnapplied(author:unlessFewerThan:pause:)`` handles more.
  func write(_ rows: [RowID], retrying limit: Int) throws {
    for kind in SyncedTable.allCases {
      for row in rows.filter({ $0.kind == kind.rawValue }).sorted(by: { $0.key < $1.key }) {
        try write(row)
      }
    }
    try writeWoken()
    for _ in 0..<Self.mostRounds {
      hasChanged = false
      _ = try writeUnapplied(from: UnappliedPosition(), limit: limit)
      guard hasChanged else { return }
    }
  }

  /// Writes the rows that may fit after others were removed, including those that these writes make room for.
  private func writeWoken() throws {
    var rest = Self.mostWoken
    while !woken.isEmpty, rest > 0 {
      let rows = woken
      woken = []
      for row in Set(rows).sorted(by: { $0.key < $1.key }) { try write(row) }
      rest -= rows.count
    }
    woken = []
  }

  /// The maximum number of rows that one step retries in this way; the others stay unapplied.
  private static let mostWoken = 10_000

  /// The maximum number of rounds in which unapplied rows are retried because others changed.
  static let mostRounds = 8

  /// Writes a row after the rows that it refers to.
  ///
  /// Works without recursion, since a chain of references can be of any length.
  func write(_ id: RowID) throws {
    var rows = [id]
    while let next = rows.last {
      if open.insert(next).inserted {
        let missing = try missing(for: next).filter { !open.contains($0) }
        guard missing.isEmpty else {
          rows += missing
          continue
        }
      }
      rows.removeLast()
      open.remove(next)
      try writeAlone(next)
      if !rows.isEmpty, try !isThere(next) { hopeless.insert(next) }
    }
  }

  /// The referenced rows that may exist once they are written.
  ///
  /// A row that isn't unapplied waits for something else: writing it again would fail again.
  private func missing(for id: RowID) throws -> [RowID] {
    guard let kind = SyncedTable(rawValue: id.kind), let row = try tables.row(id),
      !row.changes(of: kind).isEmpty
    else { return [] }
    let references = SharedImages.references(
      of: id,
      in: SharedImages.referring(kind).reduce(into: [:]) { $0[$1.name] = row.value($1.name) })
    return try references.filter {
      try !hopeless.contains($0) && !isThere($0) && tables.contains($0, in: .unapplied)
    }
  }

  private func isThere(_ id: RowID) throws -> Bool {
    guard let uuid = SharedKey.uuid(id.key) else { return true }
    if id.kind == SyncedTable.place.rawValue {
      return try StoredPlace.fetch(db, uuid: uuid).map { $0.place.deletedAt == nil } ?? false
    }
    return try Nesting(.items, db).id(of: uuid) != nil
  }

  private func writeAlone(_ id: RowID) throws {
    guard let kind = SyncedTable(rawValue: id.kind), let row = try tables.row(id) else { return }
    let changes = row.changes(of: kind)
    guard !changes.isEmpty else {
      // An earlier version may not have marked it.
      try tables.noteConflict(row, id, kind)
      if try hasHolds() { try tables.release(id) }
      try tables.remove(id, from: .unapplied)
      return try takeOutIfTooDeep(id, kind)
    }
    do {
      try write(row, changes, as: id, kind)
    } catch let error as InventoryError where error.kind == .refused || error.kind == .badData {
      // Every home has the values, but none can show them; nothing is lost.
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      // The same, because of a constraint of the table.
    }
    try finish(id, kind)
  }

  private func hasHolds() throws -> Bool {
    let has = try knowsHolds ?? tables.hasHolds
    knowsHolds = has
    return has
  }

  /// Records why a column doesn't show its merged value.
  func wait(_ id: RowID, _ column: String, for hold: Hold) {
    waits[id, default: [:]][column] = hold
  }

  /// Notes that only a change of the row itself can complete it, for example one without a name.
  func waitForItself(_ id: RowID, _ row: SharedRow, _ kind: SyncedTable) {
    for column in row.changes(of: kind).keys { wait(id, column, for: Hold(around: id)) }
  }

  /// Has this home write values again that didn't fit into their cells: it knows the other values now.
  func sayAgain(_ unheard: [RowID: Set<String>]) throws {
    for (id, columns) in unheard {
      repaired[id, default: []].formUnion(columns)
      try tables.add(id, to: .dirty)
    }
  }

  /// Writes a row into the table of its kind.
  ///
  /// - Parameter changes: The values that the table should have and does not.
  /// - Throws: `refused` or `badData` for what a table cannot hold.
  func write(_ row: SharedRow, _ changes: RowImage, as id: RowID, _ kind: SyncedTable) throws {
    switch kind {
    case .setting: try writeSetting(id, changes)
    case .category: try writeCategory(id, row)
    case .place: try writePlace(id, row)
    case .item: try writeItem(id, row, changes)
    case .attachment: try writeAttachment(id, row)
    case .view: try writeView(id, row)
    }
  }

  /// Records that this home chose another value for a column than the merged one.
  ///
  /// Does so only if this home may decide: it wrote the merged value, or the device that did has
  /// left.
  func repair(_ column: String, of id: RowID, _ row: SharedRow) throws {
    let author = row.merged.operationID(column)?.device
    // Operations under a former name of this home are its own, too; no other device will correct
    // them.
    let isOwn = author.map { $0 == device || formerNames.contains($0) } ?? false
    guard try row.waiting[column] != nil || isOwn || author.map(tables.hasLeft) == true else {
      return
    }
    repaired[id, default: []].insert(column)
  }

  /// Records the row's current values in its table as shown.
  func finish(_ id: RowID, _ kind: SyncedTable) throws {
    guard var row = try tables.row(id) else { return }
    let shown = try images.image(id)
    if shown != row.applied { hasChanged = true }
    row.applied = shown
    let isRepaired = repaired[id] != nil
    // Still shown as it was merged, so that the difference goes out.
    for column in repaired.removeValue(forKey: id) ?? [] { row.applied[column] = row.value(column) }
    try tables.put(row, at: id)
    if isRepaired { try tables.add(id, to: .dirty) } else { try tables.remove(id, from: .dirty) }
    let changes = row.changes(of: kind)
    // A row that only gets another name or number is tried again, and then waits for the same.
    let waits = self.waits.removeValue(forKey: id) ?? [:]
    if try hasHolds() { try tables.release(id) }
    for (column, hold) in waits where changes[column] != nil {
      try tables.hold(id, column, hold)
      knowsHolds = true
    }
    if changes.keys.allSatisfy({ waits[$0] != nil }) {
      try tables.remove(id, from: .unapplied)
    } else {
      try tables.add(id, to: .unapplied)
    }
  }
}

/// The position from which writing unapplied rows continues.
struct UnappliedPosition {
  private var kinds = ArraySlice(SyncedTable.allCases)
  private(set) var key = ""

  /// The kind of rows there; `nil` at the end.
  var kind: SyncedTable? { kinds.first }

  mutating func move(after row: RowID?, isLast: Bool) {
    if isLast {
      kinds = kinds.dropFirst()
      key = ""
    } else if let row {
      key = row.key
    }
  }
}

/// The numbers that a home assigns to its items if another home has already used theirs.
///
/// Homes that renumber at the same moment would pick the same numbers, and collide forever. So each
/// home uses its own residue class modulo the number of homes.
struct OwnNumbers {
  private let place: Int64
  private let count: Int64

  /// - Parameter members: All homes. If `device` is the only one, or isn't among them, it may use any number.
  init(of device: String, among members: [String]) {
    let place = members.sorted().firstIndex(of: device)
    self.place = Int64(place ?? 0)
    count = place == nil ? 1 : Int64(members.count)
  }

  /// This home's first number that is at least `number`.
  func first(from number: Int64) -> Int64 {
    number + (place - number % count + count) % count
  }
}

/// Settings, categories and views, whose keys are their names.
extension MergeApplier {
  func writeSetting(_ id: RowID, _ changes: RowImage) throws {
    guard let setting = SharedSetting.named(id.key), let value = changes["value"] else { return }
    if setting == .currency {
      guard let currency = value.text.flatMap(Currency.init(code:)),
        currency.exponent == transaction.currency.exponent
      else {
        throw InventoryError(
          .refused, "the household's currency has more or fewer decimals than this inventory's")
      }
    }
    try Meta.put(value.text, for: id.key, db)
    transaction.isDirty = true
  }

  func writeCategory(_ id: RowID, _ row: SharedRow) throws {
    guard let name = row.value("name").text, Item.asciiLowercased(name) == id.key else {
      return waitForItself(id, row, .category)
    }
    _ = try CategoryWriter.findOrInsert(name, db)
    try update(.category, named: name, to: row)
  }

  func writeView(_ id: RowID, _ row: SharedRow) throws {
    guard let name = row.value("name").text, Item.asciiLowercased(name) == id.key else {
      return waitForItself(id, row, .view)
    }
    try ViewWriter.insertIfMissing(name, db)
    try update(.view, named: name, to: row)
  }

  private func update(_ kind: SyncedTable, named name: String, to row: SharedRow) throws {
    let columns = kind.columns
    try db.cachedStatement(
      sql: """
        UPDATE \(kind.table) SET \(columns.map { "\($0.stored) = ?" }.joined(separator: ", "))
        WHERE name = ?
        """
    ).execute(
      arguments: StatementArguments(
        columns.map { $0.checked(row.value($0.name).column) } + [.text(name)]))
    transaction.isDirty = true
  }

  /// The identity that a category has here; the row is written first where it is not.
  func category(_ key: String) throws -> UUID? {
    let find = try db.cachedStatement(sql: "SELECT uuid FROM category WHERE name = ?")
    if let known = try UUID.fetchOne(find, arguments: [key]) { return known }
    try write(SyncedTable.category.row(key))
    return try UUID.fetchOne(find, arguments: [key])
  }
}

extension MergeApplier {
  func writeAttachment(_ id: RowID, _ row: SharedRow) throws {
    guard let uuid = SharedKey.uuid(id.key) else { return waitForItself(id, row, .attachment) }
    let stored = try StoredAttachment.fetch(db, uuid: uuid)
    if row.value(MergedRow.life) == MergedRow.gone {
      // The file of an item that became private: another row replaces it.
      try db.execute(sql: "DELETE FROM attachment WHERE uuid = ?", arguments: [uuid])
      try PrivacyEdits.forget(uuid, db)
      transaction.isDirty = true
      return
    }
    guard let itemKey = row.value("item").text else {
      return waitForItself(id, row, .attachment)
    }
    guard let item = try SharedKey.uuid(itemKey).flatMap({ try StoredItem.fetch(db, uuid: $0) })
    else {
      let hold = Hold(around: SyncedTable.item.row(itemKey))
      for column in row.changes(of: .attachment).keys { wait(id, column, for: hold) }
      return
    }
    guard SHA256Text.isOne(row.value("sha256").text ?? ""),
      let name = row.value("file_name").text, !name.contains("/"), !name.utf8.contains(0),
      let bytes = row.value("bytes").integer, bytes >= 0
    else { return waitForItself(id, row, .attachment) }
    var values = SyncedTable.attachment.columns.map { column in
      (column.stored, column.checked(row.value(column.name).column))
    }
    values.removeAll { $0.0 == "item_id" }
    values += [("item_id", .integer(item.id)), ("rev", .integer(transaction.rev))]
    try store(values, uuid, isNew: stored == nil)
    try AttachmentWriter.choosePrimary(of: item.id, db)
    transaction.isDirty = true
  }

  private func store(
    _ values: [(column: String, value: ColumnValue)], _ uuid: UUID, isNew: Bool
  ) throws {
    let names = values.map(\.column)
    let sql =
      isNew
      ? """
      INSERT INTO attachment(\(names.joined(separator: ", ")), uuid)
      VALUES (\(names.map { _ in "?" }.joined(separator: ", ")), ?)
      """
      : """
      UPDATE attachment SET \(names.map { "\($0) = ?" }.joined(separator: ", ")) WHERE uuid = ?
      """
    try db.cachedStatement(sql: sql)
      .execute(arguments: StatementArguments(values.map(\.value) + [.uuid(uuid)]))
  }
}
