/// Reads single values of a Homebox file by the rules of csv-formats a.4: what cannot be read is
/// said, never guessed.
struct HomeboxValueReader {
  let currency: Currency
  /// For files that cannot tell a gift from an unknown price.
  let zeroIsUnknown: Bool

  struct Failure: Error {
    var reason: String
  }

  func value(_ text: String, of column: HomeboxColumn) throws(Failure) -> ColumnValue {
    switch column {
    case .purchasePrice, .soldPrice, .replacementValue: try money(text)
    case .purchaseDate, .soldDate, .warrantyExpires, .replacementDate: try date(text)
    case .archived, .insured, .lifetimeWarranty: .integer(try flag(text) ? 1 : 0)
    case .quantity: .real(try quantity(text))
    default: .text(text)
    }
  }

  func reference(_ text: String) throws(Failure) -> String? {
    let reference = text.trimmedOfBlanks
    if reference.isEmpty { return nil }
    guard reference.unicodeScalars.count <= 100 else {
      throw Failure(reason: "a reference has at most 100 characters")
    }
    return reference
  }

  func assetNumber(_ text: String) throws(Failure) -> Int64? {
    switch AssetNumber.parse(text) {
    case .none: return nil
    case .number(let number): return number
    case .unreadable: throw Failure(reason: "\(quoted(text)) is not an asset number like 000-123")
    }
  }

  private func money(_ text: String) throws(Failure) -> ColumnValue {
    if text.trimmedOfBlanks.isEmpty { return .null }
    do {
      let minor = try Money(parsing: text, currency: currency).minor
      return minor == 0 && zeroIsUnknown ? .null : .integer(minor)
    } catch {
      switch error {
      case .notANumber:
        throw Failure(reason: "\(quoted(text)) is not a price like 1299.00")
      case .ambiguous:
        throw Failure(
          reason: "\(quoted(text)) may have thousands or decimals; write it like 1299.00")
      case .otherCurrency:
        throw Failure(reason: "\(quoted(text)) is not in \(currency.code)")
      case .tooManyDecimals(let allowed):
        throw Failure(reason: "\(quoted(text)) has more than \(allowed) decimals")
      case .tooLarge:
        throw Failure(reason: "\(quoted(text)) is too large")
      }
    }
  }

  private func date(_ text: String) throws(Failure) -> ColumnValue {
    let trimmed = text.trimmedOfBlanks
    // Go's zero time stands for no date.
    if trimmed.isEmpty || trimmed.hasPrefix("0001-01-01") { return .null }
    do {
      return .text(try CalendarDate(parsing: text, order: .monthFirst).text)
    } catch {
      throw Failure(
        reason: error == .noSuchDay
          ? "\(quoted(text)) is no day of the calendar; write it like 2024-05-31"
          : "\(quoted(text)) is not a date like 2024-05-31")
    }
  }

  /// What to say about a date that could be two days: Homebox writes the month first, so that is how
  /// it was read.
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

  private func flag(_ text: String) throws(Failure) -> Bool {
    switch Item.asciiLowercased(text.trimmedOfBlanks) {
    case "", "0", "f", "false", "n", "no": return false
    case "1", "t", "true", "y", "yes": return true
    default: throw Failure(reason: "\(quoted(text)) is neither true nor false")
    }
  }

  private func quantity(_ text: String) throws(Failure) -> Double {
    if text.trimmedOfBlanks.isEmpty { return 1 }
    do {
      return try Quantity.parse(text)
    } catch {
      throw Failure(
        reason: error == .ambiguous
          ? "\(quoted(text)) may have thousands or decimals; write it like 1500 or 1.5"
          : "\(quoted(text)) is not a quantity like 1 or 2.5")
    }
  }

  /// The text as a message may show it: short, control characters taken out.
  private func quoted(_ text: String) -> String {
    let visible = text.unicodeScalars.prefix(40).map { scalar in
      scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
        ? "\u{FFFD}" : scalar
    }
    let more = text.unicodeScalars.count > 40 ? "…" : ""
    return "“" + String(String.UnicodeScalarView(visible)) + more + "”"
  }
}
