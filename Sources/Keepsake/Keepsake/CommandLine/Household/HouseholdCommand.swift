import ArgumentParser

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
      HouseholdUndecided.self, HouseholdLeave.self,
    ])
}
