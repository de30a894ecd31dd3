/// An amount of money in whole minor units, without binary fractions.
public struct Money: Hashable, Codable, Sendable {
  /// The amount in minor units (cents).
  public var minor: Int64
  /// The currency.
  public var currency: Currency

  /// Makes an amount.
  public init(minor: Int64, currency: Currency) {
    self.minor = minor
    self.currency = currency
  }

  /// Why a text is not an amount.
  public enum ParseError: Error, Equatable, Sendable {
    /// It contains something other than digits, separators and the currency.
    case notANumber
    /// The separator may be for thousands or decimals: `1.299`.
    case ambiguous
    /// It has the sign of another currency; amounts are never converted.
    case otherCurrency
    /// More decimals than the currency has.
    case tooManyDecimals(allowed: Int)
    /// Too large.
    case tooLarge
  }

  /// Parses an amount of zero or more, exactly: `12`, `12.50`, `12,5`, `1,299.00`, `1 299,00`,
  /// `1.299,00`, `€ 12`, `12 EUR`, `12,-`.
  ///
  /// All amounts are parsed here, including all that ``MoneyText`` writes; ``AmountText`` distinguishes
  /// thousands and decimals. Zeros beyond the currency's decimals are dropped; other digits there are an
  /// error, never rounded away.
  ///
  /// - Parameter customs: The customs of the person who sees what was understood.
  public init(
    parsing text: String, currency: Currency, customs: LocaleFormat = .plain
  ) throws(ParseError) {
    let amount: AmountText
    do {
      amount = try AmountText(
        Self.withoutDash(try Self.withoutSign(text, currency), currency),
        usual: currency.usualDecimals,
        customs: customs)
    } catch let error as ParseError {
      throw error
    } catch AmountText.Failure.ambiguous {
      throw .ambiguous
    } catch {
      throw .notANumber
    }
    var minor: Int64 = 0
    for digit in amount.whole { minor = try Self.append(Int64(digit - 48), to: minor) }
    guard amount.decimals.dropFirst(currency.exponent).allSatisfy({ $0 == 48 }) else {
      throw .tooManyDecimals(allowed: currency.exponent)
    }
    let kept = amount.decimals.prefix(currency.exponent)
    for digit in kept { minor = try Self.append(Int64(digit - 48), to: minor) }
    for _ in kept.count..<currency.exponent { minor = try Self.append(0, to: minor) }
    self.init(minor: minor, currency: currency)
  }

  /// Whether more typing can make a text an amount.
  static func canBecome(from text: String, currency: Currency) -> Bool {
    let others = ".,'’≈-–—".unicodeScalars
    let signs = (currency.signs + [currency.code, currency.code.lowercased()]).joined()
      .unicodeScalars
    return text.unicodeScalars.allSatisfy { scalar in
      (48...57).contains(scalar.value) || scalar.properties.isWhitespace
        || others.contains(scalar) || signs.contains(scalar)
    }
  }

  /// The text with zeros for a dash in place of decimals, as in `12,-`.
  private static func withoutDash(_ text: String, _ currency: Currency) -> String {
    let dashes: Set<Character> = ["-", "–", "—"]
    let rest = text.drop { !dashes.contains($0) }
    let whole = text.dropLast(rest.count)
    guard !rest.isEmpty, rest.count <= 2, rest.allSatisfy(dashes.contains),
      whole.hasSuffix(",") || whole.hasSuffix(".")
    else { return text }
    guard currency.exponent > 0 else { return String(whole.dropLast()) }
    return whole + String(repeating: "0", count: currency.exponent)
  }

  /// The text without surrounding blanks, and without the currency before or after it.
  private static func withoutSign(
    _ text: String, _ currency: Currency
  ) throws(ParseError) -> String {
    var text = text.trimmedOfBlanks
    // The sign that the program prints before an estimate.
    if text.hasPrefix(MoneyText.estimate) { text = String(text.dropFirst()).trimmedOfBlanks }
    let code = currency.code
    for sign in currency.signs + [
      code, code.lowercased(), code.prefix(1) + code.dropFirst().lowercased(),
    ] {
      if text.hasPrefix(sign) { return String(text.dropFirst(sign.count)).trimmedOfBlanks }
      if text.hasSuffix(sign) { return String(text.dropLast(sign.count)).trimmedOfBlanks }
    }
    let ends = [text.unicodeScalars.first, text.unicodeScalars.last].compactMap { $0 }
    guard !ends.contains(where: { $0.properties.generalCategory == .currencySymbol }) else {
      throw .otherCurrency
    }
    return text
  }

  /// The amount with exactly the currency's decimals, `.` and no grouping: `1299.00`.
  public var plainText: String {
    Self.plainText(minor: minor, exponent: currency.exponent)
  }

  static func plainText(minor: Int64, exponent: Int) -> String {
    var digits = String(minor.magnitude)
    let sign = minor < 0 ? "-" : ""
    guard exponent > 0 else { return sign + digits }
    if digits.utf8.count <= exponent {
      digits = String(repeating: "0", count: exponent + 1 - digits.utf8.count) + digits
    }
    return sign + String(digits.dropLast(exponent)) + "." + String(digits.suffix(exponent))
  }

  private static func append(_ digit: Int64, to value: Int64) throws(ParseError) -> Int64 {
    let (tens, first) = value.multipliedReportingOverflow(by: 10)
    let (sum, second) = tens.addingReportingOverflow(digit)
    guard !first, !second, sum < limit else { throw .tooLarge }
    return sum
  }

  /// Sums of a million such amounts still fit.
  static let limit: Int64 = 1_000_000_000_000
}

extension Currency {
  /// The number of decimals that people write.
  var usualDecimals: AmountText.Decimals {
    switch exponent {
    case 0: .none
    case 3: .three
    default: .two
    }
  }
}

/// Formats money for people: `€1,299.00`, `1.299,00 €`, `CHF 1’299.00`, `-$5.00`.
///
/// Formats digit by digit, since a list draws dozens of amounts for a frame.
/// ``Money/init(parsing:currency:customs:)`` parses all of them.
public enum MoneyText {
  /// The sign before an estimate.
  public static let estimate = "≈"
  /// The text for an unknown amount.
  public static let unknown = "—"

  /// An amount with the sign of its currency.
  public static func text(_ money: Money, _ customs: LocaleFormat = .plain) -> String {
    let digits = digits(money, customs)
    let sign = money.currency.sign
    let minus = money.minor < 0 ? "-" : ""
    // A word is always separated from the digits: `CHF 12`.
    let isApart = customs.isSignApart || sign.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
    let space = isApart ? "\u{A0}" : ""
    return customs.isSignFirst ? minus + sign + space + digits : minus + digits + space + sign
  }

  /// The amount without the sign, with thousands separators: `1,299.00`.
  static func digits(_ money: Money, _ customs: LocaleFormat) -> String {
    let digits = Array(String(money.minor.magnitude).utf8)
    let exponent = money.currency.exponent
    let whole = max(1, digits.count - exponent)
    let missing = whole + exponent - digits.count
    var text = ""
    text.reserveCapacity(digits.count + digits.count / 3 + 8)
    for place in 0..<(whole + exponent) {
      if place == whole {
        text += customs.decimal
      } else if place > 0, place < whole, (whole - place) % 3 == 0 {
        text += customs.grouping
      }
      let digit = place < missing ? UInt8(ascii: "0") : digits[place - missing]
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }
}
