/// A change together with how it came about.
public enum LastChange: Hashable, Sendable {
  /// Made for the first time.
  case done(ChangeSummary)
  /// Taken back.
  case undone(ChangeSummary)
  /// Brought back after it was taken back.
  case doneAgain(ChangeSummary)
}
