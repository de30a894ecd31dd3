import Foundation
import Inventory

/// Puts what somebody wrote of an item into words.
enum HistoryWords {
  /// Who: `Ben (laptop)`, or the session of this machine.
  static func who(_ entry: ItemHistoryEntry) -> String {
    if !entry.device.isEmpty { return entry.device }
    return entry.author
  }

  /// What: `Price paid: 129.00 → 139.00`, or the names alone where the values are not known.
  static func what(_ entry: ItemHistoryEntry, _ customs: Customs) -> String {
    switch entry.action {
    case .created, .imported: return "Added"
    case .trashed: return "Put into the trash"
    case .restored: return "Taken out of the trash"
    case .changed, .discarded:
      let parts = entry.changes.map { what($0, customs) }
      return parts.isEmpty ? "Changed" : parts.joined(separator: "; ").capitalizedFirst
    }
  }

  private static func what(_ change: ItemChange, _ customs: Customs) -> String {
    let label = AspectWords.label(change.aspect)
    if case .tag = change.aspect, (change.before == nil) != (change.after == nil) {
      return label + (change.after == nil ? " taken away" : " added")
    }
    guard change.before != nil || change.after != nil else { return label }
    func text(_ value: String?) -> String {
      if case .field(let field) = change.aspect {
        return AspectWords.text(value, of: field, nil, customs)
      }
      return value ?? "nothing"
    }
    return "\(label): \(text(change.before)) → \(text(change.after))"
  }
}
