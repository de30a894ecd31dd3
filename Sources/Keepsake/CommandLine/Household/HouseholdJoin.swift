import ArgumentParser
import Household
import HouseholdServer
import Inventory

/// `keepsake household join [CODE]`: brings this inventory into a household.
struct HouseholdJoin: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Bring this inventory into a household, by the code of one who is in it.",
    discussion: """
      This inventory gets what the household has, and the household what this inventory has. Places of one path \
      and items of one import are the same; what both say otherwise stands twice until somebody decides.

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
      let member = try HouseholdHome.memberName(name)
      let code = try self.code.map(Self.code) ?? Self.code(SecretPrompt.line("Code: "))
      let membership = try home.membership
      try HouseholdHome.asking(LineAddress(server ?? code.address)) { address in
        let code = JoinCode(address: address.text, household: code.household, key: code.key)
        try membership.join(code, member: member)
      }
      _ = try home.store.refresh()
      Console.message("Joined: \(Figures.items(home.store.counts.live)) now")
    } catch {
      Console.fail(error)
    }
  }

  private static func code(_ typed: String) throws -> JoinCode {
    do throws(MalformedBytes) {
      return try JoinCode(typed: typed)
    } catch {
      throw InventoryError(
        .badData, "that is no code, or not all of it: copy it from “keepsake1-” to its end")
    }
  }
}
