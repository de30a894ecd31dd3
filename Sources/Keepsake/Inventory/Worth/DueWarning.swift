/// A warning about a date of an item, as of a day.
public enum DueWarning: Hashable, Sendable {
  /// A day has passed by which the item should be back, or its maintenance done.
  case overdue
  /// The warranty ends in some days; 0 for today.
  case warrantyEnds(days: Int)
  /// The warranty has ended.
  case warrantyEnded

  /// The days before the end of a warranty from which on it needs attention.
  public static let warrantyDays = 30

  /// The warning of a loan or of maintenance; `nil` while it isn't overdue.
  public init?(dueBack: CalendarDate?, on day: CalendarDate) {
    guard let dueBack, dueBack < day else { return nil }
    self = .overdue
  }

  /// The warning of a warranty; `nil` if it ends in more than ``warrantyDays``.
  public init?(warrantyUntil: CalendarDate?, on day: CalendarDate) {
    guard let warrantyUntil else { return nil }
    let days = day.days(to: warrantyUntil)
    guard days <= Self.warrantyDays else { return nil }
    self = days < 0 ? .warrantyEnded : .warrantyEnds(days: days)
  }
}

extension Item {
  /// The warning of a field that is a date; `nil` for other fields, for dates that warn of nothing, and for what was sold.
  public func warning(of field: ItemField, on day: CalendarDate) -> DueWarning? {
    if isSold { return nil }
    return switch field {
    case .dueBack: lentTo.isEmpty ? nil : DueWarning(dueBack: dueBack, on: day)
    case .maintenanceDue: DueWarning(dueBack: maintenanceDue, on: day)
    case .warrantyUntil: DueWarning(warrantyUntil: warrantyUntil, on: day)
    default: nil
    }
  }
}
