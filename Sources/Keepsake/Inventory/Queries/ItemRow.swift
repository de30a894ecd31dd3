import Foundation

/// An item as lists show it.
public struct ItemRow: Hashable, Codable, Sendable {
  /// Its identity.
  public var uuid: UUID
  /// Its name.
  public var name: String
  /// The path of its place; `nil` if it is unplaced.
  public var placePath: String?
  /// Its quantity.
  public var quantity: Double
  /// The line value in minor units: quantity times replacement value, or else times price; `nil` if unknown.
  public var lineValue: Int64?
  /// Whether the value is based on the price paid.
  public var isEstimated = false
  /// Whether it was sold, so that no total includes it.
  public var isSold = false
  /// The day by which it should be back while it is lent; `nil` without one.
  public var dueBack: CalendarDate?
  /// The last day of its warranty; `nil` if unknown.
  public var warrantyUntil: CalendarDate?
  /// The day of its next maintenance; `nil` without one.
  public var maintenanceDue: CalendarDate?
  /// Whether it is private and open here; a masked item is recognized by its name.
  public var isPrivate = false

  /// The line value.
  public func valuation(in currency: Currency) -> Valuation {
    Valuation(line: lineValue, isEstimated: isEstimated, currency: currency)
  }
}

extension ItemRow {
  /// The row of a private item that is open in memory.
  init(_ open: OpenItem) {
    let item = open.item
    self.init(
      uuid: item.uuid, name: item.name, placePath: open.placePath, quantity: item.quantity,
      lineValue: item.unitValue.flatMap { PostgresValue.minor(unit: $0, quantity: item.quantity) },
      isEstimated: item.replacementValue == nil,
      isSold: Item.isSold(
        hasDate: item.soldDate != nil, buyer: item.soldTo, price: item.soldPrice),
      dueBack: item.lentTo.isEmpty ? nil : item.dueBack, warrantyUntil: item.warrantyUntil,
      maintenanceDue: item.maintenanceDue, isPrivate: true)
  }
}

extension ItemRow {
  /// The warning of the item in lists: an overdue loan or maintenance, else a warranty that ends soon.
  ///
  /// The end of a warranty is the rule for old things, so lists don't mark it.
  public func warning(on day: CalendarDate) -> DueWarning? {
    if isSold { return nil }
    if let overdue = DueWarning(dueBack: dueBack, on: day) { return overdue }
    if let overdue = DueWarning(dueBack: maintenanceDue, on: day) { return overdue }
    let warranty = DueWarning(warrantyUntil: warrantyUntil, on: day)
    return warranty == .warrantyEnded ? nil : warranty
  }
}

/// The position of a row in a list: its sort key (``OrderClause``), then its number.
struct RowPosition: Hashable, Sendable {
  var key: ColumnValue
  var id: Int64
}

/// A row with its position.
struct PositionedRow: Sendable {
  var position: RowPosition
  var row: ItemRow
}

/// Consecutive rows and the index of the first.
struct RowPage: Sendable {
  var start: Int
  var rows: [PositionedRow]

  var end: Int { start + rows.count }

  func contains(_ index: Int) -> Bool { index >= start && index < end }
}
