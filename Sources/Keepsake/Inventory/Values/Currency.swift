/// A currency: its ISO 4217 code and the decimals of its minor unit.
public struct Currency: Hashable, Codable, Sendable {
  /// The three letters of ISO 4217.
  public let code: String
  /// Decimals of the minor unit: 2 for EUR, 0 for JPY, 3 for KWD.
  public let exponent: Int

  /// The minor units in one unit: 100 for EUR, 1 for JPY.
  var minorUnits: Double { (0..<exponent).reduce(1) { product, _ in product * 10 } }

  /// Makes the currency of a code; `nil` if it is not three letters.
  public init?(code: String) {
    let upper = code.uppercased()
    guard upper.utf8.count == 3, upper.utf8.allSatisfy({ (65...90).contains($0) }) else {
      return nil
    }
    self.code = upper
    if Self.withoutDecimals.contains(upper) {
      exponent = 0
    } else if Self.withThreeDecimals.contains(upper) {
      exponent = 3
    } else {
      exponent = 2
    }
  }

  private init(code: String, exponent: Int) {
    self.code = code
    self.exponent = exponent
  }

  /// The euro, the default.
  public static let euro = Currency(code: "EUR", exponent: 2)

  /// The signs that people write instead of the code: `€`.
  public var signs: [String] { Self.signs[code] ?? [] }

  /// The sign to print: the most common of ``signs``, or the code if there is none.
  ///
  /// An inventory has one currency, so `$` is unambiguous.
  public var sign: String { Self.printed[code] ?? signs.first ?? code }

  private static let printed = [
    "AUD": "$", "CAD": "$", "CHF": "CHF", "DKK": "kr", "NZD": "$", "USD": "$",
  ]

  private static let signs: [String: [String]] = [
    "AMD": ["֏"], "ARS": ["$"], "AUD": ["A$", "$"], "AZN": ["₼"], "BGN": ["лв"], "BRL": ["R$"],
    "BYN": ["Br"], "CAD": ["C$", "$"], "CHF": ["Fr.", "Fr"], "CLP": ["$"], "CNY": ["¥", "元"],
    "COP": ["$"], "CRC": ["₡"], "CZK": ["Kč"], "DKK": ["kr.", "kr"], "EUR": ["€"], "GBP": ["£"],
    "GEL": ["₾"], "GHS": ["₵"], "HKD": ["HK$", "$"], "HUF": ["Ft"], "IDR": ["Rp"], "ILS": ["₪"],
    "INR": ["₹"], "ISK": ["kr"], "JPY": ["¥", "￥", "円"], "KHR": ["៛"], "KRW": ["₩"],
    "KZT": ["₸"], "LAK": ["₭"], "MNT": ["₮"], "MXN": ["$"], "MYR": ["RM"], "NGN": ["₦"],
    "NOK": ["kr"], "NZD": ["NZ$", "$"], "PEN": ["S/"], "PHP": ["₱"], "PLN": ["zł"],
    "PYG": ["₲"], "RON": ["lei"], "RUB": ["₽"], "SEK": ["kr"], "SGD": ["S$", "$"], "THB": ["฿"],
    "TRY": ["₺"], "TWD": ["NT$", "$"], "UAH": ["₴"], "USD": ["US$", "$"], "UYU": ["$"],
    "VND": ["₫"], "ZAR": ["R"],
  ]

  private static let withoutDecimals: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
    "VUV", "XAF", "XOF", "XPF",
  ]
  private static let withThreeDecimals: Set<String> = [
    "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND",
  ]
}
