import Foundation

/// One item of a report, as far as totals and order need it; there may be many.
struct ReportLine {
  /// Its row.
  let id: Int64
  /// The path of its place; nil: unplaced.
  let place: String?
  let category: String?
  /// What it is worth, in minor units; nil: nobody knows.
  let value: Int64?
  let isEstimated: Bool
  /// What an insurer pays for it as it is; nil: nobody knows.
  let cashValue: Int64?
  /// What was paid for all of it; nil: nobody knows.
  let paid: Int64?

  init(
    id: Int64, item: Item, relations: ItemRelations, usefulLife: Int?, day: CalendarDate
  ) {
    self.id = id
    place = relations.placePath
    category = relations.category
    value = item.unitValue.flatMap { LineValue.minor(unit: $0, quantity: item.quantity) }
    isEstimated = item.replacementValue == nil
    cashValue = value.map {
      ActualCashValue.minor(of: $0, usefulLife: usefulLife, bought: item.purchaseDate, on: day)
    }
    paid = item.purchasePrice.flatMap { LineValue.minor(unit: $0, quantity: item.quantity) }
  }
}

/// What some lines come to.
struct ReportSum {
  /// The replacement value.
  private(set) var value = Totals()
  /// The cash value of those whose value is known.
  private(set) var cashValue: Int64 = 0

  mutating func add(_ line: ReportLine) throws(InventoryError) {
    try value.add(line: line.value, isEstimated: line.isEstimated)
    cashValue = try Totals.sum(cashValue, line.cashValue ?? 0)
  }
}
