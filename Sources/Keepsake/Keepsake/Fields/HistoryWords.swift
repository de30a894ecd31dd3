import Foundation
import Inventory
import Sync

/// Puts what somebody wrote into words.
enum HistoryWords {
  /// Who: `Ben (laptop)`, or the session of this machine.
  static func who(_ entry: HistoryEntry) -> String {
    if !entry.device.isEmpty { return entry.device }
    return entry.author
  }

  /// What: `Price paid: 129.00 → 139.00`, or the names alone where the values are not known.
  static func what(_ entry: HistoryEntry, _ customs: LocaleFormat) -> String {
    switch entry.action {
    case .created, .imported: return "Added"
    case .trashed: return "Put into the trash"
    case .restored: return "Taken out of the trash"
    case .changed, .discarded, .archived, .unarchived:
      let parts = entry.changes.map { what($0, customs) }
      let text = parts.isEmpty ? "Changed" : parts.joined(separator: "; ")
      // A value stays as somebody wrote it.
      let beginsWithValue =
        entry.changes.first.map { AspectWords.label($0.aspect).isEmpty } ?? false
      return beginsWithValue ? text : text.capitalizedFirst
    }
  }

  /// What it is about: the name of the item, or `place Cellar / Rack`.
  static func subject(_ entry: HistoryEntry) -> String {
    switch entry.subject {
    case .item(_, let name): name
    case .other(let name): name.text
    }
  }

  private static func what(_ change: ItemChange, _ customs: LocaleFormat) -> String {
    let label = AspectWords.label(change.aspect)
    let isOneSided = (change.before == nil) != (change.after == nil)
    switch change.aspect {
    case .tag where isOneSided, .file where isOneSided:
      return label + (change.after == nil ? " taken away" : " added")
    case .trash where isOneSided:
      return change.after == nil ? "taken out of the trash" : "put into the trash"
    default: break
    }
    guard change.before != nil || change.after != nil else { return label }
    func text(_ value: String?) -> String {
      if case .field(let field) = change.aspect {
        return AspectWords.text(value, of: field, nil, customs)
      }
      return value ?? "nothing"
    }
    let values = "\(text(change.before)) → \(text(change.after))"
    return label.isEmpty ? values : "\(label): \(values)"
  }
}
