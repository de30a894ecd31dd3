/// The options of a report.
public struct ReportOptions: Hashable, Sendable {
  /// The query that selects the items; empty for all.
  public var query = ""
  /// Whether it includes notes.
  public var hasNotes = true
  /// Whether it includes pictures; the list of evidence is always there.
  public var hasPhotos = true
  /// The day of the report, for the age of items.
  public var day: CalendarDate
  /// How to write numbers.
  public var customs: Customs

  /// The options for a report of everything.
  public init(day: CalendarDate, customs: Customs = .plain) {
    self.day = day
    self.customs = customs
  }
}
