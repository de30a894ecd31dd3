import Storage
import Foundation
import GRDB

/// One scan that adds up everything in the reports.
struct WorthScan {
  private let lives: [Int64: Int]
  private let day: CalendarDate
  private(set) var all = Totals()
  private(set) var paid = Totals()
  private(set) var replacement = Totals()
  private(set) var cash: Int64 = 0
  var places: GroupedTotals<Int64?>
  var categories = GroupedTotals<Int64?>(groups: 0)
  /// The line of each item that counts, for its tags.
  private(set) var lines = RowMap<PackedLine>(rows: 0)
  private var withoutSerial = 0

  /// - Parameters:
  ///   - places: The number of places.
  ///   - lives: The useful lives of categories, in months.
  init(places: Int, lives: [Int64: Int], day: CalendarDate) {
    (self.lives, self.day) = (lives, day)
    self.places = GroupedTotals(groups: places + 1)
  }

  mutating func run(_ db: Database) throws {
    lines = RowMap(rows: try Int.fetchOne(db, sql: "SELECT count(*) FROM item") ?? 0)
    let statement = try RawStatement(
      db,
      sql: """
        SELECT \(ValuedRow.columns), item.id, item.location_id, item.category_id,
          item.purchase_date, item.serial_number = ''
        FROM item \(try ValueClause.scanned(db)) WHERE \(ValueClause.counts)
        """)
    try statement.forEachRow { try add($0) }
  }

  /// The number of items with a gap; `nil` if the file doesn't record it.
  func count(of gap: Gap, _ db: Database) throws -> Int? {
    switch gap {
    case .value: return all.unvalued
    case .serial: return withoutSerial
    case .photo: return try count(without: .photo, db)
    case .receipt: return try count(without: .receipt, db)
    }
  }

  /// Counts the items that have one, usually few, instead of checking each item.
  private func count(without kind: AttachmentKind, _ db: Database) throws -> Int? {
    guard try db.hasTable("attachment") else { return nil }
    let having = try Int.fetchOne(
      db,
      sql: """
        SELECT count(DISTINCT item.id) FROM attachment CROSS JOIN item
          ON item.id = attachment.item_id
        WHERE attachment.kind = ? AND attachment.deleted_at IS NULL AND \(ValueClause.counts)
        """,
      arguments: [kind.rawValue])
    return all.count - (having ?? 0)
  }

  private mutating func add(_ row: RawRow) throws -> Bool {
    let valued = ValuedRow(row)
    let column = ValuedRow.next
    let category = row.integer(column + 2)
    try all.add(valued)
    try places.add(valued, to: row.integer(column + 1))
    try categories.add(valued, to: category)
    try paid.add(line: valued.paid, isEstimated: false)
    try replacement.add(line: valued.isEstimated ? nil : valued.line, isEstimated: false)
    if row.integer(column + 4) == 1 { withoutSerial += 1 }
    if let id = row.integer(column) { lines[id] = PackedLine(valued) }
    guard let line = valued.line else { return true }
    let life = category.flatMap { lives[$0] }
    let bought = life == nil ? nil : CalendarDate(iso: row.text(column + 3))
    let worth = ActualCashValue.minor(of: line, usefulLife: life, bought: bought, on: day)
    cash = try Totals.sum(cash, worth)
    return true
  }
}

/// The line of an item in eight bytes, since a home can hold a million.
struct PackedLine {
  private let bits: Int64

  /// A line is never negative and far below 2⁶² (``PostgresValue/maximum``).
  init(_ valued: ValuedRow) {
    bits = valued.line.map { $0 << 1 | (valued.isEstimated ? 1 : 0) } ?? Self.unknown
  }

  /// In minor units; `nil` if unknown.
  var minor: Int64? { bits == Self.unknown ? nil : bits >> 1 }

  /// Whether it is based on the price paid.
  var isEstimated: Bool { bits != Self.unknown && bits & 1 == 1 }

  private static let unknown: Int64 = -1
}

/// Values by row number.
///
/// Row numbers are mostly dense, so most values are in an array and need no hash; a file can hold
/// any numbers.
struct RowMap<Value> {
  private var dense: [Value?]
  private var sparse: [Int64: Value] = [:]

  /// - Parameter rows: The number of rows that are expected. Removed ones leave some holes.
  init(rows: Int) { dense = Array(repeating: nil, count: rows + rows / 4 + 1) }

  /// The value of a row, if it has one.
  subscript(row: Int64) -> Value? {
    get { index(of: row).map { dense[$0] } ?? sparse[row] }
    set {
      if let index = index(of: row) {
        dense[index] = newValue
      } else {
        sparse[row] = newValue
      }
    }
  }

  private func index(of row: Int64) -> Int? {
    guard let index = Int(exactly: row), dense.indices.contains(index) else { return nil }
    return index
  }
}
