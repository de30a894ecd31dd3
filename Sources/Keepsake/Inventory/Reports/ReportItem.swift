import Foundation

/// An item of a report in words.
struct ReportItem {
  /// A label and a text.
  struct Fact {
    var label: String
    var text: String
  }

  let number: Int
  let item: Item
  let relations: ItemRelations
  let line: ReportLine
  private(set) var evidence: [ReportEvidence]

  private let currency: Currency
  private let options: ReportOptions

  init(
    number: Int, line: ReportLine, item: Item, relations: ItemRelations,
    evidence: [ReportEvidence], currency: Currency, options: ReportOptions
  ) {
    (self.number, self.line, self.item) = (number, line, item)
    (self.relations, self.evidence) = (relations, evidence)
    (self.currency, self.options) = (currency, options)
  }

  /// The same item with other evidence.
  func with(_ evidence: [ReportEvidence]) -> ReportItem {
    var changed = self
    changed.evidence = evidence
    return changed
  }

  /// The known facts of the item, except its value and its place, which is the heading; unknown values are left out.
  var facts: [Fact] {
    let item = item
    var facts = [
      Fact(label: "Category", text: relations.category ?? ""),
      Fact(label: "Quantity", text: quantity),
      Fact(label: "Maker", text: item.manufacturer),
      Fact(label: "Model", text: item.modelNumber),
      Fact(label: "Serial no.", text: item.serialNumber),
      Fact(label: "Condition", text: item.condition),
      Fact(label: "Bought", text: bought),
      Fact(label: "Age", text: age),
      Fact(label: "Order no.", text: item.orderReference),
      Fact(label: "Warranty", text: warranty),
      Fact(label: "Part of", text: relations.parent?.name ?? ""),
      Fact(label: "Asset no.", text: item.assetNumber.map { AssetNumber.text($0) } ?? ""),
      Fact(label: "Tags", text: item.tags.joined(separator: ", ")),
    ]
    facts += item.fields.map { Fact(label: $0.name, text: $0.value) }
    return facts.filter { !$0.text.isEmpty }
  }

  /// `2`, `1.5 m`; empty for one.
  private var quantity: String {
    guard item.quantity != 1 || !item.unit.isEmpty else { return "" }
    return Quantity.text(item.quantity) + (item.unit.isEmpty ? "" : " " + item.unit)
  }

  private var bought: String {
    let parts = [item.purchaseDate.map(options.customs.text) ?? "", item.purchaseFrom].filter {
      !$0.isEmpty
    }
    return parts.joined(separator: ", ")
  }

  /// `3 years, 2 months`; empty if unknown.
  private var age: String {
    guard let months = item.purchaseDate?.months(to: options.day), months >= 0 else { return "" }
    func count(_ number: Int, _ unit: String) -> String? {
      number == 0 ? nil : "\(number) \(unit)\(number == 1 ? "" : "s")"
    }
    let parts = [count(months / 12, "year"), count(months % 12, "month")].compactMap(\.self)
    return parts.isEmpty ? "new" : parts.joined(separator: ", ")
  }

  private var warranty: String {
    var parts = item.hasLifetimeWarranty ? ["for life"] : []
    if let day = item.warrantyUntil { parts.append("until \(options.customs.text(of: day))") }
    if !item.warrantyDetails.isEmpty { parts.append(item.warrantyDetails) }
    return parts.joined(separator: ", ")
  }

  /// The price paid for all of it.
  var paid: String { text(line.paid) }

  /// The replacement cost; with `≈` if it is an estimate.
  var replacement: String { estimate(line.value) }

  /// The actual cash value; with `≈` if the replacement cost is an estimate.
  var cashValue: String { estimate(line.cashValue) }

  /// The price of one, if there are several.
  var each: String {
    guard item.quantity != 1, let unit = item.unitValue else { return "" }
    return text(unit) + " each"
  }

  /// An amount that follows from the value of the line.
  private func estimate(_ minor: Int64?) -> String {
    line.isEstimated && minor != nil ? MoneyText.estimate + text(minor) : text(minor)
  }

  private func text(_ minor: Int64?) -> String {
    minor.map { MoneyText.text(Money(minor: $0, currency: currency), options.customs) }
      ?? MoneyText.unknown
  }
}
