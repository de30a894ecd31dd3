/// By which rules the text of a field is read.
struct FieldReading {
  /// What prices are counted in.
  var currency: Currency
  /// How a date that could be two days is read; it is an error where nobody says.
  var dateOrder = CalendarDate.DayOrder.unknown
  /// Whether a price of 0 means that the price is not known.
  var zeroIsUnknown = false
}

extension FieldKind {
  /// Reads a text that a person typed or a file holds; the one place where a field's text becomes a value.
  ///
  /// A moment reads as a flag: whoever puts it into an item knows the time.
  func parse(
    _ text: String, _ reading: FieldReading
  ) throws(FieldError.Reason) -> ColumnValue {
    switch self {
    case .text, .lines: .text(text)
    case .money: try Self.money(text, reading)
    case .date: try Self.date(text, reading)
    case .flag, .moment: .integer(try Self.flag(text) ? 1 : 0)
    case .quantity: .real(try Self.quantity(text))
    case .assetNumber: try Self.assetNumber(text)
    case .tags: .text(Self.tags(in: text).joined(separator: ";"))
    case .code: try Self.code(text)
    case .choice: .null
    }
  }

  /// Whether a text can still become a value when more is typed behind it.
  func canBecome(from text: String, currency: Currency) -> Bool {
    switch self {
    case .money: Money.canBecome(from: text, currency: currency)
    case .date: CalendarDate.canBecome(from: text)
    case .quantity: Quantity.canBecome(from: text)
    case .text, .lines, .flag, .moment, .assetNumber, .tags, .code, .choice: true
    }
  }

  private static func money(
    _ text: String, _ reading: FieldReading
  ) throws(FieldError.Reason) -> ColumnValue {
    if text.trimmedOfBlanks.isEmpty { return .null }
    do {
      let minor = try Money(parsing: text, currency: reading.currency).minor
      return minor == 0 && reading.zeroIsUnknown ? .null : .integer(minor)
    } catch {
      switch error {
      case .notANumber: throw .notAPrice
      case .ambiguous: throw .ambiguousNumber
      case .otherCurrency: throw .otherCurrency(wanted: reading.currency.code)
      case .tooManyDecimals(let allowed): throw .tooManyDecimals(allowed: allowed)
      case .tooLarge: throw .tooLarge
      }
    }
  }

  private static func date(
    _ text: String, _ reading: FieldReading
  ) throws(FieldError.Reason) -> ColumnValue {
    if text.trimmedOfBlanks.isEmpty { return .null }
    do {
      return .text(try CalendarDate(parsing: text, order: reading.dateOrder).text)
    } catch {
      switch error {
      case .notADate: throw .notADate
      case .noSuchDay: throw .noSuchDay
      case .ambiguous(let monthFirst, let dayFirst): throw .ambiguousDate(monthFirst, dayFirst)
      }
    }
  }

  private static func flag(_ text: String) throws(FieldError.Reason) -> Bool {
    switch Item.asciiLowercased(text.trimmedOfBlanks) {
    case "", "0", "f", "false", "n", "no": return false
    case "1", "t", "true", "y", "yes": return true
    default: throw .notAFlag
    }
  }

  private static func quantity(_ text: String) throws(FieldError.Reason) -> Double {
    if text.trimmedOfBlanks.isEmpty { return 1 }
    do {
      return try Quantity.parse(text)
    } catch {
      throw error == .ambiguous ? .ambiguousNumber : .notAQuantity
    }
  }

  private static func assetNumber(_ text: String) throws(FieldError.Reason) -> ColumnValue {
    switch AssetNumber.parse(text) {
    case .none: .null
    case .number(let number): .integer(number)
    case .unreadable: throw .notAnAssetNumber
    }
  }

  /// A reference is matched by other programs: blanks around it are none of it.
  private static func code(_ text: String) throws(FieldError.Reason) -> ColumnValue {
    let code = text.trimmedOfBlanks
    guard code.unicodeScalars.count <= Item.maximumReferenceCharacters else { throw .tooLarge }
    return code.isEmpty ? .null : .text(code)
  }
}
