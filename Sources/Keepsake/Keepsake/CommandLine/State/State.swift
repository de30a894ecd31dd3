import ArgumentParser
import Foundation
import Preservation
import Reprise

/// `keepsake state`: lists, inspects, checks and moves saved states.
struct State: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look at saved state, bring an older one back, move it or throw it away.",
    discussion: """
      State is what the screens looked like: where you were, not what you own. The inventory and \
      unsaved drafts are kept elsewhere and none of these commands touches them.

      Examples:
        keepsake state list               the sessions, and states put aside
        keepsake state show               what the last session holds
        keepsake state verify             check every seal
        keepsake state restore            go back to the previous generation
      """,
    subcommands: [
      StateList.self, StateShow.self, StateExplain.self, StateVerify.self, StateRestore.self,
      StateDiscard.self, StateExport.self, StateImport.self,
    ])
}

/// The options that select a saved state.
struct StateSelection: ParsableArguments {
  @Argument(help: "The session; without it the one last used.")
  var session: String?

  @Option(help: "A state that was put aside, by its name in `keepsake state list`.")
  var aside: String?

  @Flag(help: "The sessions of the demo.")
  var demo = false

  func validate() throws {
    guard session == nil || aside == nil else {
      throw ValidationError("name a session or a state put aside, not both")
    }
  }
}

nonisolated extension StateSelection {
  /// The directory of all states.
  func home() throws -> StateHome { StateHome(path: try Workspace.paths(isDemo: demo).state) }

  /// The selected state.
  func state() throws -> StoredState {
    let home = try home()
    if let aside {
      guard let state = home.statesAside().first(where: { $0.name == aside }) else {
        throw UsageFailure(
          status: .noInput, message: "no state \"\(aside)\" was put aside; see keepsake state list")
      }
      return state
    }
    let sessions = home.storedSessions()
    guard let state = session.map({ name in sessions.first { $0.name == name } }) ?? sessions.first
    else {
      throw UsageFailure(
        status: .noInput,
        message: session.map { "no session \"\($0)\" is saved; see keepsake state list" }
          ?? "nothing is saved yet")
    }
    return state
  }

  /// The selected state, if its own file exists, not just a previous generation.
  func presentState() throws -> StoredState {
    let state = try state()
    guard !state.isDiscarded else {
      throw UsageFailure(
        status: .noInput,
        message: "the state of \(state.name) was discarded; its previous generation is there, see "
          + "keepsake state restore and keepsake state show --previous")
    }
    return state
  }

  /// The key that opens the seals; `nil` if this login has none.
  ///
  /// Never makes one.
  func keys() throws -> LoginKeyProvider? {
    try LoginKeyProvider.existing(file: Workspace.paths(isDemo: demo).keyFile)
  }

  /// The key that opens the seals, for commands that need it.
  func requiredKeys() throws -> LoginKeyProvider {
    guard let keys = try keys() else {
      throw StateError.locked("there is no key at \(try Workspace.paths(isDemo: demo).keyFile)")
    }
    return keys
  }
}
