import Guardian
import Terminal

/// Why an app was launched (contract 8.1.1).
nonisolated public struct LaunchOptions: Hashable, Sendable {
  /// The item to show, from the command line; it takes precedence over the restored state.
  public var item: String?

  /// How often the app was restarted after a crash; 0 if a person started it.
  public var restarts: Int

  /// Makes options.
  public init(item: String? = nil, restarts: Int = Guardian.restarts) {
    self.item = item
    self.restarts = restarts
  }
}
