import Inventory

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
    }
  }

  /// A value that stands beside the one that is shown: `Ben (laptop) has 139.00`, `This home has 129.00`.
  static func words(_ value: UndecidedValue, _ customs: Customs) -> String {
    let other = value.deviceName.isEmpty ? "Another home" : value.deviceName
    let who = value.isOwn ? "This home" : other
    switch value.subject {
    case .field(let field): return "\(who) has \(text(value.text, of: field, customs))"
    case .custom(let name):
      return value.text.map { "\(who) has “\(name)”: \($0)" } ?? "\(who) has no “\(name)”"
    case .tag(let name): return "\(who) has it \(value.text == nil ? "without" : "with") “\(name)”"
    case .trash: return "\(who) put it into the trash"
    case .privacy: return "\(who) sealed it at the same time"
    }
  }

  /// The text of a value in a line; `nothing` for none.
  static func text(_ text: String?, of field: ItemField, _ customs: Customs) -> String {
    guard let text, !text.isEmpty else { return "nothing" }
    switch field.definition.kind {
    case .flag, .moment: return text == "true" ? "yes" : "no"
    case .date: return CalendarDate(iso: text).map(customs.text) ?? text
    default: return text
    }
  }
}
