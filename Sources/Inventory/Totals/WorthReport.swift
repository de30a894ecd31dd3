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
  /// Owner and policy.
  public let settings: InventorySettings

  /// The value beyond the policy's limit, in minor units; `nil` without a limit.
  public var shortfall: Int64? {
    settings.contentsLimit.map { max(0, all.sum.subtractingReportingOverflow($0).partialValue) }
  }

  init(_ db: Database, on day: CalendarDate, currency: Currency) throws {
    dataVersion = try db.dataVersion()
    settings = try InventoryStore.settings(currency, db)
    var scan = WorthScan(lives: try Self.usefulLives(db), day: day)
    try scan.run(db)
    (all, paid, replacement, cash) = (scan.all, scan.paid, scan.replacement, scan.cash)
    gaps = scan.gaps
    places = try Self.places(scan.places, unplaced: scan.unplaced, db)
    categories = try Self.categories(scan.categories, db)
    tags = try Self.tags(db)
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
    _ own: [Int64: Totals], unplaced: Totals, _ db: Database
  ) throws -> [Line] {
    let sums = try PlaceNumbers(db).rolledUp(own)
    let statement = try BulkStatement(
      db,
      sql: """
        SELECT id, parent_id, uuid, name FROM location WHERE deleted_at IS NULL ORDER BY sort_key
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
    if unplaced.count > 0 { found.append(Line(uuid: nil, name: "", totals: unplaced)) }
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

  private static func tags(_ db: Database) throws -> [Line] {
    let statement = try BulkStatement(
      db,
      sql: """
        SELECT \(TotalsReading.line), item_tag.tag_id
        FROM item NOT INDEXED CROSS JOIN item_tag ON item_tag.item_id = item.id
        WHERE \(ValueClause.counts)
        """)
    var own: [Int64: Totals] = [:]
    try statement.forEachRow { row in
      try own[row.integer(2) ?? 0, default: Totals()].add(row)
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

/// One scan of all items that adds up everything at once.
struct WorthScan {
  let lives: [Int64: Int]
  let day: CalendarDate
  private(set) var all = Totals()
  private(set) var paid = Totals()
  private(set) var replacement = Totals()
  private(set) var cash: Int64 = 0
  private(set) var places: [Int64: Totals] = [:]
  private(set) var unplaced = Totals()
  private(set) var categories: [Int64?: Totals] = [:]
  private(set) var gaps: [WorthReport.GapLine] = []

  init(lives: [Int64: Int], day: CalendarDate) {
    (self.lives, self.day) = (lives, day)
  }

  mutating func run(_ db: Database) throws {
    var columns = ""
    for gap in Gap.allCases {
      guard let condition = try gap.condition(db) else { continue }
      columns += ", \(condition)"
      gaps.append(WorthReport.GapLine(gap: gap, count: 0))
    }
    let statement = try BulkStatement(
      db,
      sql: """
        SELECT \(TotalsReading.line), item.location_id, item.category_id, item.purchase_date,
          \(ValueClause.line(of: "item.purchase_price_minor"))\(columns)
        FROM item NOT INDEXED WHERE \(ValueClause.counts)
        """)
    try statement.forEachRow { try add($0) }
  }

  /// The first column about gaps.
  private static let firstGap: Int32 = 6

  private mutating func add(_ row: BulkRow) throws -> Bool {
    let (line, isEstimated) = (row.integer(0), row.integer(1) == 1)
    let category = row.integer(3)
    try all.add(line: line, isEstimated: isEstimated)
    if let place = row.integer(2) {
      try places[place, default: Totals()].add(line: line, isEstimated: isEstimated)
    } else {
      try unplaced.add(line: line, isEstimated: isEstimated)
    }
    try categories[category, default: Totals()].add(line: line, isEstimated: isEstimated)
    try paid.add(line: row.integer(5), isEstimated: false)
    try replacement.add(line: isEstimated ? nil : line, isEstimated: false)
    for index in gaps.indices where row.integer(Self.firstGap + Int32(index)) == 1 {
      gaps[index].count += 1
    }
    guard let line else { return true }
    let life = category.flatMap { lives[$0] }
    let bought = life == nil ? nil : CalendarDate(iso: row.text(4))
    let worth = ActualCashValue.minor(of: line, usefulLife: life, bought: bought, on: day)
    cash = try Totals.sum(cash, worth)
    return true
  }
}
