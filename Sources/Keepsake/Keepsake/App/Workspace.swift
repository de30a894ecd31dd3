import RepriseCommands
import Foundation
import Inventory
import Reprise

/// The directories, inventory and locale of this run.
nonisolated enum Workspace {
  /// The session under which the command line changes data, so that undo in the interface reverts it.
  static let mainSession = "main"

  /// The folder of the demo, apart from the user's data and state.
  static let demoFolder = "keepsake/demo"

  /// Opens the inventory of this login.
  ///
  /// An inventory without items gets the user's preferred currency, or the locale's.
  /// Items that the login may not see are hidden.
  ///
  /// - Throws: As `InventoryStore` does.
  static func openInventory(
    access: StoreAccess = .writeIfPossible, in directory: String? = nil,
    limits: ContentLimits? = nil
  ) throws -> InventoryStore {
    let limits = try limits ?? Self.limits()
    let path = try directory ?? paths().data
    let store = try InventoryStore(
      directory: path, access: access,
      currency: Currency(environment: localeVariables) ?? .euro, limits: limits)
    if store.database.counts.isEmpty, access != .read, let preferred = try personal().currency {
      try store.settings.prefer(preferred, session: mainSession)
    }
    if directory == nil, access == .write {
      // A failure leaves the files to the next command.
      let interrupted = (try? store.attachments.removeInterrupted()) ?? []
      interrupted.map(\.text).forEach(Console.message)
    }
    return store
  }

  /// How this locale writes numbers and dates.
  static var localeFormat: LocaleFormat { LocaleFormat(environment: localeVariables) }

  /// The locale's format with the user's preferences.
  static var customs: LocaleFormat {
    (try? personal())?.customs(over: localeFormat) ?? localeFormat
  }

  /// The contents of the preferences files.
  static func personal() throws(UsageFailure) -> PersonalPreferences {
    PersonalPreferences(files: try paths().preferences)
  }

  /// The environment variables that name the locale.
  ///
  /// Read one by one: `ProcessInfo.environment` decodes the whole environment at each call, which
  /// is a quarter of a million instructions at launch.
  private static var localeVariables: [String: String] {
    var variables: [String: String] = [:]
    for name in ["LC_ALL", "LC_MONETARY", "LC_NUMERIC", "LC_TIME", "LANG"] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    return variables
  }

  /// The directories of this login.
  static func paths(isDemo: Bool = false) throws(UsageFailure) -> AppDirectories {
    try AppDirectories(
      name: isDemo ? demoFolder : "keepsake", variables: ProcessInfo.processInfo.environment)
  }

  // MARK: - Content limits

  /// The content limits of this login.
  static func limits() throws(UsageFailure) -> ContentLimits {
    ContentLimits(try paths().restrictions)
  }

  /// Throws if this login has content limits: the action would show hidden items, or replace them.
  ///
  /// - Parameter deed: The action in words: `make a backup`.
  static func requireNoLimits(to deed: String) throws(UsageFailure) {
    guard try !limits().isNone else { return }
    throw UsageFailure.limited(to: deed)
  }
}
