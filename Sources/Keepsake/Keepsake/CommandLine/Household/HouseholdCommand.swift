import ArgumentParser
import RepriseCommands
import Sync

/// `keepsake household`: one inventory on several machines.
struct HouseholdCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "household",
    abstract: "Keep one inventory on several machines, by way of a PostgreSQL of yours.",
    discussion: """
      Each machine has the whole inventory and works without the others. What is written goes to the server \
      sealed: whoever runs it learns sizes and times, and nothing else. Where two change one field both values \
      stay until somebody decides.

      Three commands share an inventory:
        keepsake household create postgresql://anna@server/keepsake    on the first machine; prints a code
        keepsake household join                                        on the others; asks for the code
        keepsake household status                                      says how it stands

      \(HouseholdHome.whereTheCodeIs).

      The server has to be PostgreSQL 13 or newer, with a database that the login of the first machine owns. \
      Other logins need no more than to connect to it. Over a network it has to show a certificate that this \
      machine trusts; `sslrootcert=FILE` in the address names one of your own.
      """,
    subcommands: [
      HouseholdCreate.self, HouseholdJoin.self, HouseholdStatus.self, HouseholdMembers.self,
      HouseholdConflicts.self, HouseholdLeave.self,
    ])
}

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

/// `keepsake household leave`: takes this inventory out of its household.
struct HouseholdLeave: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leave",
    abstract: "Take this inventory out of its household; it keeps everything.",
    discussion: """
      What waits is sent first. The others keep what they have, too. What they changed stays in the items, and in their \
      history who changed it. Of two values of one field only the one that is shown can stay: decide first. \
      A code opens the household for whoever has kept it: where that matters, create another household without them.
      """)

  @Flag(help: "Leave even if the server can't be reached or conflicts remain.")
  var regardless = false

  func run() throws {
    do {
      let failure = try HouseholdHome().membership.leave(regardless: regardless)
      Console.message("This inventory belongs to no household now; everything is still in it")
      if let failure {
        Console.message("The server was not told: \(Console.describe(failure).message)")
      }
    } catch {
      Console.fail(error)
    }
  }
}
