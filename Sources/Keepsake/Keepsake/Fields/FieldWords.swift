import Inventory

/// The interface's words for a field, in the form and on the item's screen.
struct FieldWords {
  /// A group of the item's screen; the raw value is its heading.
  enum Group: String {
    case head = ""
    case proof = "Proof"
    case bought = "Bought"
    case cover = "Cover"
    case sold = "Sold"
    case more = "More"
  }

  /// How a value becomes part of a line.
  struct Line {
    /// The label of the line; fields of a group with the same label share a line.
    var label: String
    /// The text between the part before and this one.
    var joint = ", "
    /// The text before the value.
    var lead = ""
    /// The text for yes.
    var yes = "yes"
    /// The text for no or nothing; empty leaves the part out.
    var no = ""
  }

  let field: ItemField
  /// The label in the form, and on the item's screen unless ``line`` has one.
  let label: String
  /// The placeholder in the form.
  let placeholder: String
  let group: Group
  let line: Line

  /// Makes the words of a field.
  init(
    _ field: ItemField, _ label: String, in group: Group, line: Line? = nil,
    placeholder: String? = nil
  ) {
    self.field = field
    self.label = label
    self.group = group
    self.line = line ?? Line(label: label)
    self.placeholder = placeholder ?? Self.placeholder(for: field.definition.kind)
  }

  /// What is said of a date that should have been: not wrong, but most often a slip.
  nonisolated static let toCome = "in the future"

  private static func placeholder(for kind: FieldKind) -> String {
    switch kind {
    case .money: "0.00, or blank for not known"
    case .date: "2024-05-01, may 2024, today, -3y"
    case .rating: "film:FSK 16, game:12+, book:explicit"
    case .text, .lines, .flag, .moment, .quantity, .assetNumber, .tags, .code, .choice, .position:
      ""
    }
  }
}

extension FieldWords {
  /// The identifier of the line on the item's screen: that of the first field that can be in it.
  var lineID: String {
    let first = Self.all.first { $0.group == group && $0.line.label == line.label }
    return (first ?? self).field.rawValue
  }
}

extension ItemField {
  /// Whether the form has the field; an item is archived by an action instead.
  var isTypedIn: Bool { Self.inForm.contains(self) && self != .archived }

  /// The label in the form.
  var label: String { FieldWords.of(self)?.label ?? rawValue }

  /// The placeholder in the form.
  var placeholder: String { FieldWords.of(self)?.placeholder ?? "" }
}
