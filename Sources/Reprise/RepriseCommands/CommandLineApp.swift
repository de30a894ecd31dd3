import ArgumentParser
import Reprise

/// An app with a command line: its own commands, and those of the kit.
///
/// With `@main` it is a program that understands `notes`, `notes open`, `notes state list`, `notes keys` and so on:
///
/// ```swift
/// @main struct NotesApp: CommandLineApp { … }
/// ```
///
/// An app with commands of its own lists those of the kit among them:
///
/// ```swift
/// static let configuration = CommandConfiguration(
///   commandName: "notes", subcommands: [Add.self] + NotesApp.kitCommands)
/// ```
@MainActor public protocol CommandLineApp: RepriseApp {
  /// The options of every command that works on the app's data; none by default.
  associatedtype Options: AppOptions = NoOptions

  /// The actions of all screens; by default those of the first one.
  static func actionTable() throws -> ActionTable

  /// The paths that `paths` prints, each after what lies there; by default those of the kit.
  nonisolated static func paths(_ directories: AppDirectories) -> [(name: String, path: String)]

  /// Checks everything for `doctor`; by default what the kit keeps.
  nonisolated static func examine(
    _ directories: AppDirectories, _ report: (DoctorFinding) throws -> Void) throws

  /// Refuses to look into saved state; nobody by default.
  nonisolated static func allowInspection() throws

  /// The exit status and the line for an error; by default those of ``CommandFailure``.
  nonisolated static func failure(for error: any Error) -> CommandFailure

  /// Lets a closure use the app without a terminal; nothing of it is kept.
  ///
  /// By default the app gets an empty home. One that shows data works on a copy of them.
  ///
  /// - Parameters:
  ///   - terminal: Takes the frames.
  ///   - store: The saved state, in memory.
  ///   - session: The name of the session.
  ///   - options: What the command line says.
  ///   - body: Receives the application, to be launched.
  static func withApplication<Result>(
    on terminal: HeadlessTerminal, store: StateStore, session: String, options: Options,
    _ body: (Application) throws -> Result
  ) throws -> Result
}

/// Options that choose between data of an app, as `--demo` does.
public protocol AppOptions: ParsableArguments, Sendable {
  /// What the options ask of a launch.
  var request: LaunchRequest { get }
}

/// The options of an app that has none.
public struct NoOptions: AppOptions {
  /// Made by the argument parser.
  public init() {}

  /// Nothing.
  public var request: LaunchRequest { LaunchRequest() }
}
