import ArgumentParser
import Foundation
import Preservation
import Reprise

/// `keepsake state`: looks at and looks after what the screens were like.
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

/// Which of the saved states a command is about.
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
  /// Where the states lie.
  func home() throws -> StateHome { StateHome(path: try Workspace.paths(isDemo: demo).state) }

  /// The state that is meant.
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

  /// The same, when its own state is there and not only a previous generation.
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

  /// What opens the seals; `nil` when this login has no key, which is not made here.
  func keys() throws -> LoginKeyProvider? {
    try LoginKeyProvider.existing(file: Workspace.paths(isDemo: demo).keyFile)
  }

  /// What opens the seals, for commands that cannot do without.
  func requiredKeys() throws -> LoginKeyProvider {
    guard let keys = try keys() else {
      throw StateError.locked("there is no key at \(try Workspace.paths(isDemo: demo).keyFile)")
    }
    return keys
  }
}
