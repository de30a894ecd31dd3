import ArgumentParser
import Foundation
import Preservation
import Reprise

/// `notes state import FILE`: installs an exported state.
struct StateImport<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import",
      abstract: "Take over a state that was exported; damaged files are refused.",
      discussion: "What the session holds now is put aside first. The session must not be open.")
  }

  @Argument(help: "The file.")
  var file: String

  @Option(help: "The session to put it into.")
  var session = "main"

  @OptionGroup var options: App.Options

  func run() throws {
    do {
      try App.allowInspection()
      guard FileManager.default.isReadableFile(atPath: file) else {
        throw CommandFailure(status: .noInput, message: "\(file) cannot be read")
      }
      umask(0o077)
      let paths = try App.directories(for: options.request)
      let aside = try takeOver(StateHome(path: paths.state), keyFile: paths.keyFile)
      Console.message("Took \(file) over into session \(session)")
      if let aside { Console.message("What it held before lies in \(aside)") }
    } catch {
      App.fail(error)
    }
  }

  /// Installs the state; returns the path of the state that it replaced.
  ///
  /// Removes a session that it made if it fails: otherwise that session would be the most recent one, which
  /// the app opens.
  private func takeOver(_ home: StateHome, keyFile: String) throws -> String? {
    let isNew = !home.sessionNames().contains(session)
    let opened = try home.openSession(named: session)
    do {
      return try opened.importState(from: file, keys: LoginKeyProvider(file: keyFile))
    } catch {
      if isNew { opened.removeEmpty() }
      throw error
    }
  }
}
