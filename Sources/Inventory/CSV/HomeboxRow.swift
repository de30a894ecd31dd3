/// A row of a Homebox file with its values parsed.
struct HomeboxRow {
  /// The values of the columns present.
  private(set) var values: [(field: FieldDefinition, value: ColumnValue)] = []
  private(set) var name = ""
  private(set) var importReference: String?
  /// `nil` if the column is missing; empty for no parent.
  private(set) var parentReference: String?
  /// `nil` if the column is missing; empty for no place.
  private(set) var location: String?
  private(set) var category: String?
  private(set) var tags: [String]?
  private(set) var assetNumber: Int64?
  /// The custom fields of the columns present; an empty value means no such field.
  private(set) var fields: [CustomField] = []

  /// An error in a value, or a remark about it.
  struct Flaw {
    var column: String
    var reason: String
  }

  private(set) var flaws: [Flaw] = []

  /// Remarks about values that could be read in two ways.
  private(set) var remarks: [Flaw] = []

  /// Whether the price paid is 0, which other programs write where it is not known.
  var costsNothing: Bool {
    values.contains { $0.field.field == .purchasePrice && $0.value == .integer(0) }
  }

  /// Parses a record; values that cannot be parsed are in `flaws`.
  init(_ record: CSVRecord, header: HomeboxHeader, currency: Currency, zeroIsUnknown: Bool) {
    let reader = HomeboxValueReader(currency: currency, zeroIsUnknown: zeroIsUnknown)
    values.reserveCapacity(header.meanings.count)
    for (index, text) in record.fields.enumerated() where index < header.meanings.count {
      switch header.meanings[index] {
      case .ignored: continue
      case .customField(let name): fields.append(CustomField(name: name, value: text))
      case .field(let definition):
        let isSecond = header.isRepeated[index]
        if isSecond, text.isEmpty { continue }
        do {
          try take(text, definition, reader, isSecond: isSecond)
          if definition.kind == .date, let remark = reader.remark(on: text) {
            remarks.append(Flaw(column: header.names[index], reason: remark))
          }
        } catch {
          flaws.append(Flaw(column: header.names[index], reason: error.reason))
        }
      }
    }
    if name.isEmpty { flaws.append(Flaw(column: "HB.name", reason: "the name is missing")) }
  }

  private mutating func take(
    _ text: String, _ definition: FieldDefinition, _ reader: HomeboxValueReader, isSecond: Bool
  ) throws(HomeboxValueReader.Failure) {
    switch definition.field {
    case .name: name = text.trimmedOfBlanks
    case .importReference: importReference = try reader.value(text, .code).text
    case .parent: parentReference = try reader.value(text, .code).text ?? ""
    case .place: location = text
    case .category: category = text.trimmedOfBlanks
    case .tags:
      if !(isSecond && tags?.isEmpty == false) {
        tags = FieldKind.tags(in: text)
      }
    case .assetNumber: assetNumber = try reader.value(text, .assetNumber).integer
    default:
      let value = try reader.value(text, definition.kind)
      if isSecond, let known = values.firstIndex(where: { $0.field === definition }) {
        if values[known].value == .null { values[known].value = value }
      } else {
        values.append((definition, value))
      }
    }
  }
}
