/// The options of an import.
public struct ImportOptions: Sendable {
  /// Only report what would happen.
  public var isDryRun = false
  /// A price of 0 means an unknown price.
  public var zeroIsUnknown = false
  /// A blank leaves a stored value as it is; otherwise it removes it.
  public var keepsBlanks = false
  /// Items with problems are skipped; otherwise a single problem prevents the import.
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
