import Terminal

/// Why an app was launched (contract 8.1.1).
nonisolated public struct LaunchOptions: Hashable, Sendable {
  /// What the command line asks to show; it takes precedence over the saved place.
  public var item: String?

  /// How often the app was restarted after a crash; 0 if a person started it.
  public var restarts: Int

  /// Makes options.
  public init(item: String? = nil, restarts: Int = Guardian.restarts) {
    self.item = item
    self.restarts = restarts
  }
}
