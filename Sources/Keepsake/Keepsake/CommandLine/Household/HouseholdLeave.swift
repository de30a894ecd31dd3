import RepriseCommands
import ArgumentParser

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

  @Flag(help: "Leave also where the server is away, or two values are undecided.")
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
