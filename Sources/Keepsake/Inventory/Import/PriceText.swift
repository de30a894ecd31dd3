/// A price as people write it, split into the number and its currency: `$1,299.00`, `129,90 EUR`.
struct PriceText {
  /// The number, with its separators.
  let number: String
  /// The sign or the code; `nil` without one.
  let currency: String?

  init(_ text: String) {
    // Most prices are bare numbers.
    let bytes = text.utf8
    if let first = bytes.first, let last = bytes.last, (48...57).contains(first),
      (48...57).contains(last), bytes.allSatisfy({ (48...57).contains($0) || $0 == 44 || $0 == 46 })
    {
      (number, currency) = (text, nil)
      return
    }
    let text = text.trimmedOfBlanks
    let isOfNumber: (Unicode.Scalar) -> Bool = { (48...57).contains($0.value) }
    guard let first = text.unicodeScalars.firstIndex(where: isOfNumber),
      let last = text.unicodeScalars.lastIndex(where: isOfNumber)
    else {
      (number, currency) = (text, nil)
      return
    }
    let before = String(text.unicodeScalars[..<first])
    var after = String(text.unicodeScalars[text.unicodeScalars.index(after: last)...])
    // `12,-` has a dash in place of decimals.
    for dash in [",-", ".-", ",–", ",—"] where after.hasPrefix(dash) { after.removeFirst(2) }
    let minus = before.contains("-") || before.contains("−") ? "-" : ""
    let signs = [before, after].map { part in
      part.unicodeScalars.filter { $0 != "-" && $0 != "−" && $0 != "+" }.reduce(into: "") {
        $0.unicodeScalars.append($1)
      }.trimmedOfBlanks
    }
    number = minus + String(text.unicodeScalars[first...last])
    currency = signs.first { !$0.isEmpty }
  }

  /// The codes that a sign may stand for, the likeliest first; empty for anything else.
  static func codes(of sign: String) -> [String] {
    if let listed = Currency(listedCode: sign) { return [listed.code] }
    return signs[Item.asciiLowercased(sign)] ?? []
  }

  private static let signs: [String: [String]] = [
    "$": ["USD", "CAD", "AUD", "NZD", "MXN", "ARS", "CLP", "COP", "HKD", "SGD", "TWD", "UYU"],
    "us$": ["USD"], "a$": ["AUD"], "c$": ["CAD"], "nz$": ["NZD"], "r$": ["BRL"], "€": ["EUR"],
    "euro": ["EUR"],
    "£": ["GBP"], "¥": ["JPY", "CNY"], "円": ["JPY"], "元": ["CNY"], "₽": ["RUB"], "руб": ["RUB"],
    "руб.": ["RUB"],
    "р.": ["RUB", "BYN"], "р": ["RUB", "BYN"], "₴": ["UAH"], "грн": ["UAH"], "грн.": ["UAH"],
    "zł": ["PLN"],
    "kč": ["CZK"], "ft": ["HUF"], "lei": ["RON"], "лв": ["BGN"], "лв.": ["BGN"],
    "kr": ["SEK", "NOK", "DKK", "ISK"],
    "kr.": ["DKK", "SEK", "NOK", "ISK"], "fr.": ["CHF"], "fr": ["CHF"], "sfr.": ["CHF"],
    "₺": ["TRY"],
    "tl": ["TRY"], "₹": ["INR"], "rs.": ["INR"], "₸": ["KZT"], "₩": ["KRW"], "₪": ["ILS"],
    "₱": ["PHP"], "฿": ["THB"],
    "₫": ["VND"],
  ]

  /// Whether a sign or code can be the currency of an inventory.
  static func isSame(_ sign: String, as currency: Currency) -> Bool {
    currency.signs.contains { Item.asciiLowercased($0) == Item.asciiLowercased(sign) }
      || codes(of: sign).contains(currency.code)
  }
}
