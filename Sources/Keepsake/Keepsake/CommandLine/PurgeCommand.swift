import ArgumentParser
import Inventory
import RepriseCommands

/// `keepsake purge ITEM …`: deletes items in the trash for good.
struct PurgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "Delete items in the trash for good, with their files.",
    discussion: """
      Nothing brings them back, except an older backup. In a household, the other homes delete them at their next \
      exchange; an item that someone changed before that stays, and is a conflict to resolve.

      On a terminal, Keepsake asks first; elsewhere it needs --yes.

      Examples:
        keepsake purge 000-031
        keepsake purge --trash --yes      empty the trash
      """)

  @Argument(help: "The items, by number or name.", completion: Completions.item)
  var items: [String] = []

  @Flag(help: "Delete everything in the trash; deleted places, too, outside of households.")
  var trash = false

  @Flag(help: "Don't ask.")
  var yes = false

  func validate() throws {
    guard trash == items.isEmpty else {
      throw ValidationError("Name items in the trash, or use --trash for all of them")
    }
  }

  func run() throws {
    do {
      let store = try Workspace.openInventory(access: .write)
      let found = try items.map(store.item(onlyNamed:))
      for item in found where item.deletedAt == nil {
        throw UsageFailure(
          status: .failure,
          message: "“\(item.name)” is not in the trash; move it there first: "
            + "`keepsake set \(item.reference) trashed=yes`")
      }
      guard try isConfirmed(found, in: store) else {
        throw UsageFailure(status: .failure, message: "nothing was deleted")
      }
      let session = Workspace.mainSession
      let summary =
        trash
        ? try store.changes.emptyTrash(session: session)
        : try store.changes.purge(found.map(\.uuid), session: session)
      try store.attachments.sweep()
      Console.message(
        summary.count == 0 ? "The trash is empty" : "Deleted \(Self.words(summary)) for good")
    } catch {
      Console.fail(error)
    }
  }

  private func isConfirmed(_ items: [Item], in store: InventoryStore) throws -> Bool {
    if yes { return true }
    guard Console.hasPerson else {
      throw UsageFailure(
        status: .usage, message: "use --yes to delete for good without a terminal")
    }
    let what =
      switch items.count {
      case 0: "everything in the trash"
      case 1: "“\(items[0].name)”"
      default: Figures.items(items.count)
      }
    let others = store.database.isInHousehold ? " in every home of the household" : ""
    return Console.confirms("Delete \(what) for good\(others)? This can't be undone.")
  }

  private static func words(_ summary: ChangeSummary) -> String {
    if summary.count == 1 { return "“\(summary.name)”" }
    return summary.subject == .item
      ? Figures.items(summary.count) : "\(Figures.count(summary.count)) items and places"
  }
}
