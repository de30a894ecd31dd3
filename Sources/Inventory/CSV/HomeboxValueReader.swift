/// Parses single values of a Homebox file (csv-formats a.4); reports what it cannot parse, and never guesses.
struct HomeboxValueReader {
  private let reading: FieldReading

  struct Failure: Error {
    var reason: String
  }

  /// Makes a reader.
  ///
  /// - Parameter zeroIsUnknown: Whether 0 is an unknown price, for files that write it for both.
  init(currency: Currency, zeroIsUnknown: Bool) {
    reading = FieldReading(
      currency: currency, dateOrder: .monthFirst, zeroIsUnknown: zeroIsUnknown)
  }

  /// Parses a text by the rules of the catalogue; the error messages are those of an import.
  func value(_ text: String, _ kind: FieldKind) throws(Failure) -> ColumnValue {
    // Go's zero time means no date.
    if kind == .date, text.trimmedOfBlanks.hasPrefix("0001-01-01") { return .null }
    do {
      return try kind.parse(text, reading)
    } catch {
      throw Failure(reason: words(for: error, text, kind))
    }
  }

  private func words(for reason: FieldError.Reason, _ text: String, _ kind: FieldKind) -> String {
    switch reason {
    case .notAPrice: "\(quoted(text)) is not a price like 1299.00"
    case .ambiguousNumber where kind == .quantity:
      "\(quoted(text)) may have thousands or decimals; write it like 1500 or 1.5"
    case .ambiguousNumber:
      "\(quoted(text)) may have thousands or decimals; write it like 1299.00"
    case .otherCurrency(let wanted): "\(quoted(text)) is not in \(wanted)"
    case .tooManyDecimals(let allowed): "\(quoted(text)) has more than \(allowed) decimals"
    case .tooLarge where kind == .code: "a reference has at most 100 characters"
    case .tooLarge: "\(quoted(text)) is too large"
    case .noSuchDay: "\(quoted(text)) is no day of the calendar; write it like 2024-05-31"
    case .notADate, .ambiguousDate: "\(quoted(text)) is not a date like 2024-05-31"
    case .notAQuantity: "\(quoted(text)) is not a quantity like 1 or 2.5"
    case .notAnAssetNumber: "\(quoted(text)) is not an asset number like 000-123"
    case .notAFlag: "\(quoted(text)) is neither true nor false"
    case .rating(let problem): "\(quoted(text)): \(problem.words)"
    case .missing, .forbiddenCharacter, .notACurrency: "\(quoted(text)) cannot be read"
    }
  }

  /// The remark about an ambiguous date, which is read with the month first, as Homebox writes it.
  func remark(on text: String) -> String? {
    do {
      _ = try CalendarDate(parsing: text)
      return nil
    } catch {
      guard case .ambiguous(let monthFirst, let dayFirst) = error else { return nil }
      return "\(quoted(text)) was read with the month first, as \(monthFirst.text) and not as "
        + "\(dayFirst.text), like all such dates of the column"
    }
  }

  /// The text for a message: shortened, without control characters.
  private func quoted(_ text: String) -> String {
    let visible = text.unicodeScalars.prefix(40).map { scalar in
      scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
        ? "\u{FFFD}" : scalar
    }
    let more = text.unicodeScalars.count > 40 ? "…" : ""
    return "“" + String(String.UnicodeScalarView(visible)) + more + "”"
  }
}
