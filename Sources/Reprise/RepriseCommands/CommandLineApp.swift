import ArgumentParser
import Foundation
import Preservation
import Reprise

/// An app with a command line: its own commands, and those of the kit.
///
/// With `@main` it is a program that understands `hello`, `hello open`, `hello state list`, `hello keys` and so on:
///
/// ```swift
/// @main struct HelloApp: CommandLineApp {
///   let name = "hello"
///
///   func register(in registry: inout RestorationRegistry) {
///     registry.restore(Greeting.self, as: "greeting") { _ in Greeting() }
///   }
///
///   func root(_ application: Application) -> ViewController { Greeting() }
/// }
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

  /// The paths that `paths` prints, each with the name of its contents; by default those of the kit.
  nonisolated static func paths(_ directories: AppDirectories) -> [(name: String, path: String)]

  /// Checks everything for `doctor`; by default the kit's own files.
  nonisolated static func examine(
    _ directories: AppDirectories, _ report: (DoctorFinding) throws -> Void) throws

  /// Throws to refuse a look into saved state; by default it allows everyone.
  nonisolated static func allowInspection() throws

  /// The exit status and the line for an error; by default those of `CommandFailure`.
  nonisolated static func failure(for error: any Error) -> CommandFailure

  /// Lets a closure use the app without a terminal, and keeps nothing of the result.
  ///
  /// By default the app gets an empty home. An app that shows data works on a copy of it.
  ///
  /// - Parameters:
  ///   - terminal: Receives the frames.
  ///   - store: The saved state, in memory.
  ///   - session: The name of the session.
  ///   - options: The options of the command line.
  ///   - body: Receives the application, to be launched.
  static func withApplication<Result>(
    on terminal: HeadlessTerminal, store: StateStore, session: String, options: Options,
    _ body: (Application) throws -> Result
  ) throws -> Result
}

/// Options that choose between data of an app, as `--demo` does.
///
/// ```swift
/// struct Options: AppOptions {
///   @Flag(help: "Use the sample notes.") var demo = false
///
///   var request: LaunchRequest { LaunchRequest(folder: demo ? "notes/demo" : nil) }
/// }
/// ```
public protocol AppOptions: ParsableArguments, Sendable {
  /// The launch that the options ask for.
  var request: LaunchRequest { get }
}

/// The options of an app without options.
public struct NoOptions: AppOptions {
  /// Made by the argument parser.
  public init() {}

  /// A launch without special requests.
  public var request: LaunchRequest { LaunchRequest() }
}

extension CommandLineApp {
  /// The actions of the first screen.
  public static func actionTable() throws -> ActionTable {
    let terminal = HeadlessTerminal(size: Size(width: 80, height: 24))
    let store = try StateStore.inMemory()
    return try withApplication(
      on: terminal, store: store, session: "main", options: Options.parse([])
    ) {
      try $0.launch()
      var table = ActionTable()
      table.add(screen: "first", of: $0.window)
      return table
    }
  }

  /// The paths of the kit's own files.
  public nonisolated static func paths(
    _ directories: AppDirectories
  ) -> [(name: String, path: String)] {
    [
      ("data", directories.data), ("key", directories.keyFile), ("state", directories.state),
      ("log", directories.logFile), ("configuration", directories.preferences[0]),
    ]
  }

  /// Checks the saved state.
  public nonisolated static func examine(
    _ directories: AppDirectories, _ report: (DoctorFinding) throws -> Void
  ) throws {
    try StateExamination(directories).findings().forEach(report)
  }

  /// Allows everyone.
  public nonisolated static func allowInspection() throws {}

  /// The kit's description of an error.
  public nonisolated static func failure(for error: any Error) -> CommandFailure {
    CommandFailure(describing: error)
  }

  /// Works in an empty home.
  public static func withApplication<Result>(
    on terminal: HeadlessTerminal, store: StateStore, session: String, options: Options,
    _ body: (Application) throws -> Result
  ) throws -> Result {
    let home = NSTemporaryDirectory() + "\(programName)-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: home) }
    let application = try Self().makeApplication(device: terminal, store: store, home: home)
    defer { application.cancelBackgroundWork() }
    return try body(application)
  }
}

extension CommandLineApp {
  /// The kit's commands, to add to an app's own.
  public nonisolated static var kitCommands: [any ParsableCommand.Type] {
    [
      KeysCommand<Self>.self, StateCommand<Self>.self, ScreenshotCommand<Self>.self,
      PathsCommand<Self>.self, DoctorCommand<Self>.self,
    ]
  }

  /// The name of the program; commands run on the main thread, where an app can be made.
  nonisolated static var programName: String { MainActor.assumeIsolated { Self().name } }

  /// The directories of this login.
  nonisolated static func directories(
    for request: LaunchRequest = LaunchRequest()
  ) throws(CommandFailure) -> AppDirectories {
    try AppDirectories(
      name: request.folder ?? programName,
      variables: ProcessInfo.processInfo.environment)
  }

  /// Reports why a command failed, and ends the program.
  nonisolated static func fail(_ error: any Error) -> Never {
    Console.fail(failure(for: error), of: programName)
  }

  /// Starts the program with the commands of the kit alone.
  public nonisolated static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.isEmpty { MainActor.assumeIsolated { run() } }
    do {
      var command = try KitCommand<Self>.parseAsRoot(words)
      try command.run()
    } catch {
      Console.end(error, of: KitCommand<Self>.self)
    }
  }
}

/// The program of an app without commands of its own.
struct KitCommand<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: App.programName, abstract: "Open the app where you left it.",
      subcommands: [OpenCommand<App>.self] + App.kitCommands,
      defaultSubcommand: OpenCommand<App>.self)
  }
}

/// `notes open`: opens the app, like `notes` alone.
struct OpenCommand<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "open", abstract: "Open the app where you left it, like its name alone.")
  }

  @Option(help: "The session to open; by default, the last one used that no window has open.")
  var session: String?

  @Flag(help: "Start with empty state; the old state is set aside.")
  var fresh = false

  @OptionGroup var options: App.Options

  func run() throws {
    var request = options.request
    (request.session, request.isFresh) = (session, fresh)
    MainActor.assumeIsolated { App.run(request) }
  }
}
