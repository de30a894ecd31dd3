import ArgumentParser
import Foundation
import Preservation
import Reprise
import Storage

/// `notes state export`: writes a saved state into one file.
struct StateExport<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export",
      abstract: "Write a state to an encrypted file, even while its session is open.",
      usage: "\(Console.program) state export [<session>] -o <file> [<options>]",
      discussion: """
        Without --with-key, only this login's key opens the file. With it, the file contains its key: it opens \
        anywhere, and anyone who has it can read it.
        """)
  }

  @OptionGroup var selection: StateSelection<App>

  @Option(
    name: [.short, .long], help: "The file to write; it is written completely or not at all.")
  var output: String

  @Flag(help: "Include the key of this state.")
  var withKey = false

  @OptionGroup var replacing: OutputReplacing

  func run() throws {
    do {
      try App.allowInspection()
      let state = try selection.presentState()
      let keys = try selection.requiredKeys()
      if let problem = try state.file.problems(keys: keys).first {
        throw StateError.damaged("cannot export \(state.name), which is damaged: \(problem)")
      }
      let count = try state.file.contents(keys: keys).records.count
      try save(state.file, keys: keys)
      Console.message(
        "Wrote \(Figures.count(count, "object", "objects")) of \(state.name) to \(output); "
          + (withKey
            ? "it contains the key: anyone who has it can read it"
            : "it doesn't contain the key: only this login's key opens it"))
    } catch {
      App.fail(error)
    }
  }

  /// Writes the state through a private copy: the export is a database until it is packed.
  private func save(_ state: StateFile, keys: LoginKeyProvider) throws {
    let file = try OutputFile(path: output, replaces: replacing.mayReplace(output))
    let scratch = try ScratchDirectory(in: selection.directories().state)
    let copy = scratch.path + "/state.sqlite"
    try state.copy(to: copy, resealing: withKey ? (from: keys, to: IncludedKeyProvider()) : nil)
    let source = try FileHandle(forReadingFrom: URL(filePath: copy))
    while let part = try source.read(upToCount: 1 << 20), !part.isEmpty {
      try file.append(binary: Array(part))
    }
    try file.commit()
  }
}

/// `notes state import FILE`: installs an exported state.
struct StateImport<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import",
      abstract: "Import an exported state; damaged files are refused.",
      discussion: "The session's current state is set aside first. The session must not be open.")
  }

  @Argument(help: "The exported file.")
  var file: String

  @Option(help: "The session whose state is replaced.")
  var session = "main"

  @OptionGroup var options: App.Options

  func run() throws {
    do {
      try App.allowInspection()
      guard FileManager.default.isReadableFile(atPath: file) else {
        throw CommandFailure(status: .noInput, message: "cannot read \(file)")
      }
      umask(0o077)
      let paths = try App.directories(for: options.request)
      let aside = try takeOver(StateHome(path: paths.state), keyFile: paths.keyFile)
      Console.message("Imported \(file) into session \(session)")
      if let aside { Console.message("Its former state is kept in \(aside)") }
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
