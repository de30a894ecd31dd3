/// A medium that has ratings.
nonisolated public enum RatedMedium: String, Hashable, Sendable, CaseIterable {
  /// Programs, and the parts of a program.
  case app
  /// Films.
  case movie
  /// Television and series.
  case television
}
