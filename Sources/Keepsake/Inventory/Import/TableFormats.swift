import Foundation

/// How a file writes numbers, dates and prices: stated by the user, or guessed from all of its values.
struct TableFormats: Sendable {
  /// The decimal separator; `nil` if no value shows it.
  var decimal: Character?
  /// The order of day and month in dates with slashes.
  var dateOrder = CalendarDate.DayOrder.unknown
  /// Whether some dates can be read with either order, and none shows which one it is.
  var hasAmbiguousDates = false
  /// The currencies of the prices that differ from the inventory's, with the number of prices.
  var foreignPrices: [String: Int] = [:]

  /// Guesses from the columns of a mapping.
  ///
  /// - Parameter currency: The currency of the inventory.
  init(
    guessing table: SourceTable, _ mapping: ImportMapping, currency: Currency,
    stated: TableImportOptions, source: KnownSource?
  ) {
    decimal = stated.decimal ?? Self.decimal(table, mapping)
    guessDates(table, mapping)
    if dateOrder == .unknown { dateOrder = source?.dateOrder ?? .unknown }
    switch stated.dateOrder {
    case .dayFirst: dateOrder = .dayFirst
    case .monthFirst: dateOrder = .monthFirst
    case nil: break
    }
    if dateOrder != .unknown { hasAmbiguousDates = false }
    let columns = MappedColumns(mapping)
    for row in table.rows {
      guard let code = Self.foreignCode(of: row, table, columns, currency) else { continue }
      foreignPrices[code, default: 0] += 1
    }
  }

  private static func cells(
    _ table: SourceTable, _ mapping: ImportMapping, _ kinds: Set<FieldKind>
  ) -> [TableCell] {
    let columns = mapping.columns.indices.filter { index in
      guard case .field(let field) = mapping.columns[index].target else { return false }
      return kinds.contains(field.definition.kind)
    }
    return table.rows.flatMap { row in columns.map { row[$0] } }
      .filter { !$0.isNumber && !$0.value.isEmpty }
  }

  /// A number with both separators shows the last one, and so does one with a separator before one or two digits.
  private static func decimal(_ table: SourceTable, _ mapping: ImportMapping) -> Character? {
    var (commas, points) = (0, 0)
    for cell in cells(table, mapping, [.money, .quantity]) {
      let number = PriceText(cell.value).number
      guard let last = number.lastIndex(where: { $0 == "," || $0 == "." }) else { continue }
      let after = number[number.index(after: last)...]
      let others = number[..<last].filter { $0 == "," || $0 == "." }
      let isDecimal = others.isEmpty ? after.count != 3 : others.allSatisfy { $0 != number[last] }
      guard isDecimal else {
        // Repeated separators are for thousands.
        if !others.isEmpty { if number[last] == "," { points += 1 } else { commas += 1 } }
        continue
      }
      if number[last] == "," { commas += 1 } else { points += 1 }
    }
    if commas == points { return nil }
    return commas > points ? "," : "."
  }

  private mutating func guessDates(_ table: SourceTable, _ mapping: ImportMapping) {
    var (days, months) = (0, 0)
    let year = Self.thisYear
    for cell in Self.cells(table, mapping, [.date]) {
      switch DayText.evidence(DayText.plain(cell.value, thisYear: year)) {
      case .dayFirst: days += 1
      case .monthFirst: months += 1
      case .ambiguous: hasAmbiguousDates = true
      case nil: break
      }
    }
    if days > 0, months == 0 { dateOrder = .dayFirst }
    if months > 0, days == 0 { dateOrder = .monthFirst }
  }

  /// The code of a row's prices if it isn't the inventory's.
  static func foreignCode(
    of row: SourceRow, _ table: SourceTable, _ columns: MappedColumns, _ currency: Currency
  ) -> String? {
    for column in columns.money where !row[column].value.isEmpty {
      let sign =
        columns.currency.map { row[$0].value }.flatMap { $0.isEmpty ? nil : $0 }
        ?? PriceText(row[column].value).currency ?? headerCurrency(table.header[column])
      guard let sign, !PriceText.isSame(sign, as: currency) else { continue }
      return PriceText.codes(of: sign).first
    }
    return nil
  }

  /// The currency in a header: `Unit Cost (USD)`, `Preis in €`.
  static func headerCurrency(_ header: String) -> String? {
    let words = header.split { " ()[]/,:".contains($0) }.map(String.init)
    return words.first { word in
      let isSign = word.unicodeScalars.allSatisfy {
        $0.properties.generalCategory == .currencySymbol
      }
      let isCode = word.count == 3 && word == word.uppercased() && Currency(listedCode: word) != nil
      return isSign || isCode
    }
  }

  /// The present year, for years of two digits.
  static var thisYear: Int { Int(CalendarDate.today().text.prefix(4)) ?? 2000 }
}

/// The columns of a mapping by what they hold.
struct MappedColumns {
  /// The columns of prices.
  let money: [Int]
  /// The column of the currency.
  let currency: Int?

  init(_ mapping: ImportMapping) {
    money = mapping.columns.indices.filter { index in
      if case .field(let field) = mapping.columns[index].target {
        field.definition.kind == .money
      } else {
        false
      }
    }
    currency = mapping.indices(of: .currency).first
  }
}
