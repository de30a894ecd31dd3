import ArgumentParser
import RepriseCommands
import Sync

/// `keepsake household create URL`: makes a household of this inventory, and prints the code for the others.
struct HouseholdCreate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Make a household of this inventory, and print the code with which others join.",
    discussion: """
      The code holds the address of the server, a password that is in it too, and the key: whoever has it reads \
      and changes everything. Hand it over as you would the key of your door.

      Example:
        keepsake household create "postgresql://anna@db.example/keepsake"
      """)

  @Argument(help: "Where the server is: a URI, or words as psql takes them.")
  var address: String

  @Option(
    help: "The name under which the others see what is written here; without, that of the login.")
  var name: String?

  func run() throws {
    do {
      try Workspace.requireNoLimits(to: "give the inventory to a household")
      let home = try HouseholdHome()
      let member = try HouseholdHome.memberName(name)
      let membership = try home.membership
      let code = try HouseholdHome.asking(PostgresAddress(address)) {
        try membership.create(address: $0.text, member: member)
      }
      Console.message("The household is made; others join with this code, which opens everything:")
      Console.data(code.text)
    } catch {
      Console.fail(error)
    }
  }
}
