/// The options of a report.
package struct ReportOptions: Hashable, Sendable {
  /// The query that selects the items; empty for all.
  package var query = ""
  /// Whether it includes notes.
  package var hasNotes = true
  /// Whether it includes pictures; the list of evidence is always there.
  package var hasPhotos = true
  /// The day of the report, for the age of items.
  package var day: CalendarDate
  /// How to write numbers.
  package var customs: Customs

  /// The options for a report of everything.
  package init(day: CalendarDate, customs: Customs = .plain) {
    self.day = day
    self.customs = customs
  }
}
