/// The options of an import.
public struct ImportOptions: Sendable {
  /// Only report what would happen.
  public var isDryRun = false
  /// A price of 0 means an unknown price.
  public var zeroIsUnknown = false
  /// Whether a blank keeps the stored value instead of removing it.
  public var keepsBlanks = false
  /// Whether items with problems are skipped instead of preventing the import.
  public var skipsBad = false

  /// By default the import writes all or nothing, and takes the file at its word.
  public init(
    isDryRun: Bool = false, zeroIsUnknown: Bool = false, keepsBlanks: Bool = false,
    skipsBad: Bool = false
  ) {
    self.isDryRun = isDryRun
    self.zeroIsUnknown = zeroIsUnknown
    self.keepsBlanks = keepsBlanks
    self.skipsBad = skipsBad
  }
}

/// The progress of an import.
public enum ImportStep: Sendable {
  /// Copying attached files: how many of how many.
  case copying(Int, of: Int)
  /// Reading items: how many so far, and the share of the file from 0 to 1 if its size is known.
  case reading(Int, share: Double?)
  /// Numbering new items: how many of how many.
  case numbering(Int, of: Int)
  /// Writing everything to the disk.
  case saving

  /// How many items to read between two progress reports.
  static let interval = 500
}
