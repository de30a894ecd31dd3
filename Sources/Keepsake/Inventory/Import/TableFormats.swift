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

  /// The number of rows below the header that hold something.
  var rowCount = 0

  /// Guesses from the columns of a mapping.
  ///
  /// - Parameters:
  ///   - currency: The currency of the inventory.
  ///   - onRows: Called now and then with the number of rows; returns whether to continue.
  init(
    guessing table: SourceTable, _ mapping: ImportMapping, currency: Currency,
    stated: TableImportOptions, source: KnownSource?, onRows: (Int) -> Bool
  ) throws(InventoryError) {
    var guess = FormatGuess(mapping)
    let columns = MappedColumns(mapping)
    var (rows, foreign) = (0, [String: Int]())
    try SourceRows.reading {
      try table.forEachRow { row, _ in
        rows += 1
        guess.take(row)
        if let code = Self.foreignCode(of: row, columns, currency) {
          foreign[code, default: 0] += 1
        }
        return !rows.isMultiple(of: ImportStep.interval) || onRows(rows)
      }
    }
    (rowCount, foreignPrices) = (rows, foreign)
    decimal = stated.decimal ?? guess.decimal
    dateOrder = guess.dateOrder ?? source?.dateOrder ?? .unknown
    switch stated.dateOrder {
    case .dayFirst: dateOrder = .dayFirst
    case .monthFirst: dateOrder = .monthFirst
    case nil: break
    }
    hasAmbiguousDates = guess.hasAmbiguousDates && dateOrder == .unknown
  }

  /// The code of a row's prices if it isn't the inventory's.
  static func foreignCode(
    of row: SourceRow, _ columns: MappedColumns, _ currency: Currency
  ) -> String? {
    for (column, header) in columns.money {
      let value = row[column].value
      if value.isEmpty { continue }
      let sign =
        columns.currency.map { row[$0].value }.flatMap { $0.isEmpty ? nil : $0 }
        ?? PriceText(value).currency ?? header
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
  /// The columns of prices, with the currency in their header.
  let money: [(column: Int, currency: String?)]
  /// The column of the currency.
  let currency: Int?

  init(_ mapping: ImportMapping) {
    money = mapping.indices(of: [.money]).map { index in
      (index, TableFormats.headerCurrency(mapping.columns[index].name))
    }
    currency = mapping.indices(of: .currency).first
  }
}
