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
      currency: Currency(environment: ProcessInfo.processInfo.environment) ?? .euro)
  }

  /// How numbers and dates are written in the locale of the process.
  static var customs: Customs { Customs(environment: ProcessInfo.processInfo.environment) }

  /// The directories of this login.
  static func paths(isDemo: Bool = false) throws(UsageFailure) -> AppDirectories {
    try AppDirectories(
      name: isDemo ? demoFolder : "keepsake", variables: ProcessInfo.processInfo.environment)
  }
}
