import Inventory

/// What the interface calls a field, in the form and on the screen of an item.
struct FieldWords {
  /// A part of the screen of an item; the raw value is its heading.
  enum Group: String {
    case head = ""
    case proof = "Proof"
    case bought = "Bought"
    case cover = "Cover"
    case sold = "Sold"
    case more = "More"
  }

  /// How a value becomes a part of its line.
  struct Line {
    /// What stands before the line; fields of a group with the same one share the line.
    var label: String
    /// What stands between the part before and this one.
    var joint = ", "
    /// What stands before the value.
    var lead = ""
    /// What a yes reads.
    var yes = "yes"
    /// What a no, or nothing, reads; empty: there is no such part.
    var no = ""
  }

  let field: ItemField
  /// What the form calls it, and the screen of an item where ``line`` has no other label.
  let label: String
  /// What the form says while nothing is typed.
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

  private static func placeholder(for kind: FieldKind) -> String {
    switch kind {
    case .money: "0.00, or blank for not known"
    case .date: "2024-05-01, may 2024, today, -3y"
    case .text, .lines, .flag, .moment, .quantity, .assetNumber, .tags, .code, .choice: ""
    }
  }
}

extension FieldWords {
  /// The name of its line on the screen of an item: the first field that can stand there.
  var lineID: String {
    let first = Self.all.first { $0.group == group && $0.line.label == line.label }
    return (first ?? self).field.rawValue
  }
}

extension ItemField {
  /// Whether a person fills the field in, in the form; archiving is a deed of its own.
  var isTypedIn: Bool { Self.inForm.contains(self) && self != .archived }

  /// What the form calls the field.
  var label: String { FieldWords.of(self)?.label ?? rawValue }

  /// What the form says while nothing is typed.
  var placeholder: String { FieldWords.of(self)?.placeholder ?? "" }
}
