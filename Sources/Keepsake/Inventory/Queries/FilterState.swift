/// A state of an item that a filter asks for: `is:lent`.
///
/// `is:archived` and `is:trash` aren't among them: they choose an ``ItemShelf``.
enum FilterState: String, CaseIterable, Sendable {
  case insured, sold, lent, overdue, expired, unplaced, estimated
  case isPrivate = "private"

  /// The condition in SQL on a row of `item`.
  func sql(today: CalendarDate) -> String {
    switch self {
    case .insured: "item.insured <> 0"
    case .sold: ValueClause.isSold
    case .lent: "item.lent_to <> ''"
    case .overdue: DueDate.isOverdue(on: today)
    case .expired: "item.warranty_lifetime = 0 AND item.warranty_until < '\(today.text)'"
    case .unplaced: "item.location_id IS NULL"
    case .estimated: "item.replacement_minor IS NULL AND item.purchase_price_minor IS NOT NULL"
    case .isPrivate:
      """
      EXISTS (SELECT 1 FROM custom_field WHERE item_id = item.id AND name = '\(Item.sealedField)')
      """
    }
  }

  /// Whether an open item has the state.
  func holds(for item: Item, today: CalendarDate) -> Bool {
    switch self {
    case .insured: item.isInsured
    case .sold: item.isSold
    case .lent: !item.lentTo.isEmpty
    case .overdue: item.warning(of: .dueBack, on: today) != nil
    case .expired: !item.hasLifetimeWarranty && item.warrantyUntil.map { $0 < today } ?? false
    case .unplaced: item.place == nil
    case .estimated: item.replacementValue == nil && item.purchasePrice != nil
    case .isPrivate: true
    }
  }
}
