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
  public static func text(_ money: Money, _ customs: Customs = .plain) -> String {
    let digits = digits(money, customs)
    let sign = money.currency.sign
    let minus = money.minor < 0 ? "-" : ""
    // A word is always separated from the digits: `CHF 12`.
    let isApart = customs.isSignApart || sign.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
    let space = isApart ? "\u{A0}" : ""
    return customs.isSignFirst ? minus + sign + space + digits : minus + digits + space + sign
  }

  /// The amount without the sign, with thousands separators: `1,299.00`.
  static func digits(_ money: Money, _ customs: Customs) -> String {
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
