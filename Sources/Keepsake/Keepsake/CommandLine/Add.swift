import RepriseCommands
import ArgumentParser
import Inventory

/// `keepsake add NAME field=value …`: stores a new item.
struct Add: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add an item, and print its number and name.",
    discussion: """
      Fields are named as in `keepsake list --json`, or for short: price, date, place, category, \
      value, serial. What a form reads is read here: price=1.299,00 date=yesterday warranty=+2y. A \
      place or category that doesn't exist yet is created; rating="film:FSK 16" says from which age on something is \
      meant. u in the interface takes it back.

      With --private it is sealed, and only the passphrase opens it; nobody has to type that now. The \
      shell keeps what is typed here: with - as the name, name and fields come from standard input, a line each.

      Example:
        keepsake add "Cordless drill" price=129.90 place="Home / Shed" date="may 2024"
      """)

  @Flag(name: .customLong("private"), help: "Seal it: it opens with the passphrase alone.")
  var isPrivate = false

  @Argument(help: "What it is called; - reads name and fields from standard input.")
  var name: String

  @Argument(help: ArgumentHelp("What is known of it.", valueName: "field=value"))
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

  /// The name, and fields that do not stand among the arguments.
  private func lines() -> [String] {
    guard name == "-" else { return [name] }
    do {
      return try InputLines.read()
    } catch {
      Console.fail(error)
    }
  }
}
