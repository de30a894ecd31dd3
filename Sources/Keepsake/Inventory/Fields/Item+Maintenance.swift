/// A maintenance that was done.
public struct MaintenanceEntry: Hashable, Sendable {
  /// The day when it was done.
  public var day: CalendarDate
  /// Its cost in minor units; `nil` if unknown.
  public var cost: Int64?
  /// A note in one line; empty for none.
  public var note: String

  /// Makes an entry.
  public init(day: CalendarDate, cost: Int64? = nil, note: String = "") {
    (self.day, self.cost, self.note) = (day, cost, note)
  }
}

extension Item {
  /// Whether anything has to be done from time to time, or on a day.
  public var needsMaintenance: Bool {
    !maintenance.isEmpty || !maintenanceInterval.isEmpty || maintenanceDue != nil
  }

  /// The name of the task; a general one if the user gave none.
  public var maintenanceTitle: String { maintenance.isEmpty ? "Maintenance" : maintenance }

  /// Adds a line to the log, and plans the next maintenance an interval after the entry.
  ///
  /// Without an interval, none is planned. Changes nothing if the item needs no maintenance.
  mutating func completeMaintenance(_ entry: MaintenanceEntry, currency: Currency) {
    guard needsMaintenance else { return }
    let cost = entry.cost.map { minor in
      Money(minor: minor, currency: currency).plainText + " " + currency.code
    }
    let parts = [maintenanceTitle, cost, Self.oneLine(entry.note)].compactMap(\.self)
    let line = "\(entry.day.text): " + parts.filter { !$0.isEmpty }.joined(separator: ", ")
    maintenanceLog = maintenanceLog.isEmpty ? line : line + "\n" + maintenanceLog
    maintenanceDue = MaintenanceInterval(maintenanceInterval)?.day(after: entry.day)
  }

  /// A text without line ends, which would end the entry.
  private static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 }).trimmedOfBlanks
  }
}

extension MaintenanceEntry {
  /// A text that can't be understood.
  public enum Problem: Error, Hashable, Sendable {
    /// The day.
    case day(FieldError.Reason)
    /// The cost.
    case cost(FieldError.Reason)
  }

  /// Parses typed texts; without a day, it is today's.
  public init(
    day: String, cost: String, note: String, _ reading: FieldReading
  ) throws(Problem) {
    let found: CalendarDate?
    do { found = try reading.day(day) } catch { throw .day(error) }
    let amount: ColumnValue
    do { amount = try FieldKind.money.parse(cost, reading) } catch { throw .cost(error) }
    guard let date = found ?? reading.clock?.today else { throw .day(.notADate) }
    self.init(day: date, cost: amount.integer, note: note)
  }
}
