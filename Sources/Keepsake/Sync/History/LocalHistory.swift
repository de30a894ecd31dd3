import Foundation
import GRDB
import Inventory

/// Reads the history of an item on this machine from the change log.
struct LocalHistory {
  let db: Database
  let currency: Currency
  /// The most entries.
  let limit: Int

  /// The log's entries of an item and its files, without those that a household's history contains.
  ///
  /// Includes the edits that the present household hasn't received yet.
  func entries(of item: UUID, since stay: MembershipPeriod?) throws -> [HistoryEntry] {
    var condition = "TRUE"
    if let stay, stay.hasBegun {
      condition = "(id <= \(stay.entered) OR at > \(try lastSent(of: item, stay)))"
    }
    if try FormerHistory.exists(db) {
      condition += """
         AND NOT EXISTS(
          SELECT 1 FROM former_household WHERE id BETWEEN first_change AND last_change)
        """
    }
    let member = try stay.flatMap { try SyncTables(db: db).name(ofDevice: $0.devices[0]) }
    let name = try StoredItem.fetch(db, uuid: item)?.item.name ?? ""
    let edits = try ChangeLog.latest(of: item, limit: limit, where: condition, db)
    return try edits.compactMap { logged -> HistoryEntry? in
      var entry = HistoryEntry(
        subject: .item(item, name: name), author: logged.source, device: "", at: logged.at,
        action: .changed, changes: [], batch: logged.group)
      if let stay, stay.hasBegun, logged.entry.id > stay.entered { entry.device = member ?? "" }
      entry.action = Self.action(logged.entry.operation)
      if logged.entry.table == .attachment {
        guard let change = try change(ofFile: logged.entry) else { return nil }
        if entry.action != .created { entry.action = .changed }
        entry.changes = [change]
      } else {
        if entry.action == .changed {
          entry.changes = try LoggedValues(db, currency: currency)
            .changes(from: logged.entry.before, to: logged.entry.after)
        }
      }
      return entry
    }
  }

  /// When this home last wrote a change of an item that the household has received; 0 if it never did.
  private func lastSent(of item: UUID, _ stay: MembershipPeriod) throws -> Timestamp {
    let marks = stay.devices.map { _ in "?" }.joined(separator: ", ")
    let arguments = StatementArguments([SharedKey.text(item)] + stay.devices)
    return try Timestamp.fetchOne(
      db,
      sql: """
        SELECT max(at) FROM household_history
        WHERE \(HistoryRows.areAbout("?1")) AND device IN (\(marks))
        """, arguments: arguments) ?? 0
  }

  private static func action(_ operation: ChangeEntry.Operation) -> ChangeSummary.Action {
    switch operation {
    case .create, .createRange: .created
    case .trash: .trashed
    case .restore: .restored
    case .update, .merge, .discard: .changed
    }
  }

  /// The change of a file; `nil` if it isn't worth showing, such as its position among the others.
  private func change(ofFile entry: ChangeEntry) throws -> ItemChange? {
    guard let uuid = entry.row else { return nil }
    let file = try FileHistory(db, of: uuid, former: entry.after["name"]?.text)
    switch entry.operation {
    case .create, .createRange, .restore: return file.came
    case .trash: return file.went
    case .update, .merge, .discard: break
    }
    let column = ["title", "kind"].first { column in
      let values = [entry.before, entry.after].map { SharedValue($0[column]?.text) }
      // A sealed title is another one each time.
      return values[0] != values[1] && !values.contains(where: \.isSealed)
    }
    if let column {
      return file.changed(from: entry.before[column]?.text, to: entry.after[column]?.text)
    }
    return file.stored?.isMasked == true && entry.after["order_key"] == nil ? file.changed : nil
  }
}
