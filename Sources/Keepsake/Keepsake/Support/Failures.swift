import Foundation
import Sync
import Inventory
import Reprise
import RepriseCommands
import RepriseSecurity
import Terminal

/// Ends a command with a message for the user and a status for the shell.
typealias UsageFailure = CommandFailure

nonisolated extension UsageFailure {
  /// A login with content limits may not do something.
  ///
  /// - Parameter deed: The action in words: `make a backup`.
  static func limited(to deed: String) -> UsageFailure {
    UsageFailure(
      status: .permission,
      message: "this login may not \(deed): restrictions.toml limits what it sees")
  }
}

/// Several items match a text that should name one.
nonisolated struct AmbiguousItem: Error {
  /// The text that names them.
  let text: String
  /// The first of them, a line each: number, name, place.
  let matches: [String]
  /// How many more there are.
  let rest: Int

  /// The most that are listed.
  private static let most = 20

  /// Finds the items again, with their numbers.
  init(_ text: String, in store: InventoryStore) throws(InventoryError) {
    let filter = try store.filter(naming: text)
    let list = try ItemList(store: store, query: ItemQuery(filter: filter))
    let count = try list.count
    var matches: [String] = []
    for index in 0..<min(count, Self.most) {
      guard let row = try list.row(at: index), let item = try store.items.fetch(row.uuid) else {
        break
      }
      matches.append(
        [item.reference, row.name, row.placePath ?? ""]
          .filter { !$0.isEmpty }.joined(separator: "  "))
    }
    self.text = text
    self.matches = matches
    rest = count - matches.count
  }

  /// The line above the matches.
  var message: String {
    "several items match “\(text)”; name one by its number:"
  }
}

/// Several places match a text that should name one.
nonisolated struct AmbiguousPlace: Error {
  /// The text that names them.
  let text: String
  /// Their paths.
  let paths: [String]

  /// The most that are listed.
  static let most = 20

  /// The line above the paths.
  var message: String { "several places match “\(text)”; name one by its path:" }
}

/// Both have the exit statuses of `sysexits.h`.
nonisolated extension CommandFailure {
  init(_ error: InventoryError) {
    self.init(status: Status(rawValue: error.exitCode) ?? .failure, message: error.message)
  }
}

nonisolated extension InventoryError {
  init(_ failure: CommandFailure) {
    let kind = Kind.allCases.first {
      InventoryError($0, "").exitCode == failure.status.rawValue
    }
    self.init(kind ?? .refused, failure.message)
  }
}

nonisolated extension OutputFile {
  /// Appends what an exporter of the inventory wrote.
  func add(_ bytes: [UInt8]) throws(InventoryError) {
    do throws(CommandFailure) {
      try append(bytes)
    } catch {
      throw InventoryError(error)
    }
  }
}

nonisolated extension Console {
  /// Reports the failure of a command and exits.
  static func fail(_ failure: any Error) -> Never {
    if let several = failure as? AmbiguousItem {
      message("keepsake: \(several.message)")
      several.matches.forEach(message)
      if several.rest > 0 { message("and \(Figures.count(several.rest)) more") }
      exit(UsageFailure.Status.usage.rawValue)
    }
    if let several = failure as? AmbiguousPlace {
      message("keepsake: \(several.message)")
      several.paths.prefix(AmbiguousPlace.most).forEach(message)
      let rest = several.paths.count - AmbiguousPlace.most
      if rest > 0 { message("and \(Figures.count(rest)) more") }
      exit(UsageFailure.Status.usage.rawValue)
    }
    fail(describe(failure), of: "keepsake")
  }

  /// The exit status and the message for any error.
  static func describe(_ failure: any Error) -> CommandFailure {
    var described = description(of: failure)
    // A write may have failed because of it.
    if described.status == .inputOutput, let limit = SystemLimits.fileSizeLimit {
      described.message +=
        "; the system limits files to \(limit >> 10) KiB; allow more with: ulimit -f unlimited"
    }
    return described
  }

  private static func description(of failure: any Error) -> CommandFailure {
    switch failure {
    case let failure as InventoryError: CommandFailure(failure)
    case let failure as AmbiguousItem: CommandFailure(status: .usage, message: failure.message)
    case let failure as AmbiguousPlace:
      CommandFailure(status: .usage, message: failure.message)
    case let failure as SyncError:
      CommandFailure(status: status(of: failure), message: failure.description)
    case let failure as ExchangeError:
      CommandFailure(status: status(of: failure), message: failure.description)
    case let failure as ProtectionError:
      CommandFailure(status: status(of: failure), message: words(for: failure))
    case TerminalError.inBackground: CommandFailure(describing: failure)
    case let failure as TerminalError:
      CommandFailure(
        status: .noTerminal,
        message: "\(failure); `keepsake list`, `import` and `export` work without a terminal")
    default: CommandFailure(describing: failure)
    }
  }

  private static func status(of failure: SyncError) -> CommandFailure.Status {
    switch failure {
    case .badAddress: .usage
    case .refused, .unknownHousehold: .permission
    case .protocolViolation, .otherVersion: .badData
    default: .failure
    }
  }

  private static func status(of failure: ExchangeError) -> CommandFailure.Status {
    switch failure {
    case .serverSetBack: .failure
    case .noHousehold, .noKey: .noInput
    }
  }

  /// The error and its remedy.
  private static func words(for failure: ProtectionError) -> String {
    switch failure {
    case .locked:
      "Keepsake is locked: the passphrase was not typed since the machine started, or the kernel keeps no "
        + "keys; open a window of keepsake, then run this again"
    case .machineKey:
      "\(failure): move it away; Keepsake makes another, and the passphrase still opens everything"
    case .damaged, .damagedKey:
      "\(failure): restore it from a backup, or continue without what it opens: "
        + "keepsake passphrase --forget"
    default: failure.description
    }
  }

  private static func status(of failure: ProtectionError) -> CommandFailure.Status {
    switch failure {
    case .wrongPassphrase, .wrongOnceMore, .foreign: .permission
    case .wait: .locked
    case .damaged, .damagedKey, .machineKey: .badData
    case .exists: .cannotCreate
    case .locked, .newer, .unusable: .failure
    }
  }
}
