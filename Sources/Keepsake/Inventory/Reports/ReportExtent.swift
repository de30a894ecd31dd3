/// What a report contains.
package struct ReportExtent: Hashable, Sendable {
  /// The number of items.
  package var items: Int
  /// The number of attached files that it names and does not contain, such as receipts as PDF.
  package var separateFiles = 0
  /// The number of photos and other pictures that it cannot show, which are among the separate files.
  package var unshownPhotos = 0
  /// The first of them, and why: `“pot.jpg” (file missing)`.
  package var firstUnshown: String?
  /// The number of pictures that nothing could check.
  package var uncheckedPictures = 0
  /// Why the first of them wasn't checked.
  package var uncheckedReason: String?
}
