import RepriseCommands
import ArgumentParser
import Inventory

/// `keepsake set ITEM field=value …`: changes an item.
struct SetFields: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change fields of an item; an empty value takes one away.",
    discussion: """
      Fields and values are those of `keepsake add`. u in the interface takes the change back. archived=yes \
      hides an item from lists and totals, and archived=no brings it back; trashed=yes moves it to the trash, and \
      trashed=no takes it out.

      Examples:
        keepsake set 000-031 value=149 serial=K-2207 field.Colour=green notes=
        keepsake set 000-031 archived=no
      """)

  @Argument(help: "The item, by number or name.")
  var item: String

  @Argument(help: ArgumentHelp("What to change.", valueName: "field=value"))
  var fields: [String]

  func run() throws {
    let trash = try TrashAssignment(fields)
    let assignments = try FieldAssignments(trash.others)
    do {
      let store = try Workspace.openInventory(access: .write)
      let found = try store.item(onlyNamed: item)
      try trash.check(found)
      try Self.changing(found, in: store) {
        try assignments.check(found, in: store, as: Edit.updateItem)
      }
      let former = try trash.restore(found, in: store)
      let (wanted, remarks) = try assignments.applied(to: former, in: store)
      let summary = try Self.changing(former, in: store) {
        try store.changes.perform(.updateItem(wanted), session: Workspace.mainSession)
      }
      try trash.trash(wanted, in: store)
      Console.message(
        Self.line(
          isChanged: summary.count > 0, wanted, from: found, to: try store.items.fetch(found.uuid)))
      remarks.forEach(Console.message)
    } catch {
      Console.fail(error)
    }
  }

  /// The message: whether the item moved to another shelf, or else whether it changed.
  private static func line(
    isChanged: Bool, _ wanted: Item, from found: Item, to now: Item?
  ) -> String {
    let name = "“\(wanted.name)”"
    if found.deletedAt != nil, let now, now.deletedAt == nil {
      return "Restored \(name) from the trash" + (now.archivedAt == nil ? "" : "; it is archived")
    }
    if found.deletedAt == nil, now?.deletedAt != nil { return "Moved \(name) to the trash" }
    switch (found.archivedAt, now?.archivedAt) {
    case (nil, .some): return "Archived \(name)"
    case (.some, nil): return "Returned \(name) from the archive"
    default: return isChanged ? "Changed \(name)" : "\(name) says that already"
    }
  }

  /// - Throws: What the inventory refuses; of an item that another home sealed, why nothing here helps.
  private static func changing<Result>(
    _ former: Item, in store: InventoryStore, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as InventoryError {
      if error.kind == .refused, let refusal = SealedWords.refusal(of: former, in: store) {
        throw refusal
      }
      throw error
    }
  }
}
