/// The number on an item's label, written `000-123` as Homebox does.
public enum AssetNumber {
  /// The number with six digits at least and a dash before the last but two: `000-123`, `1234-567`.
  public static func text(_ number: Int64) -> String {
    var digits = String(number)
    if digits.utf8.count < 6 {
      digits = String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }
    digits.insert("-", at: digits.index(digits.endIndex, offsetBy: -3))
    return digits
  }

  /// The highest number that is read.
  static let maximum: Int64 = 999_999_999_999

  /// What a text says about an asset number.
  public enum Parsed: Equatable, Sendable {
    /// Blank, or zero and below: no number.
    case none
    /// A number.
    case number(Int64)
    /// Something else.
    case unreadable
  }

  /// Reads a number; dashes and quotes are ignored (csv-formats a.4).
  public static func parse(_ text: String) -> Parsed {
    let digits = text.filter { $0 != "-" && $0 != "\"" && $0 != " " }
    if digits.isEmpty { return .none }
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(digits),
      number <= maximum
    else { return .unreadable }
    return number > 0 ? .number(number) : .none
  }
}
