/// One row of a Homebox file with its values read.
struct HomeboxRow {
  /// What the columns that are present say about the item itself.
  private(set) var values: [(field: FieldDefinition, value: ColumnValue)] = []
  private(set) var name = ""
  private(set) var importReference: String?
  /// Nil: the column is missing; empty: there is no parent.
  private(set) var parentReference: String?
  /// Nil: the column is missing; empty: the item is unplaced.
  private(set) var location: String?
  private(set) var category: String?
  private(set) var tags: [String]?
  private(set) var assetNumber: Int64?
  /// The custom fields whose columns are present; an empty value means that there is no such field.
  private(set) var fields: [CustomField] = []

  /// What is wrong with one value, or worth saying about it.
  struct Flaw {
    var column: String
    var reason: String
  }

  private(set) var flaws: [Flaw] = []

  /// What was read in one of two ways.
  private(set) var remarks: [Flaw] = []

  /// Reads the fields of a record; those that cannot be read are in `flaws`.
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
