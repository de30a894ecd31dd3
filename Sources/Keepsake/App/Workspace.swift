import Foundation
import Reprise

/// Where this run of the program works.
nonisolated enum Workspace {
  /// The session that the command line works for, so that undo in the interface takes it back.
  static let mainSession = "main"

  /// The demo has directories of its own.
  static let demoFolder = "keepsake/demo"

  /// The directories of this login.
  static func paths(isDemo: Bool = false) throws(UsageFailure) -> AppDirectories {
    try AppDirectories(
      name: isDemo ? demoFolder : "keepsake", variables: ProcessInfo.processInfo.environment)
  }
}
