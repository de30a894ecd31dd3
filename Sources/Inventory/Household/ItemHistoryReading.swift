import Foundation
import GRDB
import Household

/// Reads who wrote what of one item, from all that knows of it.
struct ItemHistoryReading {
  let db: Database
  let currency: Currency
  let item: UUID
  /// The most entries.
  let limit: Int

  private var key: String { SharedKey.text(item) }

  /// What is known of the present household, of former ones and of this machine, the latest first.
  ///
  /// Each of these has an order of its own; the clocks only say where one goes on beside another.
  func entries() throws -> [ItemHistoryEntry] {
    let stay = try HouseholdStay.current(db)
    let own = try ownDevices(stay)
    let all = try [household(besides: own)] + former(besides: own) + [local(stay)]
    let merged = Self.merged(all)
    // To be brought into a household is no second beginning.
    return merged.enumerated()
      .filter { $0.element.action != .created || $0.offset == merged.count - 1 }
      .prefix(limit).map(\.element)
  }

  private static func merged(_ lists: [[ItemHistoryEntry]]) -> [ItemHistoryEntry] {
    var rest = lists.map { $0[...] }.filter { !$0.isEmpty }
    var entries: [ItemHistoryEntry] = []
    func time(_ index: Int) -> Timestamp { rest[index].first?.at ?? 0 }
    while let next = rest.indices.max(by: { time($0) < time($1) }) {
      entries.append(rest[next].removeFirst())
      if rest[next].isEmpty { rest.remove(at: next) }
    }
    return entries
  }

  // MARK: - Households

  private func ownDevices(_ stay: HouseholdStay?) throws -> Set<String> {
    let present = Set(stay?.devices ?? [])
    guard try FormerHistory.exists(db) else { return present }
    return try present.union(String.fetchAll(db, sql: "SELECT device FROM former_household"))
  }

  /// What was written in the present household, in the server's order, the latest first.
  ///
  /// - Parameter own: The devices that were this home: what they brought when they joined is left out, since the log knows it.
  func household(besides own: Set<String> = []) throws -> [ItemHistoryEntry] {
    guard try Meta.text(Meta.household, db) != nil else { return [] }
    // A file that an earlier version made, and that cannot be written, has no values.
    let written = try db.hasColumn("written", in: "household_history") ? "h.written" : "''"
    let name = try FormerHistory.exists(db) ? FormerHistory.name : "ifnull(d.name, '')"
    let find = try db.cachedStatement(
      sql: """
        SELECT h.author, \(name), h.at, h.columns, \(written), h.device
        FROM household_history h
        LEFT JOIN household_device d ON d.device = h.device
        WHERE h.key = ? ORDER BY h.sequence DESC LIMIT ?
        """)
    return try Row.fetchAll(find, arguments: [key, limit]).compactMap { try entry($0, own) }
  }

  /// What was written in each household that was left, without what the present one says itself.
  private func former(besides own: Set<String>) throws -> [[ItemHistoryEntry]] {
    guard try FormerHistory.exists(db) else { return [] }
    let isInOne = try Meta.text(Meta.household, db) != nil
    let isKnown = """
      EXISTS(SELECT 1 FROM household_history h
        WHERE h.key = f.key AND h.sequence = f.sequence AND h.device = f.device)
      """
    let find = try db.cachedStatement(
      sql: """
        SELECT author, name, at, columns, written, device FROM former_history f
        WHERE key = ? AND household = ? AND NOT \(isInOne ? isKnown : "FALSE")
        ORDER BY CASE household WHEN '' THEN at ELSE sequence END DESC, sequence DESC LIMIT ?
        """)
    let households = try String.fetchAll(
      db, sql: "SELECT DISTINCT household FROM former_history WHERE key = ?", arguments: [key])
    return try households.map { household in
      try Row.fetchAll(find, arguments: [key, household, limit]).compactMap { try entry($0, own) }
    }
  }

  private func entry(_ row: Row, _ own: Set<String>) throws -> ItemHistoryEntry? {
    let columns = (try row.value(3) as String).split(separator: ",").map(String.init)
    let isNew = columns == [Item.createdColumn]
    let isBrought = !isNew && columns.first == Item.createdColumn
    if isBrought, own.contains(try row.value(5)) { return nil }
    let written = columns.filter { $0 != Item.createdColumn }
    // Whoever writes of a row says that it is there, too.
    let isAlone = written == [MergedRow.life]
    let shown = written.filter { isAlone || $0 != MergedRow.life }
    let values = WrittenValue.values(in: try row.value(4))
    return ItemHistoryEntry(
      author: try row.value(0), device: try row.value(1), at: try row.value(2),
      action: isNew ? .created : .changed,
      changes: try shown.compactMap { try change(of: $0, values[$0]) })
  }

  /// What somebody wrote in a column; `nil` for one that no screen shows.
  private func change(of column: String, _ written: WrittenValue?) throws -> ItemChange? {
    guard let written else { return ItemAspect(column: column).map { ItemChange(aspect: $0) } }
    let (before, after) = (SharedValue(written.before), SharedValue(written.after))
    let spelling = after == .null ? before : after
    guard let aspect = ItemAspect(column: column, value: spelling) else { return nil }
    let reading = SharedValueReading(db, currency: currency)
    func text(_ value: SharedValue) throws -> String? {
      let text = try reading.words(value, of: aspect).text
      // What it referred to has been removed since, with its name.
      return text == nil && value != .null ? "(removed)" : text
    }
    return ItemChange(aspect: aspect, before: try text(before), after: try text(after))
  }

  // MARK: - This machine

  /// What the log of this machine knows, without what was written in a household, whose history has it.
  private func local(_ stay: HouseholdStay?) throws -> [ItemHistoryEntry] {
    var condition = "TRUE"
    if let stay, stay.hasBegun { condition = "id <= \(stay.entered)" }
    if try FormerHistory.exists(db) {
      condition += """
         AND NOT EXISTS(
          SELECT 1 FROM former_household WHERE id BETWEEN first_change AND last_change)
        """
    }
    return try ChangeLog.latest(of: item, limit: limit, where: condition, db).map { logged in
      let entry = logged.entry
      let action: ChangeSummary.Action =
        switch entry.operation {
        case .create, .createRange: .created
        case .trash: .trashed
        case .restore: .restored
        case .update, .discard: .changed
        }
      let reading = LoggedValues(db, currency: currency)
      return ItemHistoryEntry(
        author: logged.source, device: "", at: logged.at, action: action,
        changes: action == .changed
          ? try reading.changes(from: entry.before, to: entry.after) : [])
    }
  }
}
