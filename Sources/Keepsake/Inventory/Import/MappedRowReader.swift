import Crypto
import Foundation

/// Reads the rows of a file by a mapping.
struct MappedRowReader {
  private let table: SourceTable
  private let mapping: ImportMapping
  private let formats: TableFormats
  private let source: KnownSource?
  private let currency: Currency
  private let foreignPrices: TableImportOptions.ForeignPrices?
  private let reader: HomeboxValueReader
  /// Reads numbers that can be read in one way only.
  private let machineReader: HomeboxValueReader
  private let columns: MappedColumns
  private let identity: [Int]
  private let key: String
  private let omissions: [(index: Int, rule: KnownSource.Omission)]
  private let thisYear = TableFormats.thisYear
  /// How often each identity has occurred, by its hash value, which takes less memory than the text.
  private var occurrences: [Int: Int32] = [:]
  /// The names of the columns as they are compared.
  private let headerKeys: [String]
  private let placeColumns: [Int]
  private let hasUnits: Bool
  /// The names of the places in texts, which many rows share.
  private var knownPlaces: [String: [String]] = [:]
  /// The place that the rows above the header name.
  private let parentPlace: String?
  /// The room that the last row without other values named.
  private var room: String?

  init(
    _ table: SourceTable, _ mapping: ImportMapping, _ formats: TableFormats, source: KnownSource?,
    currency: Currency, options: TableImportOptions
  ) {
    self.table = table
    self.mapping = mapping
    self.formats = formats
    self.source = source
    self.currency = currency
    foreignPrices = options.foreignPrices
    var reading = FieldReading(
      currency: currency, dateOrder: formats.dateOrder, zeroIsUnknown: options.zeroIsUnknown)
    if formats.decimal == "," { reading.customs.adopt(.pointThenComma) }
    reader = HomeboxValueReader(reading, isWrittenByMachine: formats.decimal == ".")
    machineReader = HomeboxValueReader(reading, isWrittenByMachine: true)
    columns = MappedColumns(mapping)
    let names = table.header.map(Item.asciiLowercased)
    let own = source?.identity.compactMap { names.firstIndex(of: $0) } ?? []
    identity = own.isEmpty ? mapping.indices(of: .identity) : own
    key = source?.key ?? String(ImportMapping.fingerprint(of: table.header).prefix(8))
    omissions = (source?.omissions ?? []).compactMap { rule in
      names.firstIndex(of: rule.column).map { ($0, rule) }
    }
    headerKeys = table.header.map(ColumnAliases.key)
    placeColumns = mapping.indices(of: .field(.place))
    hasUnits = mapping.has(.field(.unit))
    parentPlace = source?.hasRoomRows == true ? Self.place(above: table) : nil
  }

  /// The first text in the columns E to G above the header, where Encircle merges cells for the place.
  private static func place(above table: SourceTable) -> String? {
    table.preamble.lazy.flatMap { row in (4...6).map { row[$0].value } }.first { !$0.isEmpty }
  }

  /// Reads a row.
  mutating func read(_ row: SourceRow) -> RowReading {
    for (index, rule) in omissions where rule.matches(row[index].value) {
      return .leftOut(rule.reason)
    }
    if let room = roomName(row) {
      self.room = room
      return .leftOut("it names a room")
    }
    var item = MappedRow()
    let foreign = TableFormats.foreignCode(of: row, columns, currency)
    for (index, column) in mapping.columns.enumerated() {
      let cell = row[index]
      let text = cell.value
      if text.isEmpty { continue }
      switch column.target {
      case .field(let field): take(cell, field, index, foreign, into: &item)
      case .custom(let name): item.fields.append(CustomField(name: name, value: text))
      case .identity, .currency, .ignored: break
      }
    }
    addPlace(row, to: &item)
    if item.name.isEmpty {
      if isTotal(row) { return .leftOut("it has only totals") }
      item.flaws.append((nil, "the name is missing"))
    } else if item.values.count <= 2, Self.totals.contains(ColumnAliases.key(item.name)) {
      return .leftOut("it has only totals")
    }
    let surplus = row.cells.dropFirst(table.header.count).contains { !$0.value.isEmpty }
    if surplus {
      item.flaws.append(
        (nil, "there are \(row.cells.count) fields where the header has \(table.header.count)"))
    }
    item.reference = reference(of: row, &item)
    return .item(item)
  }

  private static let totals: Set<String> = [
    "total", "totals", "sum", "subtotal", "grand total", "summe", "gesamt", "gesamtsumme", "итого",
    "всего", "totale",
    "suma", "celkem", "totaal", "somme",
  ]

  private func isTotal(_ row: SourceRow) -> Bool {
    row.cells.allSatisfy { cell in
      let value = cell.value
      return value.isEmpty || cell.isNumber || Self.totals.contains(ColumnAliases.key(value))
        || !PriceText(value).number.contains { $0.isLetter }
    }
  }

  private func roomName(_ row: SourceRow) -> String? {
    guard source?.hasRoomRows == true, row[0].value.isEmpty, !row[1].value.isEmpty,
      row.cells.enumerated().allSatisfy({ $0.offset == 1 || $0.element.value.isEmpty })
    else { return nil }
    return row[1].value
  }
}

/// Reads single values.
extension MappedRowReader {
  private func take(
    _ cell: TableCell, _ field: ItemField, _ index: Int, _ foreign: String?,
    into item: inout MappedRow
  ) {
    let text = cell.value
    let column = mapping.columns[index].name
    let definition = field.definition
    do throws(HomeboxValueReader.Failure) {
      switch definition.kind {
      case .text where field == .name: item.name = text
      case .text where field == .lentTo: join(text, " ", field, into: &item)
      case .lines: join(text, "\n", field, into: &item)
      case .choice where field == .place: break
      case .choice where field == .category: item.values[field] = .category(text)
      case .choice: item.parentReference = parentReference(text)
      case .tags:
        let tags = text.split { ";,|".contains($0) }.map { String($0).trimmedOfBlanks }
          .filter { !$0.isEmpty }
        item.values[field] = .tags(self.tags(of: item) + tags)
      case .money: try takePrice(cell, field, index, foreign, into: &item)
      case .date:
        let plain = DayText.plain(text, thisYear: thisYear)
        let value: ColumnValue
        do throws(HomeboxValueReader.Failure) { value = try reader.value(plain, .date) } catch {
          // The message quotes the text of the file.
          _ = try reader.value(text, .date)
          throw error
        }
        if value != .null { item.values[field] = .column(value) }
      case .quantity: try takeQuantity(cell, into: &item)
      case .assetNumber:
        if case .number(let number) = AssetNumber.parse(text) {
          item.values[field] = .column(.integer(number))
        } else {
          item.fields.append(CustomField(name: "Asset tag", value: text))
        }
      case .flag, .moment:
        let plain = Self.flags[Item.asciiLowercased(text)] ?? text
        let value = try reader.value(plain, .flag)
        if value == .integer(1) { item.values[field] = .column(value) }
      default: item.values[field] = .column(try reader.value(text, definition.kind))
      }
    } catch {
      item.flaws.append((column, error.reason))
    }
  }

  private static let flags = [
    "ja": "yes", "oui": "yes", "si": "yes", "sí": "yes", "да": "yes", "Да": "yes", "x": "yes",
    "✓": "yes", "on": "yes",
    "wahr": "yes", "nein": "no", "non": "no", "нет": "no", "Нет": "no", "off": "no", "falsch": "no",
  ]

  private func join(
    _ text: String, _ separator: String, _ field: ItemField, into item: inout MappedRow
  ) {
    if case .column(.text(let former)) = item.values[field] {
      item.values[field] = .column(.text(former + separator + text))
    } else {
      item.values[field] = .column(.text(text))
    }
  }

  private func tags(of item: MappedRow) -> [String] {
    if case .tags(let tags) = item.values[.tags] { tags } else { [] }
  }

  private func takePrice(
    _ cell: TableCell, _ field: ItemField, _ index: Int, _ foreign: String?,
    into item: inout MappedRow
  ) throws(HomeboxValueReader.Failure) {
    let price = PriceText(cell.value)
    if let foreign, foreignPrices == .text {
      let name = ImportTarget.field(field).text.replacing("-", with: " ")
      item.fields.append(
        CustomField(
          name: name.prefix(1).uppercased() + name.dropFirst() + " in \(foreign)",
          value: price.number + " " + foreign))
      return
    }
    let isKnown =
      price.currency.map { foreign != nil || PriceText.isSame($0, as: currency) } ?? true
    let value = try (cell.isNumber ? machineReader : reader)
      .value(isKnown ? price.number : cell.value, .money)
    if value != .null { item.values[field] = .column(value) }
  }

  /// A quantity, which may have a unit: `2.5 m`.
  private func takeQuantity(
    _ cell: TableCell, into item: inout MappedRow
  ) throws(HomeboxValueReader.Failure) {
    var text = cell.value
    let unit = text.drop { !$0.isLetter }
    if let first = text.first, first.isNumber, !unit.isEmpty,
      unit.allSatisfy({ $0.isLetter || $0 == "." }),
      !hasUnits, !cell.isNumber
    {
      item.values[.unit] = .column(.text(String(unit)))
      text = String(text.dropLast(unit.count)).trimmedOfBlanks
    }
    item.values[.quantity] = .column(
      try (cell.isNumber ? machineReader : reader).value(text, .quantity))
  }

  /// Joins the columns of places: levels of folders from the top down, or one path.
  private mutating func addPlace(_ row: SourceRow, to item: inout MappedRow) {
    var names: [String] = []
    for column in placeColumns {
      let text = row[column].value
      if !text.isEmpty { names += placeNames(in: text) }
    }
    if names.isEmpty, let room { names = [room] }
    if let parentPlace, !names.isEmpty || !item.name.isEmpty { names.insert(parentPlace, at: 0) }
    if !names.isEmpty { item.values[.place] = .place(names) }
  }
}

/// Finds the places of a row.
extension MappedRowReader {
  private mutating func placeNames(in text: String) -> [String] {
    if let known = knownPlaces[text] { return known }
    let names =
      placeColumns.count > 1
      ? [text.replacing("/", with: "-").singleSpaced]
      : PlacePath.names(in: text.replacing(" > ", with: "/").replacing("->", with: "/"))
    if knownPlaces.count >= 10_000 { knownPlaces.removeAll(keepingCapacity: true) }
    knownPlaces[text] = names
    return names
  }
}

/// Finds the identity of a row.
extension MappedRowReader {
  private func parentReference(_ text: String) -> String { Self.bounded("\(key):\(text)") }

  /// The source's own identifier, or a digest of the row; the second occurrence of a digest has the number 2.
  private mutating func reference(of row: SourceRow, _ item: inout MappedRow) -> String {
    let own = identity.map { row[$0].value }
    let hasOwn = own.contains { !$0.isEmpty }
    let first = Self.bounded(
      hasOwn
        ? "\(key):" + own.filter { !$0.isEmpty }.joined(separator: "/") : "row:" + digest(of: row))
    let hash = first.hashValue
    let count = occurrences[hash, default: 0] + 1
    occurrences[hash] = count
    guard count > 1 else { return first }
    if hasOwn, source?.repeatsIdentity != true {
      let id = own.filter { !$0.isEmpty }.joined(separator: "/")
      item.flaws.append((nil, "another row has the ID “\(id)”, too"))
    }
    return "\(first)#\(count)"
  }

  /// The digest of the values under their headers, whatever the mapping and the order of columns.
  private func digest(of row: SourceRow) -> String {
    let values = headerKeys.indices.compactMap { index in
      let value = row[index].value
      return value.isEmpty ? nil : headerKeys[index] + "\u{1E}" + value
    }
    return MappedRow.Value.digest(values.sorted().joined(separator: "\u{1F}"), bytes: 16)
  }

  /// A reference that leaves room for a number.
  private static func bounded(_ text: String) -> String {
    text.unicodeScalars.count <= Bounds.referenceCharacters - 10
      ? text : "id:" + MappedRow.Value.digest(text, bytes: 16)
  }
}
