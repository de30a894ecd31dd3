/// The number on an item's label, written `000-123` as in Homebox.
public enum AssetNumber {
  /// Formats a number with at least six digits and a hyphen before the last three: `000-123`, `1234-567`.
  public static func text(_ number: Int64) -> String {
    var digits = String(number)
    if digits.utf8.count < 6 {
      digits = String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }
    digits.insert("-", at: digits.index(digits.endIndex, offsetBy: -3))
    return digits
  }

  /// The largest number that is parsed.
  static let maximum: Int64 = 999_999_999_999

  /// The result of parsing.
  public enum Parsed: Equatable, Sendable {
    /// No number: the text is blank, or zero or less.
    case none
    /// A number.
    case number(Int64)
    /// Not a number.
    case unreadable
  }

  /// Parses a number, ignoring hyphens and quotes (csv-formats a.4).
  public static func parse(_ text: String) -> Parsed {
    let digits = text.filter { $0 != "-" && $0 != "\"" && $0 != " " }
    if digits.isEmpty { return .none }
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(digits),
      number <= maximum
    else { return .unreadable }
    return number > 0 ? .number(number) : .none
  }
}
