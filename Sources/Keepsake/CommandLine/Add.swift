import ArgumentParser
import Inventory

/// `keepsake add NAME field=value …`: stores a new item.
struct Add: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add an item, and print its number and name.",
    discussion: """
      Fields are named as in `keepsake list --json`, or for short: price, date, place, category, \
      value, serial. What a form reads is read here: price=1.299,00 date=yesterday warranty=+2y. A \
      place that is not there yet is made. u in the interface takes it back.

      Example:
        keepsake add "Cordless drill" price=129.90 place="Home / Shed" date="may 2024"
      """)

  @Argument(help: "What it is called.")
  var name: String

  @Argument(help: ArgumentHelp("What is known of it.", valueName: "field=value"))
  var fields: [String] = []

  func run() throws {
    let assignments = try FieldAssignments(fields)
    do {
      let store = try Workspace.openInventory(access: .write)
      let (item, remarks) = try assignments.applied(to: Item(name: name), in: store)
      try store.perform(.createItem(item), session: Workspace.mainSession)
      let stored = try store.item(item.uuid) ?? item
      Console.data(AssetNumber.text(stored.assetNumber ?? 0), stored.name)
      remarks.forEach(Console.message)
    } catch {
      Console.fail(error)
    }
  }
}
