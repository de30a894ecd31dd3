import Inventory
import Sync

/// The interface's words for what of an item somebody wrote.
enum AspectWords {
  /// What it is called.
  static func label(_ aspect: ItemAspect) -> String {
    switch aspect {
    case .field(let field): field.label
    case .custom(let name): "“\(name)”"
    case .tag(let name): "tag “\(name)”"
    case .trash: "in or out of the trash"
    case .privacy: "private or not"
    case .file(_, let name): name.isEmpty ? "a file" : "file “\(name)”"
    case .column(let name): name
    }
  }

  /// A value that stands beside the one that is shown: `Ben (laptop) has €139.00`, `You wrote €129.00 here`.
  static func words(
    _ value: UndecidedValue, _ currency: Currency, _ customs: LocaleFormat
  ) -> String {
    guard !value.isOwn else { return own(value, currency, customs) }
    let who = value.deviceName.isEmpty ? "Another home" : value.deviceName
    switch value.subject {
    case .field(let field): return "\(who) has \(text(value.text, of: field, currency, customs))"
    case .custom(let name):
      return value.text.map { "\(who) has “\(name)”: \($0)" } ?? "\(who) has no “\(name)”"
    case .tag(let name): return "\(who) has it \(value.text == nil ? "without" : "with") “\(name)”"
    case .trash: return "\(who) put it into the trash"
    case .privacy: return "\(who) sealed it at the same time"
    case .file, .column: return "\(who) has \(value.text ?? "nothing")"
    }
  }

  /// A value that was written in this home, while that of another one is shown.
  private static func own(
    _ value: UndecidedValue, _ currency: Currency, _ customs: LocaleFormat
  ) -> String {
    switch value.subject {
    case .field(let field):
      return "You wrote \(text(value.text, of: field, currency, customs)) here"
    case .custom(let name):
      return value.text.map { "You wrote “\(name)”: \($0) here" } ?? "You removed “\(name)” here"
    case .tag(let name):
      return value.text == nil ? "You removed “\(name)” here" : "You added “\(name)” here"
    case .trash: return "You put it into the trash here"
    case .privacy: return "You sealed it here at the same time"
    case .file, .column: return "You wrote \(value.text ?? "nothing") here"
    }
  }

  /// The text of a value in a line; `nothing` for none.
  ///
  /// - Parameter currency: That of amounts; without it they are plain numbers.
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
