/// How far an import is, for those who wait for it.
public enum ImportStep: Sendable {
  /// Copying attached files: how many of how many.
  case copying(Int, of: Int)
  /// Reading items: how many so far, and the share of the file from 0 to 1 if its size is known.
  case reading(Int, share: Double?)
  /// Numbering new items: how many of how many.
  case numbering(Int, of: Int)
  /// Writing everything to the disk.
  case saving

  /// The number of items between two reports.
  static let interval = 500
}
