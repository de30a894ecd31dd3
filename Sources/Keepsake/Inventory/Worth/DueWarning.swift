/// What a date of an item warns of on a day.
public enum DueWarning: Hashable, Sendable {
  /// The item was lent and should be back already.
  case overdue
  /// The warranty ends in some days; 0 for today.
  case warrantyEnds(days: Int)
  /// The warranty has ended.
  case warrantyEnded

  /// The warning of a loan; `nil` while it isn't overdue.
  public init?(dueBack: CalendarDate?, on day: CalendarDate) {
    guard let dueBack, dueBack < day else { return nil }
    self = .overdue
  }

  /// The warning of a warranty; `nil` if it ends later than the reports warn of.
  public init?(warrantyUntil: CalendarDate?, on day: CalendarDate) {
    guard let warrantyUntil else { return nil }
    let days = day.days(to: warrantyUntil)
    guard days <= WorthReport.warrantyDays else { return nil }
    self = days < 0 ? .warrantyEnded : .warrantyEnds(days: days)
  }
}

extension Item {
  /// The warning of a field that is a date; `nil` for other fields, for dates that warn of nothing, and for what was sold.
  public func warning(of field: ItemField, on day: CalendarDate) -> DueWarning? {
    if isSold { return nil }
    return switch field {
    case .dueBack: lentTo.isEmpty ? nil : DueWarning(dueBack: dueBack, on: day)
    case .warrantyUntil: DueWarning(warrantyUntil: warrantyUntil, on: day)
    default: nil
    }
  }
}

extension ItemRow {
  /// The warning of the item in lists: an overdue loan, else a warranty that ends soon.
  ///
  /// The end of a warranty is the rule for old things, so lists don't mark it.
  public func warning(on day: CalendarDate) -> DueWarning? {
    if isSold { return nil }
    if let overdue = DueWarning(dueBack: dueBack, on: day) { return overdue }
    let warranty = DueWarning(warrantyUntil: warrantyUntil, on: day)
    return warranty == .warrantyEnded ? nil : warranty
  }
}
