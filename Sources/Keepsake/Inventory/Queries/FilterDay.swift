/// A date in a filter: a year, a month or a day, or a distance from today.
enum FilterDay: Hashable, Sendable {
  /// All days from one through another: `2024`, `2024-05`, `2024-05-31`.
  case span(CalendarDate, CalendarDate)
  /// A number of days, weeks, months or years: `90d`, `2w`, `6m`, `1y`.
  case distance(Int, Unit)

  enum Unit: Character, Hashable, Sendable {
    case days = "d"
    case weeks = "w"
    case months = "m"
    case years = "y"
  }

  /// Parses a date of a filter; `nil` for any other text.
  init?(_ text: String) {
    if let span = Self.span(text) {
      self = span
    } else if let unit = text.last.flatMap(Unit.init), let count = Int(text.dropLast()),
      (0...100_000).contains(count)
    {
      self = .distance(count, unit)
    } else {
      return nil
    }
  }

  private static func span(_ text: String) -> FilterDay? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let widths = parts.map(\.utf8.count)
    guard [[4], [4, 2], [4, 2, 2]].contains(widths) else { return nil }
    let numbers = parts.compactMap { CalendarDate.number($0.utf8) }
    guard numbers.count == parts.count else { return nil }
    let (month, day) = (numbers.dropFirst().first, numbers.dropFirst(2).first)
    guard let first = CalendarDate(year: numbers[0], month: month ?? 1, day: day ?? 1) else {
      return nil
    }
    if day != nil { return .span(first, first) }
    let months = month == nil ? 12 : 1
    // The last month of the last year has no month after it.
    let last = first.adding(months: months)?.adding(days: -1)
    return .span(first, last ?? CalendarDate(unchecked: first.year, 12, 31))
  }

  /// The first and the last day that match.
  ///
  /// - Parameters:
  ///   - isFuture: Whether a distance counts from today on, as for the end of a warranty, and not backwards.
  func days(
    _ comparison: FilterComparison, today: CalendarDate, isFuture: Bool
  ) -> ClosedRange<CalendarDate>? {
    switch self {
    case .span(let first, let last):
      return switch comparison {
      case .less: Self.range(.earliest, first.adding(days: -1))
      case .atMost: Self.range(.earliest, last)
      case .equal, .contains: Self.range(first, last)
      case .atLeast: Self.range(first, .latest)
      case .more: Self.range(last.adding(days: 1), .latest)
      }
    case .distance(let count, let unit):
      return Self.days(comparison, count, unit, from: today, isFuture: isFuture)
    }
  }

  private static func days(
    _ comparison: FilterComparison, _ count: Int, _ unit: Unit, from today: CalendarDate,
    isFuture: Bool
  ) -> ClosedRange<CalendarDate>? {
    let count = isFuture ? count : -count
    let day: CalendarDate? =
      switch unit {
      case .days: today.adding(days: count)
      case .weeks: today.adding(days: count * 7)
      case .months: today.adding(months: count)
      case .years: today.adding(months: count * 12)
      }
    let edge = day ?? (isFuture ? .latest : .earliest)
    let inward = edge.adding(days: isFuture ? -1 : 1) ?? edge
    let outward = edge.adding(days: isFuture ? 1 : -1)
    return switch comparison {
    case .less: isFuture ? range(today, inward) : range(inward, today)
    case .atMost: isFuture ? range(today, edge) : range(edge, today)
    case .equal, .contains: range(edge, edge)
    case .atLeast: isFuture ? range(edge, .latest) : range(.earliest, edge)
    case .more: isFuture ? range(outward, .latest) : range(.earliest, outward)
    }
  }

  private static func range(
    _ first: CalendarDate?, _ last: CalendarDate?
  ) -> ClosedRange<CalendarDate>? {
    guard let first, let last, first <= last else { return nil }
    return first...last
  }
}

extension CalendarDate {
  /// The first day that a date can be.
  fileprivate static let earliest = CalendarDate(unchecked: 1000, 1, 1)
  /// The last day that a date can be.
  fileprivate static let latest = CalendarDate(unchecked: 9999, 12, 31)
}
