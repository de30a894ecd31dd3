/// An amount of money in whole minor units; no binary fractions anywhere.
public struct Money: Hashable, Codable, Sendable {
  /// The amount in minor units (cents).
  public var minor: Int64
  /// What it is counted in.
  public var currency: Currency

  /// Makes an amount.
  public init(minor: Int64, currency: Currency) {
    self.minor = minor
    self.currency = currency
  }

  /// Why a text is no amount of money.
  public enum ParseError: Error, Equatable, Sendable {
    /// Something other than digits and one decimal separator.
    case notANumber
    /// More decimals than the currency has.
    case tooManyDecimals(allowed: Int)
    /// Beyond what can be counted.
    case tooLarge
  }

  /// Which texts are accepted.
  public enum Style: Sendable {
    /// Digits with a `.` (files).
    case strict
    /// Also a `,` as the decimal separator (what a person types); grouping is never guessed.
    case typed
  }

  /// Reads an amount that is zero or more, exactly: `12`, `12.5`, `12.50`.
  ///
  /// Zeros beyond the currency's decimals are dropped; other digits there are an error, never
  /// rounded away.
  public init(parsing text: String, currency: Currency, style: Style = .strict) throws(ParseError) {
    var minor: Int64 = 0
    var decimals: Int?
    var digits = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: ".") || (style == .typed && byte == UInt8(ascii: ",")) {
        guard decimals == nil else { throw .notANumber }
        decimals = 0
        continue
      }
      guard (48...57).contains(byte) else { throw .notANumber }
      digits += 1
      if let places = decimals {
        decimals = places + 1
        if places >= currency.exponent {
          guard byte == 48 else { throw .tooManyDecimals(allowed: currency.exponent) }
          continue
        }
      }
      minor = try Self.append(Int64(byte - 48), to: minor)
    }
    guard digits > 0 else { throw .notANumber }
    for _ in min(decimals ?? 0, currency.exponent)..<currency.exponent {
      minor = try Self.append(0, to: minor)
    }
    self.init(minor: minor, currency: currency)
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
    return sign + digits.dropLast(exponent) + "." + digits.suffix(exponent)
  }

  private static func append(_ digit: Int64, to value: Int64) throws(ParseError) -> Int64 {
    let (tens, first) = value.multipliedReportingOverflow(by: 10)
    let (sum, second) = tens.addingReportingOverflow(digit)
    guard !first, !second, sum < limit else { throw .tooLarge }
    return sum
  }

  /// Sums of a million such amounts still fit.
  private static let limit: Int64 = 1_000_000_000_000
}
