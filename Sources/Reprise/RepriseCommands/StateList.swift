import ArgumentParser
import Foundation
import Preservation
import Reprise

/// `notes state list`: prints the sessions and the states set aside.
struct StateList<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list",
      abstract: "List saved states with name, last use, size and notes.",
      discussion: """
        On a terminal, each state is followed by what you were doing and a few rows of its last screen.
        """)
  }

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Flag(
    inversion: .prefixedNo,
    help: "Show rows of the screens; by default only on a terminal.")
  var preview: Bool?

  @OptionGroup var options: App.Options

  func run() throws {
    do {
      try App.allowInspection()
      let paths = try App.directories(for: options.request)
      let home = StateHome(path: paths.state)
      let shows = preview ?? (!json && Console.isTerminal)
      // Without a usable key, list everything but the pictures.
      let keys = shows ? Result { try LoginKeyProvider.existing(file: paths.keyFile) } : nil
      for state in home.storedSessions() + home.statesAside() {
        let preview = keys.map {
          StatePreview(
            of: state, keys: $0, width: Console.width - 4,
            describe: { App.failure(for: $0).message })
        }
        if json {
          try Console.json(ListedState(state, preview))
        } else {
          say(state)
          if let preview { say(preview) }
        }
      }
    } catch {
      App.fail(error)
    }
  }

  private func say(_ state: StoredState) {
    var notes: [String] = []
    if state.isAside { notes.append("set aside from \(state.session)") }
    if state.isInUse { notes.append("in use") }
    if state.isDiscarded { notes.append("discarded") }
    if state.generation != nil { notes.append("has a previous generation") }
    Console.data(
      state.name, Figures.time(state.lastUse), Figures.bytes(state.size),
      notes.joined(separator: ", "))
  }

  private func say(_ preview: StatePreview) {
    if let activity = preview.activity { Console.data("  \(activity)") }
    if let absence = preview.absence { Console.data("  │ (no picture: \(absence))") }
    Console.picture(preview.frame, margin: "  │ ")
  }
}

/// The fields of `state list --json`; their names are stable.
struct ListedState: Encodable {
  var name: String
  var session: String
  var isAside: Bool
  var isInUse: Bool
  var hasPreviousGeneration: Bool
  var lastUse: String
  var bytes: Int
  var path: String

  /// The user's activity in words; only with `--preview` and if the app recorded it.
  var activity: String?

  /// The rows of the picture; only with `--preview` and if there is a picture.
  var preview: [String]?

  init(_ state: StoredState, _ preview: StatePreview?) {
    if let frame = preview?.frame, !frame.size.isEmpty {
      self.preview = (0..<frame.size.height).map(frame.plainText)
    }
    activity = preview?.activity
    name = state.name
    session = state.session
    isAside = state.isAside
    isInUse = state.isInUse
    hasPreviousGeneration = state.generation != nil
    lastUse = Figures.time(state.lastUse, isMachineReadable: true)
    bytes = state.size
    path = state.file.path
  }
}
