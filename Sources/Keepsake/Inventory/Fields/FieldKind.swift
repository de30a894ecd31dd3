/// The type of a field, which determines how it is stored, parsed and formatted.
public enum FieldKind: Sendable, Hashable {
  /// A line of text; empty if unknown.
  case text
  /// Several lines of text.
  case lines
  /// An amount in minor units of the inventory's currency; `nil` if unknown.
  case money
  /// A day; `nil` if unknown.
  case date
  /// Yes or no.
  case flag
  /// A flag in the interface, stored as the time of the yes.
  case moment
  /// A quantity, zero or more.
  case quantity
  /// The asset number.
  case assetNumber
  /// Tags separated by `;`, stored in separate tables.
  case tags
  /// An identifier from another program; `nil` if not set.
  case code
  /// A rating in a medium; empty if not set.
  case rating
  /// A time between two dates, such as `6m`; empty if not set.
  case interval
  /// A reference to another row, chosen from a list.
  case choice
  /// A position in the user's own order; 0 if the item has no position. Neither screens nor files show it.
  case position

  /// Whether the values are text as typed.
  var isText: Bool { [.text, .lines, .code, .rating, .interval].contains(self) }

  /// The type of a new column in a table that already has rows; `nil` if adding a column isn't enough for the kind.
  var columnType: String? {
    switch self {
    case .text, .lines, .rating, .interval: "TEXT NOT NULL DEFAULT ''"
    case .date, .code: "TEXT"
    case .money, .moment: "INTEGER"
    case .flag, .position: "INTEGER NOT NULL DEFAULT 0"
    case .quantity: "REAL NOT NULL DEFAULT 1"
    case .assetNumber, .tags, .choice: nil
    }
  }

  /// The value of an empty field.
  var blank: ColumnValue {
    switch self {
    case .text, .lines, .rating, .interval, .tags: .text("")
    case .flag, .moment, .position: .integer(0)
    case .quantity: .real(1)
    case .money, .date, .assetNumber, .code, .choice: .null
    }
  }

  /// The SQL condition under which a column of this kind has a value.
  func isUsed(_ column: String) -> String {
    switch self {
    case .text, .lines, .rating, .interval: "\(column) <> ''"
    case .flag, .position: "\(column) <> 0"
    case .money, .date, .moment, .quantity, .assetNumber, .tags, .code, .choice:
      "\(column) IS NOT NULL"
    }
  }

  /// The text of a value in forms and exports.
  ///
  /// A choice has none.
  public func text(_ value: ColumnValue, currency: Currency) -> String {
    switch self {
    case .text, .lines, .code, .rating, .interval, .date: value.text ?? ""
    case .money:
      value.integer.map { Money(minor: $0, currency: currency).plainText } ?? ""
    case .flag: value.integer == 1 ? "true" : "false"
    case .moment: value == .null ? "false" : "true"
    case .quantity: value.real.map(Quantity.text) ?? ""
    case .assetNumber: value.integer.map(AssetNumber.text) ?? ""
    case .tags: Self.tags(in: value.text ?? "").joined(separator: "; ")
    case .choice, .position: ""
    }
  }

  /// The tags of a text, separated by `;`.
  public static func tags(in text: String) -> [String] {
    text.split(separator: ";").map { String($0).trimmedOfBlanks }.filter { !$0.isEmpty }
  }
}

/// The rules for parsing the text of a field.
public struct FieldReading: Hashable, Sendable {
  /// The currency of prices.
  public var currency: Currency
  /// The user's number and date format.
  ///
  /// Decides ambiguous cases where the user sees how the text was understood.
  public var customs = LocaleFormat.plain
  /// The day from which `today` and `+2y` count; `nil` refuses such words, as in a file.
  public var clock: DateClock?
  /// The levels of ratings.
  public var ratings = RatingTable.empty
  /// The order of ambiguous dates; `unknown` refuses them.
  var dateOrder = CalendarDate.DayOrder.unknown
  /// Whether a price of 0 is unknown.
  var zeroIsUnknown = false

  /// The rules for typed text.
  public init(currency: Currency) { self.currency = currency }

  init(
    currency: Currency, dateOrder: CalendarDate.DayOrder, zeroIsUnknown: Bool = false
  ) {
    self.currency = currency
    self.dateOrder = dateOrder
    self.zeroIsUnknown = zeroIsUnknown
  }

  /// The rules for text that a person types.
  public init(currency: Currency, customs: LocaleFormat, clock: DateClock) {
    self.currency = currency
    self.customs = customs
    self.clock = clock
    dateOrder = customs.dateOrder
  }

  /// The day that a text means; `nil` if it is blank.
  public func day(_ text: String) throws(FieldError.Reason) -> CalendarDate? {
    try FieldKind.date.parse(text, self).text.flatMap(CalendarDate.init(iso:))
  }
}

extension FieldKind {
  /// Parses text from the user or a file; all texts of fields are parsed here.
  ///
  /// A timestamp is parsed as a flag: the code that stores it in an item sets the time.
  func parse(
    _ text: String, _ reading: FieldReading
  ) throws(FieldError.Reason) -> ColumnValue {
    switch self {
    case .text, .lines: .text(text)
    case .money: try Self.money(text, reading)
    case .date: try Self.date(text, reading)
    case .flag, .moment: .integer(try Self.flag(text) ? 1 : 0)
    case .quantity: .real(try Self.quantity(text, reading))
    case .assetNumber: try Self.assetNumber(text)
    case .tags: .text(Self.tags(in: text).joined(separator: ";"))
    case .code: try Self.code(text)
    case .rating: .text(try Self.rating(text, reading))
    case .interval: .text(try Self.interval(text))
    case .choice, .position: .null
    }
  }

  /// Whether more typing can make a text valid.
  func canBecome(from text: String, _ reading: FieldReading) -> Bool {
    switch self {
    case .money: Money.canBecome(from: text, currency: reading.currency)
    case .date: CalendarDate.canBecome(from: text, clock: reading.clock)
    case .quantity: Quantity.canBecome(from: text)
    case .text, .lines, .flag, .moment, .assetNumber, .tags, .code, .rating, .interval, .choice,
      .position:
      true
    }
  }

  private static func money(
    _ text: String, _ reading: FieldReading
  ) throws(FieldError.Reason) -> ColumnValue {
    let isUnknown = ["", MoneyText.unknown].contains(text.trimmedOfBlanks)
    if isUnknown { return .null }
    do {
      let minor = try Money(
        parsing: text, currency: reading.currency, customs: reading.customs
      ).minor
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
      guard let clock = reading.clock else {
        return .text(try CalendarDate(parsing: text, order: reading.dateOrder).text)
      }
      return .text(try CalendarDate(parsing: text, order: reading.dateOrder, clock: clock).text)
    } catch {
      switch error {
      case .notADate: throw .notADate
      case .noSuchDay: throw .noSuchDay
      case .ambiguous(let monthFirst, let dayFirst): throw .ambiguousDate(monthFirst, dayFirst)
      }
    }
  }

  /// Parses yes or no; a blank is no.
  public static func flag(_ text: String) throws(FieldError.Reason) -> Bool {
    switch Item.asciiLowercased(text.trimmedOfBlanks) {
    case "", "0", "f", "false", "n", "no": return false
    case "1", "t", "true", "y", "yes": return true
    default: throw .notAFlag
    }
  }

  private static func quantity(
    _ text: String, _ reading: FieldReading
  ) throws(FieldError.Reason) -> Double {
    if text.trimmedOfBlanks.isEmpty { return 1 }
    do {
      return try Quantity.parse(text, customs: reading.customs)
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

  private static func rating(
    _ text: String, _ reading: FieldReading
  ) throws(FieldError.Reason) -> String {
    do {
      return try reading.ratings.checked(text)
    } catch {
      throw .rating(error)
    }
  }

  private static func interval(_ text: String) throws(FieldError.Reason) -> String {
    if text.trimmedOfBlanks.isEmpty { return "" }
    guard let interval = MaintenanceInterval(text) else { throw .notAnInterval }
    return interval.text
  }

  /// A code without surrounding blanks: other programs compare it.
  private static func code(_ text: String) throws(FieldError.Reason) -> ColumnValue {
    let code = text.trimmedOfBlanks
    guard code.unicodeScalars.count <= Item.maximumReferenceCharacters else { throw .tooLarge }
    return code.isEmpty ? .null : .text(code)
  }
}
