import GRDB

/// A date of items that needs attention.
public enum DueDate: Hashable, Codable, Sendable {
  /// The item was lent and should have been back before the day.
  case overdue(CalendarDate)
  /// The warranty ends between the two days.
  case warranty(CalendarDate, through: CalendarDate)

  /// The name that ``init(name:)`` parses.
  var name: String {
    switch self {
    case .overdue(let day): "loan \(day.text)"
    case .warranty(let first, let last): "warranty \(first.text) \(last.text)"
    }
  }

  init?(name: String) {
    let words = name.split(separator: " ")
    let days = words.dropFirst().compactMap { CalendarDate(iso: String($0)) }
    switch (words.first, days.count) {
    case ("loan", 1): self = .overdue(days[0])
    case ("warranty", 2): self = .warranty(days[0], through: days[1])
    default: return nil
    }
  }

  /// The SQL condition on a row of `item` for a loan that is overdue on a day; a sold item isn't waited for.
  static func isOverdue(on day: CalendarDate) -> String {
    "(item.lent_to <> '' AND item.due_back < '\(day.text)' AND NOT \(ValueClause.isSold))"
  }

  /// The SQL condition on a row of `item`; `nil` if the file is older than the date.
  ///
  /// A day has only digits and hyphens, so it can be part of a statement.
  func condition(_ db: Database) throws -> String? {
    switch self {
    case .overdue(let day):
      guard try db.hasColumn("due_back", in: "item") else { return nil }
      return Self.isOverdue(on: day)
    case .warranty(let first, let last):
      return "(item.warranty_until BETWEEN '\(first.text)' AND '\(last.text)')"
    }
  }
}
