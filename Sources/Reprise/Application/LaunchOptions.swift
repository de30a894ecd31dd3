import Terminal

/// Why an app was launched (contract 8.1.1).
nonisolated public struct LaunchOptions: Hashable, Sendable {
  /// What the command line asks to be shown; it beats the saved place (design 5.7).
  public var item: String?

  /// How often the app was started again because it crashed: 0 when a person started it.
  public var restarts: Int

  /// Makes options.
  public init(item: String? = nil, restarts: Int = Guardian.restarts) {
    self.item = item
    self.restarts = restarts
  }
}
