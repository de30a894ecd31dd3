/// How many of an item there are: zero or more, with up to four decimals (2.5 metres of cable).
public enum Quantity {
  /// The largest quantity accepted.
  public static let maximum = 1_000_000_000.0

  /// Reads digits with an optional decimal part; nil when the text is nothing of that kind.
  public static func parse(_ text: String, style: Money.Style = .strict) -> Double? {
    var plain = ""
    var decimals: Int?
    for byte in text.utf8 {
      if byte == UInt8(ascii: ".") || (style == .typed && byte == UInt8(ascii: ",")) {
        guard decimals == nil, !plain.isEmpty else { return nil }
        decimals = 0
        plain += "."
      } else if (48...57).contains(byte) {
        if let places = decimals { decimals = places + 1 }
        plain.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        return nil
      }
    }
    guard let value = Double(plain), value <= maximum, decimals ?? 1 > 0, decimals ?? 0 <= 4
    else { return nil }
    return value
  }

  /// The shortest text that reads back as the same quantity: `1`, `2.5`.
  public static func text(_ value: Double) -> String {
    if value == value.rounded(), abs(value) <= maximum { return String(Int64(value)) }
    return String(value)
  }
}
