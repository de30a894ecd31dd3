import Foundation
import GRDB
import Inventory

/// Reads the history of one item with its files, or of everything that homes share, from all sources.
struct HistoryReading {
  let db: Database
  let currency: Currency
  /// The item; `nil` for everything.
  let item: UUID?
  /// The most entries.
  let limit: Int

  init(_ db: Database, currency: Currency, item: UUID? = nil, limit: Int) {
    self.db = db
    self.currency = currency
    self.item = item
    self.limit = limit
  }

  /// The history from the present household, from former ones and from this machine, the latest first.
  ///
  /// Each source has its own order; clocks only decide how the sources interleave.
  func entries() throws -> [HistoryEntry] {
    let stay = try MembershipPeriod.current(db)
    let own = try ownDevices(stay)
    var all = try [household(besides: own)] + former(besides: own)
    let local = LocalHistory(db: db, currency: currency, limit: limit)
    all.append(try item.map { try local.entries(of: $0, since: stay) } ?? local.all(since: stay))
    return Array(Self.merged(all).withOneBeginning(of: item).joined().prefix(limit))
  }

  private static func merged(_ lists: [[HistoryEntry]]) -> [HistoryEntry] {
    var rest = lists.map { $0[...] }.filter { !$0.isEmpty }
    var entries: [HistoryEntry] = []
    func time(_ index: Int) -> Timestamp { rest[index].first?.at ?? 0 }
    while let next = rest.indices.max(by: { time($0) < time($1) }) {
      entries.append(rest[next].removeFirst())
      if rest[next].isEmpty { rest.remove(at: next) }
    }
    return entries
  }

  // MARK: - Households

  private func ownDevices(_ stay: MembershipPeriod?) throws -> Set<String> {
    let present = Set(stay?.devices ?? [])
    guard try FormerHistory.exists(db) else { return present }
    return try present.union(String.fetchAll(db, sql: "SELECT device FROM former_household"))
  }

  /// An SQL condition for the rows to read, with the key of the item as its first argument.
  private var isMeant: String { item == nil ? "?1 IS NULL" : HistoryRows.areAbout("?1") }

  private var key: String? { item.map(SharedKey.text) }

  /// The history of the present household, in the server's order, the latest first.
  ///
  /// - Parameter own: The devices that were this home: what they brought when they joined is left out, since the log knows it.
  func household(besides own: Set<String> = []) throws -> [HistoryEntry] {
    guard try Meta.text(Meta.household, db) != nil else { return [] }
    // A file that an earlier version made, and that cannot be written, has no values.
    let written = try db.hasColumn("written", in: "household_history") ? "h.written" : "''"
    let name = try FormerHistory.exists(db) ? FormerHistory.name : "ifnull(d.name, '')"
    let find = try db.cachedStatement(
      sql: """
        SELECT h.author, \(name), h.at, h.columns, \(written), h.device, h.key, h.sequence
        FROM household_history h
        LEFT JOIN household_device d ON d.device = h.device
        WHERE \(isMeant) ORDER BY h.sequence DESC, h.key
        """)
    return try entries(find, [key], own, isFormer: false)
  }

  /// The history of each former household, without entries that the present one has as well.
  private func former(besides own: Set<String>) throws -> [[HistoryEntry]] {
    guard try FormerHistory.exists(db) else { return [] }
    let isInOne = try Meta.text(Meta.household, db) != nil
    let isKnown = """
      EXISTS(SELECT 1 FROM household_history h
        WHERE h.key = f.key AND h.sequence = f.sequence AND h.device = f.device)
      """
    let find = try db.cachedStatement(
      sql: """
        SELECT author, name, at, columns, written, device, key, sequence FROM former_history f
        WHERE \(isMeant) AND household = ?2 AND NOT \(isInOne ? isKnown : "FALSE")
        ORDER BY CASE household WHEN '' THEN at ELSE sequence END DESC, sequence DESC, key
        """)
    let households = try String.fetchAll(
      db, sql: "SELECT DISTINCT household FROM former_history WHERE \(isMeant)", arguments: [key])
    return try households.map { household in
      try entries(find, [key, household], own, isFormer: true)
    }
  }

  /// The first entries that a statement finds, except those of rows that are gone or hidden from this login.
  private func entries(
    _ statement: Statement, _ arguments: StatementArguments, _ own: Set<String>, isFormer: Bool
  ) throws -> [HistoryEntry] {
    let reading = WrittenRowReading(db, currency: currency)
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var entries: [HistoryEntry] = []
    while entries.count < limit, let row = try rows.next() {
      guard var entry = try reading.entry(row, besides: own) else { continue }
      entry.origins = [
        .shared(key: try row.value(6), sequence: try row.value(7), isFormer: isFormer)
      ]
      entries.append(entry)
    }
    return entries
  }
}

extension [HistoryEntry] {
  /// The entries with a single creation entry for an item and each file: joining a household doesn't create them again.
  ///
  /// - Parameter item: `nil` for everything, where each household has a creation entry.
  fileprivate func withOneBeginning(of item: UUID?) -> [HistoryEntry] {
    var begun: Set<ItemAspect?> = []
    var kept: [HistoryEntry] = []
    for var entry in reversed() {
      let aspect = entry.changes.first?.aspect
      if entry.action == .created, item != nil, !begun.insert(aspect).inserted { continue }
      // Adding a file is a change of the item.
      if entry.action == .created, aspect != nil { entry.action = .changed }
      kept.append(entry)
    }
    return kept.reversed()
  }

  /// The entries, with edits merged that one author made to one subject at the same time, such as an item and its
  /// files.
  fileprivate func joined() -> [HistoryEntry] {
    var joined: [HistoryEntry] = []
    for entry in self {
      if let last = joined.last, last.goesWith(entry) {
        joined[joined.count - 1].changes += entry.changes
        joined[joined.count - 1].origins += entry.origins
      } else {
        joined.append(entry)
      }
    }
    return joined
  }
}

extension HistoryEntry {
  fileprivate func goesWith(_ other: HistoryEntry) -> Bool {
    subject == other.subject && device == other.device && batch == other.batch
      && action == .changed && other.action == .changed
  }
}
