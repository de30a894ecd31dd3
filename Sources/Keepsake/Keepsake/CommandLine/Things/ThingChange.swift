import Inventory
import RepriseCommands

/// Changes one place, tag or category by a command, and reports it.
nonisolated enum ThingChange {
  /// Finds a thing, changes it, and prints a line; ends the program if that fails.
  ///
  /// - Parameters:
  ///   - find: Finds the thing.
  ///   - edit: Makes the edit.
  ///   - report: The line about what was done.
  static func run<Thing>(
    _ find: (InventoryStore) throws -> Thing, _ edit: (Thing, InventoryStore) throws -> Edit,
    report: (Thing, ChangeSummary, InventoryStore) throws -> String
  ) {
    do {
      let store = try Workspace.openInventory(access: .write)
      let found = try find(store)
      let summary = try store.changes.perform(
        edit(found, store), session: Workspace.mainSession)
      Console.message(try report(found, summary, store))
      // Private items have no place of their own to be changed; they keep tags and categories.
      if summary.subject != .place { try store.reportUnchangedPrivateItems() }
    } catch {
      Console.fail(error)
    }
  }
}
