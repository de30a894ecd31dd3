import ArgumentParser
import Reprise
import RepriseCommands

/// The entry point.
///
/// `keepsake` without arguments skips the argument parser, which takes longer than the rest of the way to
/// the first frame.
@main
nonisolated enum Main {
  static func main() {
    if CommandLine.arguments.count <= 1 {
      KeepsakeApp.start(LaunchRequest())
    }
    do {
      var command = try KeepsakeCommand.parseAsRoot(CommandWords.read())
      do {
        try SystemLimits.require(files: 9)
        try SystemLimits.require(threads: 1)
      } catch { Console.fail(error) }
      try command.run()
    } catch let failure as UsageFailure {
      Console.fail(failure)
    } catch {
      Console.end(error, of: KeepsakeCommand.self)
    }
  }
}

/// The subcommands.
struct KeepsakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keepsake",
    abstract: "A home inventory for the terminal that comes back where you left it.",
    discussion: """
      Examples:
        keepsake                          open the inventory, as you left it
        keepsake open drill               go to an item
        keepsake demo                     try it on a sample home
        keepsake add Drill price=129.90   add an item from a script
        keepsake import home.csv          read a Homebox CSV
        keepsake list --json drill        find items from a script
        keepsake due                      list what is due this month
        keepsake attach drill bill.pdf    attach a receipt to an item
        keepsake place move Box Attic     tidy up places, tags and categories
        keepsake export -o home.csv       write everything as CSV
        keepsake report -o home.html      write a document for the insurer
        keepsake backup /media/disk       save everything into one file
        keepsake household create URL     keep one inventory on several machines
        keepsake agent                    stay in the household without a window
        keepsake state restore            go back to where you were before

      Exit status: 0 ok, 1 failure, 64 usage, 65 bad data, 66 no input,
      69 no terminal, 71 the system allows too little, 73 cannot create,
      74 I/O error, 75 in use, 77 not permitted, 78 mistake in config.toml,
      128+n ended by signal n.
      """,
    version: "keepsake \(Version.text)",
    subcommands: [
      Open.self, Demo.self, Add.self, SetFields.self, PurgeCommand.self, Show.self, History.self,
      Attach.self,
      List.self, DueCommand.self,
      PlaceCommand.self, TagCommand.self, CategoryCommand.self, ViewCommand.self,
      Import.self, Export.self, ReportCommand.self, BackupCommand.self, RestoreCommand.self,
      Settings.self, Identities.self, PassphraseCommand.self, Lock.self, HouseholdCommand.self,
      AgentCommand.self,
    ] + KeepsakeApp.kitCommands,
    defaultSubcommand: Open.self)
}

/// `keepsake`: opens the interface.
struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the inventory where you left it, like plain `keepsake`.")

  @Option(help: "The session to open; by default, the last one used that no window has open.")
  var session: String?

  @Flag(help: "Start with empty state; the old state is set aside.")
  var fresh = false

  @Flag(help: "Offer F12, which shows the saved state.")
  var inspect = false

  @Argument(help: "The item to go to, by number or name.", completion: Completions.item)
  var item: String?

  /// Refuses a stray word: plain `keepsake` takes no item, so the word is a mistyped command.
  func validate() throws {
    guard let item, CommandLine.arguments.dropFirst().first != Self._commandName else { return }
    guard item != Self._commandName else {
      throw ValidationError("Options go after the command, as in `keepsake open --fresh Drill`")
    }
    throw ValidationError(
      "“\(item)” is not a command, see `keepsake --help`; `keepsake open \(item)` opens an item")
  }

  func run() throws {
    KeepsakeApp.start(
      LaunchRequest(session: session, isFresh: fresh, item: item), offersInspection: inspect)
  }
}

/// `keepsake demo`: opens the interface on a sample home.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Try Keepsake on a sample home, apart from your own data.")

  @Option(help: "The session to open; by default, the last one used that no window has open.")
  var session: String?

  @Flag(help: "Start with empty state; the old state is set aside.")
  var fresh = false

  func run() throws {
    KeepsakeApp.start(LaunchRequest(session: session, isFresh: fresh), isDemo: true)
  }
}
