import ArgumentParser
import Foundation
import Preservation
import Reprise

/// `notes state`: lists, inspects, checks and moves saved states.
struct StateCommand<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "state",
      abstract: "Inspect, restore, move or discard saved state.",
      discussion: """
        The state is what the screens showed: where you were, and what was selected. Your data and unsaved drafts are \
        stored elsewhere, and none of these commands changes them.

        Examples:
          \(Console.program) state list               list sessions, and states set aside
          \(Console.program) state show               print the state of the last session
          \(Console.program) state verify             check every seal
          \(Console.program) state restore            go back to the previous generation
        """,
      subcommands: [
        StateList<App>.self, StateShow<App>.self, StateExplain<App>.self, StateVerify<App>.self,
        StateRestore<App>.self, StateDiscard<App>.self, StateExport<App>.self,
        StateImport<App>.self,
      ])
  }

  /// Made by the argument parser.
  init() {}
}

/// The options that select a saved state.
struct StateSelection<App: CommandLineApp>: ParsableArguments {
  @Argument(help: "The session (default: the one used last).")
  var session: String?

  @Option(help: "A state that was set aside, by its name in the list.")
  var aside: String?

  @OptionGroup var options: App.Options

  func validate() throws {
    guard session == nil || aside == nil else {
      throw ValidationError("name a session or a state that was set aside, not both")
    }
  }
}

extension StateSelection {
  /// The app's directories.
  func directories() throws(CommandFailure) -> AppDirectories {
    try App.directories(for: options.request)
  }

  /// The directory of all states.
  func home() throws -> StateHome { StateHome(path: try directories().state) }

  /// The selected state.
  func state() throws -> StoredState {
    let home = try home()
    if let aside {
      guard let state = home.statesAside().first(where: { $0.name == aside }) else {
        throw CommandFailure(
          status: .noInput,
          message: "no state \"\(aside)\" was set aside; see \(App.programName) state list")
      }
      return state
    }
    let sessions = home.storedSessions()
    guard let state = session.map({ name in sessions.first { $0.name == name } }) ?? sessions.first
    else {
      throw CommandFailure(
        status: .noInput,
        message: session.map { "no saved session \"\($0)\"; see \(App.programName) state list" }
          ?? "nothing is saved yet")
    }
    return state
  }

  /// The selected state, if its own file exists, not just a previous generation.
  func presentState() throws -> StoredState {
    let state = try state()
    guard !state.isDiscarded else {
      throw CommandFailure(
        status: .noInput,
        message:
          "the state of \(state.name) was discarded; its previous generation still exists, see "
          + "\(App.programName) state restore and \(App.programName) state show --previous")
    }
    return state
  }

  /// The key that opens the seals; `nil` if this login has no key.
  ///
  /// Never makes one.
  func keys() throws -> LoginKeyProvider? {
    try LoginKeyProvider.existing(file: directories().keyFile)
  }

  /// The key that opens the seals, for commands that need it.
  func requiredKeys() throws -> LoginKeyProvider {
    guard let keys = try keys() else {
      throw StateError.locked("there is no key at \(try directories().keyFile)")
    }
    return keys
  }
}
