import Inventory

extension FieldWords {
  /// The words of every field, in the order of the item's screen.
  static let all: [FieldWords] =
    head + proof + bought + cover + sold + more

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
      .name, "Name", in: .head, placeholder: "the only thing that has to be filled in"),
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
    FieldWords(.assetNumber, "Asset no.", in: .head, placeholder: "given by itself"),
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
