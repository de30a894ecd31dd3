import Inventory
import Reprise

nonisolated extension Console {
  /// The exit status and the line for anything that can go wrong.
  static func describe(_ failure: Error) -> (status: Int32, text: String) {
    switch failure {
    case let failure as UsageFailure: (failure.status.rawValue, failure.message)
    case let failure as InventoryError: (failure.exitCode, failure.message)
    case let failure as StateError: (status(of: failure).rawValue, failure.description)
    case let failure as SystemLimitFailure: (UsageFailure.Status.system.rawValue, "\(failure)")
    case TerminalError.inBackground:
      (UsageFailure.Status.noTerminal.rawValue, "\(failure)")
    case let failure as TerminalError:
      (
        UsageFailure.Status.noTerminal.rawValue,
        "\(failure); `keepsake list`, `import` and `export` work without one"
      )
    default: (UsageFailure.Status.failure.rawValue, "\(failure)")
    }
  }

  private static func status(of failure: StateError) -> UsageFailure.Status {
    switch failure {
    case .foreign: .permission
    case .unwritable: .cannotCreate
    case .busy, .occupied: .locked
    case .badName: .usage
    case .damaged: .badData
    case .newer, .locked: .failure
    }
  }
}
