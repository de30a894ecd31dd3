import Foundation
import Inventory
import Reprise

/// Where this run of the program works.
nonisolated enum Workspace {
  /// The session that the command line works for, so that undo in the interface takes it back.
  static let mainSession = "main"

  /// The demo has directories of its own.
  static let demoFolder = "keepsake/demo"

  /// The inventory of this login; a new one counts in the currency of the locale.
  ///
  /// - Throws: As `InventoryStore` does.
  static func openInventory(
    access: StoreAccess = .writeIfPossible, in directory: String? = nil
  ) throws -> InventoryStore {
    try InventoryStore(
      directory: try directory ?? paths().data, access: access,
      currency: Currency(environment: localeVariables) ?? .euro)
  }

  /// How numbers and dates are written in the locale of the process.
  static var customs: Customs { Customs(environment: localeVariables) }

  /// The variables that name the locale.
  ///
  /// Asked for one by one: `ProcessInfo` decodes the whole environment at each call, which takes a
  /// launch a quarter of a million instructions.
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
}
