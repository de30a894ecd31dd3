import Foundation
import Reprise

/// Where Keepsake keeps things, by the XDG base directory rules.
///
/// An unset, empty or relative variable counts as not set. The demo has directories of its own.
nonisolated struct DataPaths {
  /// The inventory and the drafts.
  let data: String

  /// Sessions: what the screen looked like.
  let state: String

  /// Works the directories out.
  ///
  /// - Parameter environment: The environment variables.
  init(environment: [String: String], isDemo: Bool = false) throws(UsageFailure) {
    let name = isDemo ? "keepsake/demo" : "keepsake"
    data = try Self.base("XDG_DATA_HOME", ".local/share", environment) + "/" + name
    state = try Self.base("XDG_STATE_HOME", ".local/state", environment) + "/" + name
  }

  /// The key file of this login, kept with the data and never beside the state.
  var keyFile: String { data + "/state.key" }

  /// What each launch brought back, and what not; names and numbers, never content.
  var logFile: String { state + "/log" }

  private static func base(
    _ variable: String, _ fallback: String, _ environment: [String: String]
  )
    throws(UsageFailure) -> String
  {
    if let path = environment[variable], path.hasPrefix("/") { return path }
    if let home = environment["HOME"], home.hasPrefix("/") { return home + "/" + fallback }
    if let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir {
      let path = String(cString: home)
      if path.hasPrefix("/") { return path + "/" + fallback }
    }
    throw UsageFailure(
      status: .cannotCreate,
      message: "there is no home directory: set HOME, or \(variable), to an absolute path")
  }
}
