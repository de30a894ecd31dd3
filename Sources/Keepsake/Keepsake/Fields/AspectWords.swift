import Sync
import Foundation
import Inventory
import Terminal

/// The interface's words for the parts of an item that have a history.
enum AspectWords {
  /// Its name in a line.
  static func label(_ aspect: ItemAspect) -> String {
    switch aspect {
    case .field(let field): field.label
    case .custom(let name): "“\(name)”"
    case .tag(let name): "tag “\(name)”"
    case .trash: "trash"
    case .privacy: "privacy"
    case .file(_, let name): name.isEmpty ? "a file" : "file “\(name)”"
    case .column(let name): name
    }
  }

  /// The value that another home has: `Ben (laptop) has €139.00`, `You wrote €129.00 here`.
  static func words(
    _ value: ItemConflict, _ currency: Currency, _ customs: LocaleFormat
  ) -> String {
    guard !value.isOwn else { return own(value, currency, customs) }
    let who = value.deviceName.isEmpty ? "Another home" : value.deviceName
    switch value.subject {
    case .field(let field): return "\(who) has \(text(value.text, of: field, currency, customs))"
    case .custom(let name):
      return value.text.map { "\(who) has “\(name)”: \($0)" } ?? "\(who) has no “\(name)”"
    case .tag(let name): return "\(who) has it \(value.text == nil ? "without" : "with") “\(name)”"
    case .trash where value.text == ItemConflict.gone: return "\(who) deleted it for good"
    case .trash: return "\(who) moved it to the trash"
    case .privacy: return "\(who) encrypted it at the same time"
    case .file, .column: return "\(who) has \(value.text ?? "nothing")"
    }
  }

  /// A value that was written here while another home's value is shown.
  private static func own(
    _ value: ItemConflict, _ currency: Currency, _ customs: LocaleFormat
  ) -> String {
    switch value.subject {
    case .field(let field):
      return "You wrote \(text(value.text, of: field, currency, customs)) here"
    case .custom(let name):
      return value.text.map { "You wrote “\(name)”: \($0) here" } ?? "You removed “\(name)” here"
    case .tag(let name):
      return value.text == nil ? "You removed “\(name)” here" : "You added “\(name)” here"
    case .trash where value.text == ItemConflict.gone: return "You deleted it for good here"
    case .trash: return "You moved it to the trash here"
    case .privacy: return "You encrypted it here at the same time"
    case .file, .column: return "You wrote \(value.text ?? "nothing") here"
    }
  }

  /// The text of a value in a line; `nothing` if it is empty.
  ///
  /// - Parameter currency: The currency of amounts; without it, they are plain numbers.
  static func text(
    _ text: String?, of field: ItemField, _ currency: Currency?, _ customs: LocaleFormat
  ) -> String {
    guard let text, !text.isEmpty else { return field.isFlag ? "no" : "nothing" }
    switch field.definition.kind {
    case .money:
      let amount = currency.flatMap { try? Money(parsing: text, currency: $0) }
      return amount.map { MoneyText.text($0, customs) } ?? text
    case .flag, .moment: return text == "true" ? "yes" : "no"
    case .date: return CalendarDate(iso: text).map(customs.text) ?? text
    default: return text
    }
  }
}

/// The interface's words for conflicting edits to anything but an item.
nonisolated enum ConflictWords {
  /// The most columns of a value.
  private static let width = 40

  /// The value that isn't shown, with its home: `Ben (laptop) has “Board”`.
  static func line(_ value: RowConflict) -> String {
    let who = value.deviceName.isEmpty ? "another home" : value.deviceName
    return "\(who) has \(self.value(value.other))"
  }

  /// A value in quotation marks; `nothing` if it is empty.
  static func value(_ text: String?) -> String {
    guard let text, !text.isEmpty else { return "nothing" }
    return "“\(CellText(text, width: width).string)”"
  }
}

/// Describes an entry of the history.
enum HistoryWords {
  /// The author: `Ben (laptop)`, or the session of this machine.
  static func who(_ entry: HistoryEntry) -> String {
    if !entry.device.isEmpty { return entry.device }
    return entry.author
  }

  /// The change: `Price paid: 129.00 → 139.00`, or the names alone if the values are not known.
  static func what(_ entry: HistoryEntry, _ customs: LocaleFormat) -> String {
    switch entry.action {
    case .created: return "Added"
    case .imported: return "Imported"
    case .purged: return "Deleted for good"
    case .trashed: return "Moved to the trash"
    case .restored: return "Restored from the trash"
    case .changed, .merged, .discarded, .archived, .unarchived:
      let parts = entry.changes.map { what($0, customs) }
      let text = parts.isEmpty ? "Changed" : parts.joined(separator: "; ")
      // A value is printed as it was stored.
      let beginsWithValue =
        entry.changes.first.map { AspectWords.label($0.aspect).isEmpty } ?? false
      return beginsWithValue ? text : text.capitalizedFirst
    }
  }

  /// The subject: the name of the item, or `place Cellar / Rack`.
  static func subject(_ entry: HistoryEntry) -> String {
    switch entry.subject {
    case .item(_, let name): name
    case .other(let name): name.text
    case .imported(let count): Figures.items(count)
    }
  }

  private static func what(_ change: ItemChange, _ customs: LocaleFormat) -> String {
    let label = AspectWords.label(change.aspect)
    let isOneSided = (change.before == nil) != (change.after == nil)
    switch change.aspect {
    case .tag where isOneSided, .file where isOneSided:
      return label + (change.after == nil ? " removed" : " added")
    case .trash where change.after == ItemConflict.gone: return "deleted for good"
    case .trash where isOneSided:
      return change.after == nil ? "restored from the trash" : "moved to the trash"
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
