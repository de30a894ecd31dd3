/// What a report contains.
package struct ReportExtent: Hashable, Sendable {
  /// The number of items.
  package var items: Int
  /// The number of attached files that it names and does not contain, such as receipts as PDF.
  package var separateFiles = 0
}
