import RepriseCommands
import Storage
import ArgumentParser
import Sync
import Inventory

/// `keepsake household join [CODE]`: brings this inventory into a household.
struct HouseholdJoin: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Join a household with the code of a member.",
    discussion: """
      Both inventories are merged. Places with the same path and items of the same import are the same; other \
      differences become conflicts until someone resolves them. If both have given out the same asset number, the \
      household's item keeps it. Standard output lists your items that got a new number, one per line: old number, \
      new number, name.

      Without CODE, Keepsake asks for it and hides what you type.
      """)

  @Argument(help: "The code that `keepsake household create` printed.")
  var code: String?

  @Option(
    help: "The name that others see on your changes; your login's name by default.")
  var name: String?

  @Option(help: "Another address of the same server, for example with your own login.")
  var server: String?

  func run() throws {
    do {
      let home = try HouseholdHome()
      // Hidden items would be sent to the household.
      if try home.store.database.hidesItems {
        try Workspace.requireNoLimits(to: "share the inventory with a household")
      }
      let member = try HouseholdHome.memberName(name)
      let code =
        try self.code.map(Self.code)
        ?? Self.code(
          SecretPrompt.line("Household code (stored encrypted): "))
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
      ? ("1 item got a new number", "fix its label")
      : ("\(Figures.count(items.count)) items got new numbers", "fix their labels")
    Console.message("\(subject), listed above; \(label)")
  }

  private static func code(_ typed: String) throws -> JoinCode {
    guard !typed.allSatisfy(\.isWhitespace) else {
      throw UsageFailure(
        status: .badData,
        message: "no code was entered; a member's window shows it: Reports (3), then H, then c")
    }
    do throws(DecodingFailure) {
      return try JoinCode(typed: typed)
    } catch {
      throw InventoryError(
        .badData, "this is not a complete code: copy it from “keepsake1-” to the end")
    }
  }
}
