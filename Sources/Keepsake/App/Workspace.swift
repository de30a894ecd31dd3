import Foundation

/// Where this run of the program works.
nonisolated enum Workspace {
  /// The session that the command line works for, so that undo in the interface takes it back.
  static let mainSession = "main"

  /// A name that no session has, for a window that could not open one.
  static func nameOfNobody() -> String { "nobody-" + UUID().uuidString.lowercased() }

  /// The directories of this login.
  static func paths(isDemo: Bool = false) throws(UsageFailure) -> DataPaths {
    try DataPaths(environment: ProcessInfo.processInfo.environment, isDemo: isDemo)
  }
}
