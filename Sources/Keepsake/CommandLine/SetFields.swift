import ArgumentParser
import Inventory

/// `keepsake set ITEM field=value …`: changes an item.
struct SetFields: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change fields of an item; an empty value takes one away.",
    discussion: """
      Fields and values are those of `keepsake add`. u in the interface takes the change back.

      Example:
        keepsake set 000-031 value=149 serial=K-2207 field.Colour=green notes=
      """)

  @Argument(help: "The item, by number or name.")
  var item: String

  @Argument(help: ArgumentHelp("What to change.", valueName: "field=value"))
  var fields: [String]

  func run() throws {
    let assignments = try FieldAssignments(fields)
    do {
      let store = try Workspace.openInventory(access: .write)
      let former = try store.item(onlyNamed: item)
      let (wanted, remarks) = try assignments.applied(to: former, in: store)
      let summary = try Self.change(former, to: wanted, in: store)
      Console.message(
        summary.count == 0 ? "“\(former.name)” says that already" : "Changed “\(wanted.name)”")
      remarks.forEach(Console.message)
    } catch {
      Console.fail(error)
    }
  }

  /// - Throws: What the inventory refuses; of an item that another home sealed, why nothing here helps.
  private static func change(
    _ former: Item, to wanted: Item, in store: InventoryStore
  ) throws -> ChangeSummary {
    do throws(InventoryError) {
      return try store.perform(.updateItem(wanted), session: Workspace.mainSession)
    } catch {
      if error.kind == .refused, let refusal = SealedWords.refusal(of: former, in: store) {
        throw refusal
      }
      throw error
    }
  }
}
