import ArgumentParser
import Foundation
import Preservation
import Reprise

/// `notes state`: lists, inspects, checks and moves saved states.
public struct StateCommand<App: CommandLineApp>: ParsableCommand {
  /// The words for the argument parser.
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "state",
      abstract: "Look at saved state, bring an older one back, move it or throw it away.",
      discussion: """
        State is what the screens looked like: where you were, not what you own. Your data and unsaved drafts \
        are kept elsewhere, and none of these commands touches them.

        Examples:
          \(Console.program) state list               the sessions, and states put aside
          \(Console.program) state show               what the last session holds
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
  public init() {}
}
