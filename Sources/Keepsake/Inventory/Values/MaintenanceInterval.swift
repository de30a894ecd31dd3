/// The time from one maintenance to the next, as a number of days, weeks, months or years.
public struct MaintenanceInterval: Hashable, Sendable {
  /// The number of units, from 1 to 9999.
  private let count: Int
  /// `d`, `w`, `m` or `y`.
  private let unit: Substring

  private static let units: [String: Substring] = [
    "d": "d", "day": "d", "days": "d", "w": "w", "week": "w", "weeks": "w", "m": "m",
    "month": "m", "months": "m", "y": "y", "year": "y", "years": "y",
  ]

  /// Parses `6m`, `6 months`, `every 6 months` or `year`; `nil` for any other text.
  public init?(_ text: String) {
    var words = text.trimmedOfBlanks.lowercased()[...]
    if words.hasPrefix("every ") { words = words.dropFirst("every ".count) }
    let digits = words.prefix { ("0"..."9").contains($0) }
    let name = words[digits.endIndex...].drop { $0 == " " }
    guard digits.utf8.count <= 4, let unit = Self.units[String(name)],
      let count = digits.isEmpty && name.count > 1 ? 1 : Int(digits), count > 0
    else { return nil }
    (self.count, self.unit) = (count, unit)
  }

  /// The stored text: `90d`, `2w`, `6m`, `1y`.
  public var text: String { "\(count)\(unit)" }

  /// The day after which the interval has passed; `nil` outside the supported years.
  public func day(after day: CalendarDate) -> CalendarDate? { day.adding(count, unit) }
}
