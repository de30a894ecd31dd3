import Inventory

/// Numbers as a person reads them.
nonisolated enum Figures {
  /// A count with thousands apart: `120,000`.
  static func count(_ number: Int) -> String {
    CountText.text(number)
  }

  /// An amount with thousands apart, or nothing when it is unknown: `1,299.00`.
  static func money(_ minor: Int64?, currency: Currency) -> String {
    guard let minor else { return "" }
    let text = Money(minor: minor, currency: currency).plainText
    let parts = text.split(separator: ".", maxSplits: 1)
    let whole = CountText.grouped(String(parts.first ?? ""))
    return parts.count == 2 ? whole + "." + String(parts[1]) : whole
  }

  /// `1 new place`, `2 new places`.
  static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(count(number)) \(number == 1 ? one : many)"
  }

  /// `1 item`, `2 items`, `1,204 items`.
  static func items(_ number: Int) -> String {
    CountText.items(number)
  }
}
