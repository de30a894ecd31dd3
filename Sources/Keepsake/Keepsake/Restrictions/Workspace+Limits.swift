import Inventory
import Reprise

nonisolated extension Workspace {
  /// What this login may see.
  static func guide() throws(UsageFailure) -> RatingGuide {
    RatingGuide(try paths().restrictions)
  }

  /// Refuses to a login with limits what would show it more than it may see, or replace what it cannot see.
  ///
  /// - Parameter deed: What it may not do: `make a backup`.
  static func requireNoLimits(to deed: String) throws(UsageFailure) {
    guard try !guide().limits.isNone else { return }
    throw UsageFailure(
      status: .permission,
      message: "this login may not \(deed): restrictions.toml limits what it sees")
  }
}
