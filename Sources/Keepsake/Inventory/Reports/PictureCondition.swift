/// Whether a picture can be shown, as the program that decodes it reports.
public enum PictureCondition: Hashable, Sendable {
  /// It can be shown.
  case whole
  /// It can't be shown, and why: `damaged or cut short`.
  case damaged(String)
  /// No program could check it, and why: `reprise-pictures is missing`.
  case unchecked(String)
}
