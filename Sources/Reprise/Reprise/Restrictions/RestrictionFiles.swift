/// The two files with a login's restrictions: the administrator's and the user's own.
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
  /// Errors in a file count as prohibitions, so that a typo never lifts a restriction: an invalid
  /// value makes its key the strictest. Any other error (an unreadable line, an unknown or repeated
  /// key, a file that cannot be opened) makes all keys of the file the strictest, since it could
  /// concern any of them.
  public func read() -> RestrictionReading {
    var policy = RestrictionText(file: administrator)
    var own = RestrictionText(file: personal)
    let restrictions = policy.restrictions().over(own.restrictions())
    return RestrictionReading(
      restrictions: restrictions, problems: policy.problems + own.problems)
  }
}

/// The result of reading the restriction files.
nonisolated public struct RestrictionReading: Hashable, Sendable {
  /// The restrictions.
  public let restrictions: ContentRestrictions

  /// The settings that were not applied as written, the administrator's file first.
  public let problems: [PreferenceProblem]
}
