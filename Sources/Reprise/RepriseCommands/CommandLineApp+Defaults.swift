import ArgumentParser
import Foundation
import Preservation
import Reprise

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

  /// The paths of what the kit keeps.
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

  /// Lets everybody.
  public nonisolated static func allowInspection() throws {}

  /// What the kit says of it.
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
  /// The kit's commands, for the list of an app's own.
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
