import Foundation

/// The values of an item that a report totals and sorts; small, since there can be many.
struct ReportLine {
  /// The row number.
  let id: Int64
  /// The path of its place; `nil` if it is unplaced.
  let place: String?
  let category: String?
  /// The line value in minor units; `nil` if unknown.
  let value: Int64?
  let isEstimated: Bool
  /// The actual cash value; `nil` if unknown.
  let cashValue: Int64?
  /// The price paid for all of it; `nil` if unknown.
  let paid: Int64?

  init(
    id: Int64, item: Item, relations: ItemRelations, usefulLife: Int?, day: CalendarDate
  ) {
    self.id = id
    place = relations.placePath
    category = relations.category
    value = item.unitValue.flatMap { PostgresValue.minor(unit: $0, quantity: item.quantity) }
    isEstimated = item.replacementValue == nil
    cashValue = value.map {
      ActualCashValue.minor(of: $0, usefulLife: usefulLife, bought: item.purchaseDate, on: day)
    }
    paid = item.purchasePrice.flatMap { PostgresValue.minor(unit: $0, quantity: item.quantity) }
  }
}

/// The sums of some lines.
struct ReportSum {
  /// The total replacement value.
  private(set) var value = Totals()
  /// The total cash value of the lines with a known value.
  private(set) var cashValue: Int64 = 0

  /// The total cash value: an estimate where the total value is one, and unknown where that is.
  var cash: Totals {
    var cash = value
    cash.sum = cashValue
    return cash
  }

  mutating func add(_ line: ReportLine) throws(InventoryError) {
    try value.add(line: line.value, isEstimated: line.isEstimated)
    cashValue = try Totals.sum(cashValue, line.cashValue ?? 0)
  }
}

/// The CSV columns of a report, which are those of a claim form.
///
/// Amounts are plain numbers, so that programs can add them up. “Estimated” means that replacement
/// value and actual cash value are based on the price paid.
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
