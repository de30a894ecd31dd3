/// The CSV columns of a report, which are those of a claim form.
///
/// Amounts are plain numbers, so that programs can add them up: “Estimated” says that replacement value and
/// actual cash value stand on the price paid.
struct ReportColumns {
  let names: [String]
  private let currency: Currency
  private let hasNotes: Bool

  init(currency: Currency, hasNotes: Bool) {
    self.currency = currency
    self.hasNotes = hasNotes
    names =
      [
        "No.", "Item", "Description", "Place", "Category", "Quantity", "Maker", "Model",
        "Serial no.", "Condition", "Bought on", "Bought from", "Price paid", "Replacement value",
        "Estimated", "Actual cash value", "Currency", "Evidence",
      ] + (hasNotes ? ["Notes"] : [])
  }

  /// The fields of an item; an unknown amount is empty, never 0.
  func fields(of report: ReportItem) -> [String] {
    let (item, line) = (report.item, report.line)
    let isEstimated = line.value != nil && line.isEstimated
    return [
      "\(report.number)", item.name, item.description, report.relations.placePath ?? "",
      report.relations.category ?? "", Quantity.text(item.quantity), item.manufacturer,
      item.modelNumber, item.serialNumber, item.condition, item.purchaseDate?.text ?? "",
      item.purchaseFrom, amount(line.paid), amount(line.value), isEstimated ? "yes" : "",
      amount(line.cashValue), currency.code,
      report.evidence.map(\.text).joined(separator: "; "),
    ] + (hasNotes ? [item.notes] : [])
  }

  private func amount(_ minor: Int64?) -> String {
    minor.map { Money(minor: $0, currency: currency).plainText } ?? ""
  }
}
