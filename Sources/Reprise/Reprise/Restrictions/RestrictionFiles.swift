/// The two files that say what a login may see: the administrator's and the person's own.
///
/// ```toml
/// [com.apple.content-rating]
/// ExplicitBooksAllowed = false
/// MovieRating = 340
/// ```
///
/// The administrator's counts before the person's, key by key, also where it allows more.
nonisolated public struct RestrictionFiles: Hashable, Sendable {
  /// The path of the administrator's file.
  public var administrator: String

  /// The path of the person's own file.
  public var personal: String

  /// Names two files, which need not exist.
  ///
  /// Take those of ``AppDirectories/restrictions``; others are for tests.
  public init(administrator: String, personal: String) {
    (self.administrator, self.personal) = (administrator, personal)
  }

  /// Both paths, as for ``SystemFiles/configuration``.
  public var all: [String] { [administrator, personal] }

  /// Reads both files, with one attempt to open each.
  ///
  /// Whatever is wrong in a file counts as a prohibition, so that a slip of the pen
  /// opens nothing: a wrong value makes its key the strictest, and anything else that is wrong (a line that
  /// cannot be read, an unknown or repeated key, a file that cannot be opened) makes all keys of the file
  /// the strictest, since it could have meant each.
  public func read() -> RestrictionReading {
    var policy = RestrictionText(file: administrator)
    var own = RestrictionText(file: personal)
    let restrictions = policy.restrictions().over(own.restrictions())
    return RestrictionReading(
      restrictions: restrictions, problems: policy.problems + own.problems)
  }
}

/// What restriction files say.
nonisolated public struct RestrictionReading: Hashable, Sendable {
  /// What is allowed.
  public let restrictions: ContentRestrictions

  /// What does not count as it stands, the administrator's file first.
  public let problems: [PreferenceProblem]
}
