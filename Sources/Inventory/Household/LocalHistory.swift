import Foundation
import GRDB

/// Reads who wrote what of an item on this machine from the log of changes.
struct LocalHistory {
  let db: Database
  let currency: Currency
  /// The most entries.
  let limit: Int

  /// What the log knows of an item and its files, without what was written in a household, whose history has it.
  func entries(of item: UUID, since stay: HouseholdStay?) throws -> [HistoryEntry] {
    var condition = "TRUE"
    if let stay, stay.hasBegun { condition = "id <= \(stay.entered)" }
    if try FormerHistory.exists(db) {
      condition += """
         AND NOT EXISTS(
          SELECT 1 FROM former_household WHERE id BETWEEN first_change AND last_change)
        """
    }
    let name = try StoredItem.fetch(db, uuid: item)?.item.name ?? ""
    return try ChangeLog.latest(of: item, limit: limit, where: condition, db).map { logged in
      var entry = HistoryEntry(
        subject: .item(item, name: name), author: logged.source, device: "", at: logged.at,
        action: .changed, changes: [])
      if logged.entry.table == .attachment {
        entry.changes = [try change(ofFile: logged.entry)]
      } else {
        entry.action = Self.action(logged.entry.operation)
        if entry.action == .changed {
          entry.changes = try LoggedValues(db, currency: currency)
            .changes(from: logged.entry.before, to: logged.entry.after)
        }
      }
      return entry
    }
  }

  private static func action(_ operation: ChangeEntry.Operation) -> ChangeSummary.Action {
    switch operation {
    case .create, .createRange: .created
    case .trash: .trashed
    case .restore: .restored
    case .update, .discard: .changed
    }
  }

  private func change(ofFile entry: ChangeEntry) throws -> ItemChange {
    let uuid = entry.row ?? UUID()
    let stored = try StoredAttachment.fetch(db, uuid: uuid)?.attachment
    let name = stored?.name ?? entry.after["name"]?.text ?? ""
    var change = ItemChange(aspect: .file(uuid, name: name))
    switch entry.operation {
    case .create, .createRange, .restore: change.after = name
    case .trash: change.before = name
    case .update, .discard:
      let column = ["title", "kind"].first { entry.before[$0] != nil || entry.after[$0] != nil }
      if let column {
        (change.before, change.after) = (entry.before[column]?.text, entry.after[column]?.text)
      }
    }
    return change
  }
}
