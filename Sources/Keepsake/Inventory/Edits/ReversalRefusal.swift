/// Why a change of the past can't be undone.
public struct ReversalRefusal: Hashable, Sendable {
  /// The reason.
  public enum Reason: Hashable, Sendable {
    /// Other changes came after it: each value that it wrote, and the present one.
    ///
    /// Empty for a place or a file, whose values are not compared one by one.
    case changedSince([ItemChange])
    /// The changed row was deleted for good.
    case purged
    /// It made something private or public.
    case privacy
    /// Its values are not kept.
    case unknownValues
    /// It is a change of a tag or category, which only undo takes back, after the changes made since.
    case inOrderOnly
    /// It imported this number of rows.
    case tooManyRows(Int)
  }

  /// The name of what it changed; empty if unknown.
  public var name: String
  /// The reason.
  public var reason: Reason

  /// Makes a refusal.
  public init(name: String, reason: Reason) { (self.name, self.reason) = (name, reason) }
}

/// The result of undoing changes of the past.
public enum ReversalOutcome: Hashable, Sendable {
  /// The former values are back; a count of 0 means that they were back already.
  case undone(ChangeSummary)
  /// Nothing was changed.
  case refused(ReversalRefusal)
}
