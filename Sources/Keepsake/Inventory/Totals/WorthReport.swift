import Storage
import Foundation
import GRDB

/// The contents of the reports, at one moment.
public struct WorthReport: Sendable {
  /// A place, a category or a tag with its totals.
  public struct Line: Hashable, Sendable {
    /// The identity; `nil` for items without place or category.
    public var uuid: UUID?
    /// Its name.
    public var name: String
    /// The depth in the tree of places.
    public var depth = 0
    /// The totals of its items.
    public var totals: Totals
  }

  /// A gap and the number of items with it.
  public struct GapLine: Hashable, Sendable {
    /// The gap.
    public var gap: Gap
    /// The number of items.
    public var count: Int
  }

  /// A date that needs attention and the number of items with it.
  public struct DueLine: Hashable, Sendable {
    /// The date.
    public var date: DueDate
    /// The number of items.
    public var count: Int
  }

  /// The number of days within which the end of a warranty needs attention.
  public static let warrantyDays = DueWarning.warrantyDays

  /// The version of the data.
  public let dataVersion: Int64
  /// All items that totals include.
  public private(set) var all = Totals()
  /// The prices paid; unvalued are the items without a known price.
  public private(set) var paid = Totals()
  /// The replacement costs; unvalued are the items without a known one.
  public private(set) var replacement = Totals()
  /// The actual cash value of ``all`` (``ActualCashValue``).
  public private(set) var cash: Int64 = 0
  /// The upper levels of places, each before those in it, highest value first; unplaced items come last.
  public private(set) var places: [Line] = []
  /// The categories, highest value first.
  public private(set) var categories: [Line] = []
  /// The tags, highest value first; an item can have several.
  public private(set) var tags: [Line] = []
  /// The gaps.
  public private(set) var gaps: [GapLine] = []
  /// The dates that need attention, each with the number of items; without those of no item.
  public private(set) var dueDates: [DueLine] = []
  /// Owner and policy.
  public let settings: InventorySettings

  /// The value beyond the policy's limit, in minor units; `nil` without a limit.
  public var shortfall: Int64? {
    settings.contentsLimit.map { max(0, all.sum.subtractingReportingOverflow($0).partialValue) }
  }

  init(_ db: Database, on day: CalendarDate, currency: Currency) throws {
    dataVersion = try db.dataVersion()
    settings = try InventorySettings.fetch(db, currency: currency)
    let tree = try PlaceNumbers(db)
    var scan = WorthScan(places: tree.count, lives: try Self.usefulLives(db), day: day)
    try scan.run(db)
    (all, paid, replacement, cash) = (scan.all, scan.paid, scan.replacement, scan.cash)
    gaps = try Gap.allCases.compactMap { gap in
      try scan.count(of: gap, db).map { GapLine(gap: gap, count: $0) }
    }
    places = try Self.places(scan.places.all(), tree, db)
    categories = try Self.categories(scan.categories.all(), db)
    tags = try Self.tags(scan.lines, db)
    dueDates = try Self.dueDates(on: day, db)
  }

  /// Counts all dates in one scan: no index has them.
  private static func dueDates(on day: CalendarDate, _ db: Database) throws -> [DueLine] {
    var dates = [DueDate.overdue(day)]
    if let last = day.adding(days: warrantyDays) { dates.append(.warranty(day, through: last)) }
    let sums = try dates.map { "ifnull(sum(\(try $0.condition(db) ?? "0")), 0)" }
    let hint = try LimitedViews.areInstalled(db) ? "" : "NOT INDEXED"
    let statement = try RawStatement(
      db,
      sql: """
        SELECT \(sums.joined(separator: ", ")) FROM item \(hint) WHERE \(ValueClause.counts)
        """)
    var lines: [DueLine] = []
    try statement.forEachRow { row in
      for (index, date) in zip(Int32(0)..., dates) {
        let count = Int(row.integer(index) ?? 0)
        if count > 0 { lines.append(DueLine(date: date, count: count)) }
      }
      return true
    }
    return lines
  }

  private static func usefulLives(_ db: Database) throws -> [Int64: Int] {
    var lives: [Int64: Int] = [:]
    for row in try Row.fetchAll(db, sql: "SELECT id, useful_life_months FROM category") {
      let months: Int? = try row.value(1)
      lives[try row.value(0)] = months
    }
    return lives
  }

  /// The number of levels in the report: a home can have thousands of boxes.
  private static let levels = 3

  private static func places(
    _ own: [Int64?: Totals], _ tree: PlaceNumbers, _ db: Database
  ) throws -> [Line] {
    let sums = try tree.rolledUp(own)
    let statement = try RawStatement(
      db,
      sql: """
        SELECT id, parent_id, uuid, name FROM location WHERE deleted_at IS NULL
        ORDER BY parent_id, sort_key
        """)
    var children: [Int64?: [(id: Int64, line: Line)]] = [:]
    try statement.forEachRow { row in
      guard let id = row.integer(0), let totals = sums[id], totals.count > 0 else { return true }
      let line = Line(uuid: row.uuid(2), name: row.text(3), totals: totals)
      children[row.integer(1), default: []].append((id, line))
      return true
    }
    var found: [Line] = []
    func add(in parent: Int64?, depth: Int) {
      guard depth < levels, let places = children[parent] else { return }
      for (id, line) in places.sorted(by: { isDearer($0.line, $1.line) }) {
        var line = line
        line.depth = depth
        found.append(line)
        add(in: id, depth: depth + 1)
      }
    }
    add(in: nil, depth: 0)
    if let totals = own[nil] { found.append(Line(uuid: nil, name: "", totals: totals)) }
    return found
  }

  private static func categories(_ own: [Int64?: Totals], _ db: Database) throws -> [Line] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT id, uuid, name FROM category ORDER BY order_key, id")
    var lines = try rows.compactMap { row -> Line? in
      guard let totals = own[try row.value(0) as Int64] else { return nil }
      return Line(uuid: try row.value(1), name: try row.value(2), totals: totals)
    }
    lines.sort(by: isDearer)
    if let totals = own[nil] { lines.append(Line(uuid: nil, name: "", totals: totals)) }
    return lines
  }

  private static func tags(_ valued: RowMap<PackedLine>, _ db: Database) throws -> [Line] {
    let statement = try RawStatement(db, sql: "SELECT item_id, tag_id FROM item_tag")
    var own: [Int64: Totals] = [:]
    try statement.forEachRow { row in
      guard let item = row.integer(0), let tag = row.integer(1), let line = valued[item] else {
        return true
      }
      try own[tag, default: Totals()].add(line: line.minor, isEstimated: line.isEstimated)
      return true
    }
    let rows = try Row.fetchAll(db, sql: "SELECT id, uuid, name FROM tag ORDER BY name")
    let lines = try rows.compactMap { row -> Line? in
      guard let totals = own[try row.value(0)] else { return nil }
      return Line(uuid: try row.value(1), name: try row.value(2), totals: totals)
    }
    return lines.sorted(by: isDearer)
  }

  private static func isDearer(_ left: Line, _ right: Line) -> Bool {
    left.totals.sum > right.totals.sum
  }
}
