import ArgumentParser
import RepriseCommands
import Sync

/// `keepsake household`: one inventory on several machines.
struct HouseholdCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "household",
    abstract: "Keep one inventory on several machines, through your own PostgreSQL server.",
    discussion: """
      Each machine has the whole inventory and works without the others. Changes are encrypted before they are sent: \
      the server learns sizes and times, devices and logins, but no content. If two people change the same field at \
      once, both values stay until someone picks one.

      Three commands share an inventory:
        keepsake household create postgresql://anna@server/keepsake    on the first machine; prints a code
        keepsake household join                                        on the others; asks for the code
        keepsake household status                                      exchanges changes and prints the state

      \(HouseholdHome.whereTheCodeIs).

      The server must be PostgreSQL 13 or newer, with a database that the first machine's login owns; other logins \
      only need to connect. Over a network, it needs a certificate that this machine trusts; `sslrootcert=FILE` in \
      the address names your own.
      """,
    subcommands: [
      HouseholdCreate.self, HouseholdJoin.self, HouseholdStatus.self, HouseholdMembers.self,
      HouseholdConflicts.self, HouseholdLeave.self,
    ])
}

/// `keepsake household create URL`: creates a household from this inventory, and prints the code for others.
struct HouseholdCreate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a household from this inventory, and print the code for others to join.",
    discussion: """
      The code contains the key and the server's address, with its password if you give one. Anyone who has the code \
      can read and change everything: hand it over like the key of your door.

      Example:
        keepsake household create "postgresql://anna@db.example/keepsake"
      """)

  @Argument(help: "The address of the server: a URI, or keywords as for psql.")
  var address: String

  @Option(
    help: "The name that others see on your changes; your login's name by default.")
  var name: String?

  func run() throws {
    do {
      try Workspace.requireNoLimits(to: "share the inventory with a household")
      let home = try HouseholdHome()
      let member = try HouseholdHome.memberName(name)
      let membership = try home.membership
      let code = try HouseholdHome.asking(PostgresAddress(address)) {
        try membership.create(address: $0.text, member: member)
      }
      Console.message("Household created. Others join with this code, which gives full access:")
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
    abstract: "Take this inventory out of its household. It keeps everything.",
    discussion: """
      Waiting changes are sent first. The others keep everything, too, and the history still shows who changed what. \
      If a field has conflicting values, only the one shown here stays, so resolve conflicts first. Anyone who has the \
      code can still join: to shut someone out, create another household without them.
      """)

  @Flag(help: "Leave even if the server can't be reached or conflicts remain.")
  var force = false

  /// The former name of `--force`.
  @Flag(help: .hidden)
  var regardless = false

  func run() throws {
    do {
      if regardless { Console.message("--regardless is now --force") }
      let failure = try HouseholdHome().membership.leave(regardless: force || regardless)
      Console.message("You left the household; this inventory still has everything")
      if let failure {
        Console.message("The server was not notified: \(Console.describe(failure).message)")
      }
    } catch {
      Console.fail(error)
    }
  }
}
