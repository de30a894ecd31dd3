/// Guesses how a file writes numbers and dates, from all of its rows.
struct FormatGuess {
  /// Whether some dates can be read with either order.
  private(set) var hasAmbiguousDates = false
  private var (commas, points) = (0, 0)
  private var (days, months) = (0, 0)
  private let numbers: [Int]
  private let dates: [Int]
  private let thisYear = TableFormats.thisYear

  init(_ mapping: ImportMapping) {
    numbers = mapping.indices(of: [.money, .quantity])
    dates = mapping.indices(of: [.date])
  }

  /// The decimal separator; `nil` if no value shows it.
  var decimal: Character? {
    if commas == points { return nil }
    return commas > points ? "," : "."
  }

  /// The order of day and month in dates with slashes; `nil` if no value shows it.
  var dateOrder: CalendarDate.DayOrder? {
    if days > 0, months == 0 { return .dayFirst }
    if months > 0, days == 0 { return .monthFirst }
    return nil
  }

  /// Looks at the values of a row.
  mutating func take(_ row: SourceRow) {
    for column in numbers where !row[column].isNumber { takeNumber(row[column].value) }
    for column in dates where !row[column].isNumber { takeDate(row[column].value) }
  }

  /// A number with both separators shows the last one, and so does one with a separator before one or two digits.
  private mutating func takeNumber(_ value: String) {
    guard value.utf8.contains(where: { $0 == 44 || $0 == 46 }) else { return }
    let number = PriceText(value).number
    guard let last = number.lastIndex(where: { $0 == "," || $0 == "." }) else { return }
    let after = number[number.index(after: last)...]
    let others = number[..<last].filter { $0 == "," || $0 == "." }
    let isDecimal = others.isEmpty ? after.count != 3 : others.allSatisfy { $0 != number[last] }
    guard isDecimal else {
      // Repeated separators are for thousands.
      if !others.isEmpty { if number[last] == "," { points += 1 } else { commas += 1 } }
      return
    }
    if number[last] == "," { commas += 1 } else { points += 1 }
  }

  private mutating func takeDate(_ value: String) {
    guard !value.isEmpty else { return }
    switch DayText.evidence(DayText.plain(value, thisYear: thisYear)) {
    case .dayFirst: days += 1
    case .monthFirst: months += 1
    case .ambiguous: hasAmbiguousDates = true
    case nil: break
    }
  }
}
