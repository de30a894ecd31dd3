/// What an app may do now (contract 1.10).
public enum ApplicationState: Hashable, Sendable {
  /// In front and getting keys.
  case active
  /// In front without getting keys, or just starting.
  case inactive
  /// Not on the screen.
  case background
}
