import Inventory

/// Numbers as a person reads them.
nonisolated enum Figures {
  /// A count with thousands apart: `120,000`.
  static func count(_ number: Int) -> String {
    grouped(String(number))
  }

  /// An amount with thousands apart, or nothing when it is unknown: `1,299.00`.
  static func money(_ minor: Int64?, currency: Currency) -> String {
    guard let minor else { return "" }
    let text = Money(minor: minor, currency: currency).plainText
    let parts = text.split(separator: ".", maxSplits: 1)
    let whole = grouped(String(parts.first ?? ""))
    return parts.count == 2 ? whole + "." + parts[1] : whole
  }

  /// `1 item`, `2 items`, `1,204 items`.
  static func items(_ number: Int) -> String {
    "\(count(number)) item\(number == 1 ? "" : "s")"
  }

  private static func grouped(_ digits: String) -> String {
    var text = ""
    let characters = Array(digits)
    for (index, character) in characters.enumerated() {
      let rest = characters.count - index
      if index > 0, rest % 3 == 0, characters[index - 1] != "-" { text.append(",") }
      text.append(character)
    }
    return text
  }
}
