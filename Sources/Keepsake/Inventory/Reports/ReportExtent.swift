/// What a report contains.
public struct ReportExtent: Hashable, Sendable {
  /// The number of items.
  public var items: Int
  /// The number of attached files that it names and does not contain, such as receipts as PDF.
  public var separateFiles = 0
  /// The number of photos and other pictures that it cannot show, which are among the separate files.
  public var unshownPhotos = 0
  /// The first of them, and why: `“pot.jpg” (file missing)`.
  public var firstUnshown: String?
  /// The number of pictures that nothing could check.
  public var uncheckedPictures = 0
  /// Why the first of them wasn't checked.
  public var uncheckedReason: String?
}
