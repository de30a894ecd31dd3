import HouseholdExchange
import HouseholdServer
import Inventory
import Protection
import Reprise
import Terminal

nonisolated extension Console {
  /// The exit status and the message for any error.
  static func describe(_ failure: Error) -> (status: Int32, text: String) {
    switch failure {
    case let failure as InventoryError:
      return (failure.exitCode, failure.message + hint(for: failure))
    case let failure as AmbiguousItem:
      return (UsageFailure.Status.usage.rawValue, failure.message)
    case let failure as LineError: return (status(of: failure), failure.description)
    case let failure as ExchangeError: return (status(of: failure), failure.description)
    case let failure as ProtectionError: return (status(of: failure), words(for: failure))
    case TerminalError.inBackground: break
    case let failure as TerminalError:
      return (
        UsageFailure.Status.noTerminal.rawValue,
        "\(failure); `keepsake list`, `import` and `export` work without one"
      )
    default: break
    }
    let failure = CommandFailure(describing: failure)
    return (failure.status.rawValue, failure.message)
  }

  /// The limit of the size of files, if a write may have failed because of it.
  private static func hint(for failure: InventoryError) -> String {
    guard failure.exitCode == UsageFailure.Status.inputOutput.rawValue,
      let limit = SystemLimits.fileSizeLimit
    else { return "" }
    return "; the system limits files to \(limit >> 10) KiB: allow more with: ulimit -f unlimited"
  }

  private static func status(of failure: LineError) -> Int32 {
    let status: UsageFailure.Status =
      switch failure {
      case .badAddress: .usage
      case .refused, .unknownHousehold: .permission
      case .protocolViolation, .otherVersion: .badData
      default: .failure
      }
    return status.rawValue
  }

  private static func status(of failure: ExchangeError) -> Int32 {
    let status: UsageFailure.Status =
      switch failure {
      case .serverSetBack: .failure
      case .noHousehold, .noKey: .noInput
      }
    return status.rawValue
  }

  /// What happened and what to do.
  private static func words(for failure: ProtectionError) -> String {
    switch failure {
    case .locked:
      "the passphrase was not typed since the machine started, or the kernel keeps no key for other "
        + "programs: open a window of keepsake, then say this again"
    case .machineKey:
      "\(failure): move it away; another is made, and the passphrase opens everything as before"
    case .damaged, .damagedKey:
      "\(failure): put it back from a backup, or go on without what it opens: "
        + "keepsake passphrase --forget"
    default: failure.description
    }
  }

  private static func status(of failure: ProtectionError) -> Int32 {
    let status: UsageFailure.Status =
      switch failure {
      case .wrongPassphrase, .wrongOnceMore, .foreign: .permission
      case .wait: .locked
      case .damaged, .damagedKey, .machineKey: .badData
      case .exists: .cannotCreate
      case .locked, .newer, .unusable: .failure
      }
    return status.rawValue
  }
}
