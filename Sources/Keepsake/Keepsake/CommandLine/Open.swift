import ArgumentParser
import Reprise

/// `keepsake`: opens the interface.
struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the inventory where you left it. This is what plain `keepsake` does.")

  @Option(help: "Open this session; without it the most recent one that is free.")
  var session: String?

  @Flag(help: "Start clean; the saved state is kept aside.")
  var fresh = false

  @Argument(help: "Go to this item, by number or name; without it, to where you were.")
  var item: String?

  /// Refuses a stray word: plain `keepsake` takes no item, so the word is a mistyped command.
  func validate() throws {
    guard let item, CommandLine.arguments.dropFirst().first != Self._commandName else { return }
    guard item != Self._commandName else {
      throw ValidationError("Options go after the command, as in `keepsake open --fresh Drill`")
    }
    throw ValidationError(
      "“\(item)” is no command, see `keepsake --help`; `keepsake open \(item)` opens an item")
  }

  func run() throws {
    Interface.start(LaunchRequest(session: session, isFresh: fresh, item: item))
  }
}

/// `keepsake demo`: opens the interface on a sample home.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Try it on a sample home, which is kept apart from your own data.")

  @Option(help: "Open this session; without it the most recent one that is free.")
  var session: String?

  @Flag(help: "Start clean; the saved state is kept aside.")
  var fresh = false

  func run() throws {
    Interface.start(LaunchRequest(session: session, isFresh: fresh), isDemo: true)
  }
}
