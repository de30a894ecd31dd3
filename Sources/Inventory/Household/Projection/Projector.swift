import Foundation
import GRDB
import Household

/// Writes what was merged into the tables of the inventory.
///
/// The tables have rules that no merge knows: numbers and names that are there once, places that lie in each other. Where
/// a merged value breaks one, the row shows another value and stays pending, until a change makes room.
final class Projector {
  let transaction: WriteTransaction
  let tables: HouseholdTables
  let images: SharedImages
  /// The name under which this home writes.
  let device: String
  /// The names under which it wrote before.
  private let formerNames: Set<String>
  /// The rows that are being written, against circles of references.
  private var open: Set<RowID> = []
  /// The columns for which this home has chosen another value, which it tells the others.
  private var mended: [RowID: Set<String>] = [:]

  /// The numbers that this home gives anew, which few merges need.
  private var ownNumbers: OwnNumbers?

  var db: Database { transaction.db }

  init(_ transaction: WriteTransaction) throws {
    self.transaction = transaction
    tables = HouseholdTables(db: transaction.db)
    images = SharedImages(db: transaction.db)
    let clock = try tables.clock()
    device = clock.device
    formerNames = Set(clock.former.keys)
  }

  /// The first number that this home may give anew, and that is not less than another.
  func ownNumber(from number: Int64) throws -> Int64 {
    let numbers =
      try ownNumbers
      ?? OwnNumbers(
        of: device, among: tables.devices().filter(\.isMember).map(\.device))
    ownNumbers = numbers
    return numbers.first(from: number)
  }

  /// Writes pending rows from a position on, those first that others refer to.
  ///
  /// - Returns: The position to go on from; `nil` at the end.
  func writePending(from start: PendingPosition, limit: Int) throws -> PendingPosition? {
    var position = start
    var count = 0
    while count < limit {
      guard let kind = position.kind else { return nil }
      let rows = try tables.rows(
        in: .pending, kind: kind.rawValue, after: position.key, limit: limit - count)
      for row in rows { try write(row) }
      count += rows.count
      position.move(after: rows.last, isLast: rows.isEmpty)
    }
    return position
  }

  /// Writes a row, and the rows it refers to before.
  func write(_ id: RowID) throws {
    guard let kind = SharedKind(rawValue: id.kind), open.insert(id).inserted else { return }
    defer { open.remove(id) }
    guard let row = try tables.row(id) else { return }
    let changes = row.changes(of: kind)
    guard !changes.isEmpty else {
      // An earlier version may not have marked it.
      try tables.noteUndecided(row, id, kind)
      return try tables.remove(id, from: .pending)
    }
    do {
      try write(row, changes, as: id, kind)
    } catch let error as InventoryError where error.kind == .refused || error.kind == .badData {
      // Every home has the values and none can show them; nothing of them is lost.
    }
    try finish(id, kind)
  }

  /// Writes a row into the table of its kind.
  ///
  /// - Parameter changes: The values that the table should have and does not.
  /// - Throws: `refused` or `badData` for what a table cannot hold.
  func write(_ row: SharedRow, _ changes: RowImage, as id: RowID, _ kind: SharedKind) throws {
    switch kind {
    case .setting: try writeSetting(id, changes)
    case .category: try writeCategory(id, row)
    case .place: try writePlace(id, row)
    case .item: try writeItem(id, row, changes)
    case .attachment: try writeAttachment(id, row)
    }
  }

  /// Notes that this home has chosen another value for a column than was merged, if it is for this home to say so: the
  /// merged one is its own, or that of nobody who is still there.
  func mend(_ column: String, of id: RowID, _ row: SharedRow) throws {
    let author = row.merged.stamp(column)?.device
    // What this home wrote under a former name is its own, too: nobody else says what becomes of it.
    let isOwn = author.map { $0 == device || formerNames.contains($0) } ?? false
    guard try row.waiting[column] != nil || isOwn || author.map(tables.hasLeft) == true else {
      return
    }
    mended[id, default: []].insert(column)
  }

  /// Takes the row as its table has it now for shown.
  func finish(_ id: RowID, _ kind: SharedKind) throws {
    guard var row = try tables.row(id) else { return }
    row.shown = try images.image(id)
    let isMended = mended[id] != nil
    // Still shown as it was merged, so that the difference goes out.
    for column in mended.removeValue(forKey: id) ?? [] { row.shown[column] = row.value(column) }
    try tables.put(row, at: id)
    if isMended { try tables.add(id, to: .dirty) } else { try tables.remove(id, from: .dirty) }
    if row.changes(of: kind).isEmpty {
      try tables.remove(id, from: .pending)
    } else {
      try tables.add(id, to: .pending)
    }
  }
}

/// Where the writing of pending rows goes on.
struct PendingPosition {
  private var kinds = ArraySlice(SharedKind.allCases)
  private(set) var key = ""

  /// The kind of rows there; `nil` at the end.
  var kind: SharedKind? { kinds.first }

  mutating func move(after row: RowID?, isLast: Bool) {
    if isLast {
      kinds = kinds.dropFirst()
      key = ""
    } else if let row {
      key = row.key
    }
  }
}
