/// A change, and whether it was made, undone or redone.
public enum LastChange: Hashable, Sendable {
  /// Made for the first time.
  case done(ChangeSummary)
  /// Undone.
  case undone(ChangeSummary)
  /// Redone.
  case doneAgain(ChangeSummary)
}
