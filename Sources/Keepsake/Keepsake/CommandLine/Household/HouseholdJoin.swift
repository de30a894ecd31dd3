import RepriseCommands
import Storage
import ArgumentParser
import Sync
import Inventory

/// `keepsake household join [CODE]`: brings this inventory into a household.
struct HouseholdJoin: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Bring this inventory into a household, by the code of one who is in it.",
    discussion: """
      This inventory gets what the household has, and the household what this inventory has. Places of one path \
      and items of one import are the same; what both say otherwise stands twice until somebody decides. A number \
      that both have given stays with the household's item: standard output names the items of this inventory that \
      have another one now, a line each, with the former number, the new one and the name.

      Without a code it is asked for, and not shown.
      """)

  @Argument(help: "The code that `keepsake household create` printed.")
  var code: String?

  @Option(
    help: "The name under which the others see what is written here; without, that of the login.")
  var name: String?

  @Option(help: "Another address of the same server, as with a login of your own.")
  var server: String?

  func run() throws {
    do {
      let home = try HouseholdHome()
      // Hidden items would be sent to the household.
      if try home.store.database.hidesItems {
        try Workspace.requireNoLimits(to: "give the inventory to a household")
      }
      let member = try HouseholdHome.memberName(name)
      let code =
        try self.code.map(Self.code)
        ?? Self.code(
          SecretPrompt.line("Code of the household, which opens what it has; it is kept sealed: "))
      let membership = try home.membership
      let numbers = try home.store.household.numbersOfItems()
      try HouseholdHome.asking(PostgresAddress(server ?? code.address)) { address in
        let code = JoinCode(address: address.text, household: code.household, key: code.key)
        try membership.join(code, member: member)
      }
      _ = try home.store.database.refresh()
      Console.message("Joined: \(Figures.items(home.store.database.counts.live)) now")
      try Self.list(home.store.household.renumbered(since: numbers))
    } catch {
      Console.fail(error)
    }
  }

  private static func list(_ items: [RenumberedItem]) {
    guard !items.isEmpty else { return }
    for item in items {
      Console.data(AssetNumber.text(item.former), AssetNumber.text(item.number), item.name)
    }
    let (subject, label) =
      items.count == 1
      ? ("1 item has", "a label on it is wrong")
      : ("\(Figures.count(items.count)) items have", "labels on them are wrong")
    Console.message("\(subject) another number now, as named above: \(label)")
  }

  private static func code(_ typed: String) throws -> JoinCode {
    guard !typed.allSatisfy(\.isWhitespace) else {
      throw UsageFailure(
        status: .badData,
        message: "no code was entered; a window of the household shows it")
    }
    do throws(DecodingFailure) {
      return try JoinCode(typed: typed)
    } catch {
      throw InventoryError(
        .badData, "that is no code, or not all of it: copy it from “keepsake1-” to its end")
    }
  }
}
