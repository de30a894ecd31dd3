import RepriseCommands
import ArgumentParser
import Inventory

/// `keepsake add NAME field=value …`: stores a new item.
struct Add: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add an item, and print its number and name.",
    discussion: """
      Name fields as in `keepsake list --json`, or use a short name: price, date, place, category, value, serial. \
      Write values as in a form: price=1.299,00 date=yesterday warranty=+2y. A place or category that doesn't exist \
      is created. rating="film:FSK 16" sets the age rating. In a window, u undoes the command.

      --private encrypts the item without asking for the passphrase. Your shell saves what you type here in its \
      history. To avoid that, write - as the name: name and fields are then read from standard input, one per line.

      Example:
        keepsake add "Cordless drill" price=129.90 place="Home / Shed" date="may 2024"
      """)

  @Flag(name: .customLong("private"), help: "Encrypt the item; only the passphrase opens it.")
  var isPrivate = false

  @Argument(help: "The item's name; - reads name and fields from standard input.")
  var name: String

  @Argument(
    help: ArgumentHelp("Fields and their values.", valueName: "field=value"),
    completion: Completions.assignment)
  var fields: [String] = []

  func run() throws {
    let lines = lines()
    let assignments = try FieldAssignments(fields + lines.dropFirst())
    do {
      let store = try Workspace.openInventory(access: .write)
      if isPrivate { try store.sealPrivateItems(Workspace.paths()) }
      var blank = Item(name: lines.first ?? "")
      blank.isPrivate = isPrivate
      try assignments.check(blank, in: store, as: Edit.createItem)
      let (item, remarks) = try assignments.applied(to: blank, in: store)
      try store.changes.perform(.createItem(item), session: Workspace.mainSession)
      let stored = try store.items.fetch(item.uuid) ?? item
      Console.data(AssetNumber.text(stored.assetNumber ?? 0), stored.name)
      remarks.forEach(Console.message)
    } catch {
      Console.fail(error)
    }
  }

  /// The name, and the fields that standard input provides.
  private func lines() -> [String] {
    guard name == "-" else { return [name] }
    do {
      return try InputLines.read()
    } catch {
      Console.fail(error)
    }
  }
}
