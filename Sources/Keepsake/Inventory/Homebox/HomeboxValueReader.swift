/// Parses single values of a Homebox file (csv-formats a.4); reports what it cannot parse, and never guesses.
struct HomeboxValueReader {
  private let reading: FieldReading
  /// Whether `1.299` has decimals.
  private let isWrittenByMachine: Bool

  struct Failure: Error {
    var reason: String
  }

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - zeroIsUnknown: Whether 0 is an unknown price, for files that write it for both.
  ///   - isWrittenByMachine: Whether the numbers are as Homebox writes them, with a decimal point and no
  ///     thousands; not in a file with semicolons, which a person saved from a spreadsheet.
  init(currency: Currency, zeroIsUnknown: Bool, isWrittenByMachine: Bool) {
    reading = FieldReading(
      currency: currency, dateOrder: .monthFirst, zeroIsUnknown: zeroIsUnknown)
    self.isWrittenByMachine = isWrittenByMachine
  }

  /// Makes a reader by other rules.
  init(_ reading: FieldReading, isWrittenByMachine: Bool) {
    self.reading = reading
    self.isWrittenByMachine = isWrittenByMachine
  }

  /// Parses a text by the rules of the catalogue; the error messages are those of an import.
  ///
  /// A machine's number is rounded to the decimals that fit: Homebox computes with binary fractions, so
  /// 19.99 may arrive as 19.990000000000002.
  func value(_ text: String, _ kind: FieldKind) throws(Failure) -> ColumnValue {
    // Go's zero time means no date.
    if kind == .date, text.trimmedOfBlanks.hasPrefix("0001-01-01") { return .null }
    if let places = decimals(of: kind), let number = machineNumber(text, kind) {
      return try value(number, text, kind, places)
    }
    do {
      return try kind.parse(text, reading)
    } catch {
      throw Failure(reason: words(for: error, text, kind))
    }
  }

  private func decimals(of kind: FieldKind) -> Int? {
    switch kind {
    case .money: reading.currency.exponent
    case .quantity: Quantity.decimals
    default: nil
    }
  }

  /// The number in a text that can be read in one way only; otherwise `nil`.
  private func machineNumber(_ text: String, _ kind: FieldKind) -> MachineNumber? {
    guard let number = MachineNumber(text.trimmedOfBlanks) else { return nil }
    guard number.mayHaveThousands else { return number }
    guard isWrittenByMachine, kind != .money || !number.endsInZero else { return nil }
    return number
  }

  private func value(
    _ number: MachineNumber, _ text: String, _ kind: FieldKind, _ places: Int
  ) throws(Failure) -> ColumnValue {
    guard let (units, isExact) = number.rounded(to: places) else {
      throw Failure(reason: words(for: .tooLarge, text, kind))
    }
    guard !number.isNegative || units == 0 else {
      throw Failure(reason: "\(quoted(text)) is below zero")
    }
    if kind == .money {
      if units == 0, isExact, reading.zeroIsUnknown { return .null }
      guard units < Money.limit else { throw Failure(reason: words(for: .tooLarge, text, kind)) }
      return .integer(units)
    }
    let quantity = Double(units) / Quantity.units
    guard quantity <= Quantity.maximum else {
      throw Failure(reason: words(for: .tooLarge, text, kind))
    }
    return .real(quantity)
  }

  /// A number with more decimals than fit, and its rounded form: `12.345 to 12.35`; `nil` for any other text.
  func rounding(of text: String, to value: ColumnValue, _ kind: FieldKind) -> String? {
    guard let places = decimals(of: kind),
      text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }),
      machineNumber(text, kind)?.rounded(to: places)?.isExact == false
    else { return nil }
    return "\(quoted(text)) to \(kind.text(value, currency: reading.currency))"
  }

  /// Whether two texts of a field mean the same.
  func saysTheSame(_ one: String, _ other: String, _ group: HomeboxHeader.Group) -> Bool {
    guard let definition = group.definition else { return false }
    switch definition.field {
    case .parent: return one.trimmedOfBlanks == other.trimmedOfBlanks
    case .place:
      return Place.comparedNames(in: one) == Place.comparedNames(in: other)
    case .category:
      return Item.asciiLowercased(one.trimmedOfBlanks)
        == Item.asciiLowercased(other.trimmedOfBlanks)
    default:
      let values = [one, other].map { try? value($0, definition.kind) }
      return values[0] != nil && values[0] == values[1]
    }
  }

  /// Whether a text marks the value of a field as unknown without being blank.
  func isUnknown(_ text: String, _ group: HomeboxHeader.Group) -> Bool {
    guard let definition = group.definition else { return false }
    return switch definition.field {
    case .place: PlacePath.names(in: text).isEmpty
    case .tags: FieldKind.tags(in: text).isEmpty
    default: definition.kind != .choice && (try? value(text, definition.kind)) == .null
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
    case .noSuchDay: "\(quoted(text)) is not a day of the calendar; write it like 2024-05-31"
    case .notADate, .ambiguousDate: "\(quoted(text)) is not a date like 2024-05-31"
    case .notAQuantity: "\(quoted(text)) is not a quantity like 1 or 2.5"
    case .notAnAssetNumber: "\(quoted(text)) is not an asset number like 000-123"
    case .notAFlag: "\(quoted(text)) is neither true nor false"
    case .notAnInterval: "\(quoted(text)) is not an interval like 6m or 1y"
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
  func quoted(_ text: String) -> String {
    let visible = text.unicodeScalars.prefix(40).map { scalar in
      scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
        ? "\u{FFFD}" : scalar
    }
    let more = text.unicodeScalars.count > 40 ? "…" : ""
    return "“" + String(String.UnicodeScalarView(visible)) + more + "”"
  }
}

/// Text that Homebox guards with an apostrophe, so that spreadsheets don't read it as a formula.
///
/// Homebox guards only text that begins with `=`, `+`, `-` or `@`, possibly after white space. So an
/// apostrophe is a guard only right before such text: `'tis` and `''=kept` stay unchanged.
enum GuardedText {
  /// The text without its guard.
  static func unguarded(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "'") else { return text }
    let start = text.utf8.dropFirst().first { !"\t\r\n ".utf8.contains($0) }
    guard let start, "=+-@".utf8.contains(start) else { return text }
    return String(text.dropFirst())
  }

  /// The path of a place without guards, which may precede each name or the whole path.
  static func unguardedPath(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: "'")) else { return path }
    return PlacePath.names(in: path).map(unguarded).joined(separator: Place.separator)
  }
}
