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
  /// Whatever is wrong in the administrator's file counts as a prohibition, so that a slip of the pen
  /// opens nothing: a wrong value makes its key the strictest, and anything else that is wrong (a line that
  /// cannot be read, an unknown or repeated key, a file that cannot be opened) makes all keys
  /// the strictest, since it could have meant each. In the person's own file such a key is unknown.
  public func read() -> RestrictionReading {
    var policy = RestrictionText(file: administrator)
    var own = RestrictionText(file: personal)
    let ownRestrictions = own.restrictions()
    return RestrictionReading(
      restrictions: policy.strictRestrictions().over(ownRestrictions),
      problems: policy.problems.map {
        PreferenceProblem(
          file: $0.file, line: $0.line, text: $0.text + "; until then the strictest counts")
      } + own.problems)
  }
}

/// What restriction files say.
nonisolated public struct RestrictionReading: Hashable, Sendable {
  /// What is allowed.
  public let restrictions: ContentRestrictions

  /// What does not count as it stands, the administrator's file first.
  public let problems: [PreferenceProblem]
}
