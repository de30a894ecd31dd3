/// What a report is to hold.
package struct ReportOptions: Hashable, Sendable {
  /// Words that narrow it, as in a list; empty: everything.
  package var query = ""
  /// Whether it holds what a person noted about items.
  package var hasNotes = true
  /// Whether it holds pictures of photos and receipts; the list of evidence is there all the same.
  package var hasPhotos = true
  /// The day of the report, from which ages are counted.
  package var day: CalendarDate
  /// How numbers are written.
  package var customs: Customs

  /// A report of everything.
  package init(day: CalendarDate, customs: Customs = .plain) {
    self.day = day
    self.customs = customs
  }
}
