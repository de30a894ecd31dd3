import Inventory

/// The interface's words for a field, in the form and on the item's screen.
struct FieldWords {
  /// A group of the item's screen; the raw value is its heading.
  enum Group: String {
    case head = ""
    case proof = "Proof"
    case bought = "Bought"
    case cover = "Cover"
    case maintenance = "Maintenance"
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

  /// The remark on a date in the future where one in the past is expected: not wrong, but usually a
  /// slip.
  nonisolated static let toCome = "in the future"

  private static func placeholder(for kind: FieldKind) -> String {
    switch kind {
    case .money: "0.00, blank if unknown"
    case .date: "2024-05-01, today, -3y"
    case .interval: "6m, 1y, 90d"
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

extension FieldWords {
  /// The words of every field, in the order of the item's screen.
  static let all: [FieldWords] =
    head + proof + bought + cover + maintenance + sold + more

  private static let byField = Dictionary(all.map { ($0.field, $0) }) { first, _ in first }

  /// The labels that lines under several headings have.
  static let repeatedLabels: Set<String> = {
    var groups: [String: Set<Group>] = [:]
    for words in all { groups[words.line.label, default: []].insert(words.group) }
    return Set(groups.filter { $0.value.count > 1 }.keys)
  }()

  /// The words of a field; `nil` for a field that no screen shows.
  static func of(_ field: ItemField) -> FieldWords? { byField[field] }

  private static let head = [
    FieldWords(
      .name, "Name", in: .head, placeholder: "the only required field"),
    FieldWords(.place, "Place", in: .head, line: Line(label: "Place", no: "no place yet")),
    FieldWords(.lentTo, "Lent to", in: .head),
    FieldWords(.lentDate, "Lent on", in: .head, line: Line(label: "Lent to", lead: "since ")),
    FieldWords(
      .dueBack, "Due back", in: .head, line: Line(label: "Lent to", lead: "back by "),
      placeholder: "2024-05-01, tomorrow, +2m"),
    FieldWords(.category, "Category", in: .head),
    FieldWords(.parent, "Part of", in: .head),
    FieldWords(.quantity, "Quantity", in: .head),
    FieldWords(.unit, "Unit", in: .head, line: Line(label: "Quantity", joint: " ")),
    FieldWords(.tags, "Tags", in: .head, placeholder: "one; another"),
    FieldWords(.rating, "Age rating", in: .head),
    FieldWords(.description, "Description", in: .head),
    FieldWords(.assetNumber, "Asset no.", in: .head, placeholder: "assigned automatically"),
    FieldWords(.archived, "Archived", in: .head),
  ]

  private static let proof = [
    FieldWords(.manufacturer, "Maker", in: .proof),
    FieldWords(.modelNumber, "Model", in: .proof),
    FieldWords(.serialNumber, "Serial no.", in: .proof),
    FieldWords(.condition, "Condition", in: .proof),
  ]

  private static let bought = [
    FieldWords(.purchasePrice, "Price paid", in: .bought, line: Line(label: "Price")),
    FieldWords(.purchaseDate, "Bought on", in: .bought, line: Line(label: "Date")),
    FieldWords(.purchaseFrom, "Bought from", in: .bought, line: Line(label: "From")),
    FieldWords(.orderReference, "Order no.", in: .bought),
    FieldWords(.link, "Link", in: .bought),
  ]

  private static let cover = [
    FieldWords(.replacementValue, "Replacement", in: .cover),
    FieldWords(.replacementDate, "Valued on", in: .cover),
    FieldWords(.insured, "Insured", in: .cover, line: Line(label: "Insured", no: "no")),
    FieldWords(
      .lifetimeWarranty, "Lifetime", in: .cover, line: Line(label: "Warranty", yes: "∞")),
    FieldWords(
      .warrantyUntil, "Warranty to", in: .cover, line: Line(label: "Warranty", lead: "until ")),
    FieldWords(.warrantyDetails, "Warranty", in: .cover),
  ]

  private static let maintenance = [
    FieldWords(.maintenance, "Task", in: .maintenance, placeholder: "Descale, Service"),
    FieldWords(
      .maintenanceInterval, "Repeat every", in: .maintenance,
      line: Line(label: "Task", lead: "every ")),
    FieldWords(
      .maintenanceDue, "Next on", in: .maintenance, placeholder: "2024-05-01, tomorrow, +6m"),
    FieldWords(.maintenanceLog, "Log", in: .maintenance, line: Line(label: "Log")),
  ]

  private static let sold = [
    FieldWords(.soldDate, "Sold on", in: .sold, line: Line(label: "Date")),
    FieldWords(.soldTo, "Sold to", in: .sold, line: Line(label: "To")),
    FieldWords(.soldPrice, "Sold for", in: .sold, line: Line(label: "Price")),
    FieldWords(.soldNotes, "About sale", in: .sold, line: Line(label: "Notes")),
  ]

  /// The fields below a person's custom fields.
  private static let more = [
    FieldWords(.notes, "Notes", in: .more),
    FieldWords(.importReference, "Import ref.", in: .more),
  ]
}

extension FieldGroup {
  /// The group's title in the form: its most used fields.
  var label: String {
    switch self {
    case .what: "Tags, quantity, notes"
    case .whereabouts: "Shop, order, link, loan"
    case .worth: "Replacement value"
    case .proof: "Maker, model, serial"
    case .cover: "Warranty, insurance"
    case .maintenance: "Maintenance"
    case .sold: "Sale"
    }
  }
}

extension FieldError {
  /// The error, and what to type instead.
  var words: String { reason.words }
}

nonisolated extension FieldError.Reason {
  /// The error, and what to type instead.
  var words: String {
    switch self {
    case .missing: "An item needs a name"
    case .notAPrice: "Not a price: type digits, as in 129.00"
    case .tooManyDecimals(let allowed): "Too many decimals: at most \(allowed)"
    case .tooLarge: "Too large: type less"
    case .ambiguousNumber: "Thousands or decimals? Type it without thousands, as in 1299.00"
    case .otherCurrency(let wanted): "Other currency: type the amount in \(wanted)"
    case .notADate: "Not a date: type one like 2024-05-01, may 2024 or 2024"
    case .noSuchDay: "No such day: check day and month"
    case .ambiguousDate(let first, let second): "Which one: \(first.text) or \(second.text)?"
    case .notAQuantity: "Not a quantity: type a number, as in 2 or 0.5"
    case .notAnAssetNumber: "Not an asset number: type digits, as in 000-123"
    case .notAnInterval: "Not an interval: type one like 90d, 2w, 6m or 1y"
    case .rating(let problem): problem.words
    case .notAFlag: "Type yes or no"
    case .notACurrency: "Not an ISO 4217 currency: type its three letters, as in EUR"
    case .forbiddenCharacter: "Contains a character that can't be stored: delete it"
    }
  }
}
