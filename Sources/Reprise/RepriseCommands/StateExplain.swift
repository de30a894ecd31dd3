import ArgumentParser
import Foundation
import Preservation
import Reprise

/// `notes state explain`: lists what is restored, and why the rest is not.
struct StateExplain<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "explain",
      abstract: "Explain why each screen and view of a state will or won't be restored.",
      discussion: "The state is restored in memory, without a terminal, and isn't changed.")
  }

  @OptionGroup var selection: StateSelection<App>

  func run() throws {
    do {
      try App.allowInspection()
      let state = try selection.presentState()
      let contents = try state.file.contents(keys: selection.requiredKeys())
      let (session, options) = (state.session, selection.options)
      let lines = try MainActor.assumeIsolated {
        try Self.explain(contents, session: session, options: options)
      }
      for line in lines + Self.linesOnUnreadable(contents) { Console.data(line) }
    } catch {
      App.fail(error)
    }
  }
}

extension StateExplain {
  /// Restores the state without a terminal.
  @MainActor private static func explain(
    _ contents: StateFile.Contents, session: String, options: App.Options
  ) throws -> [String] {
    let archive = try StateArchive(path: nil, keys: LoginKeyProvider())
    try archive.commit(contents)
    let terminal = HeadlessTerminal(size: Size(width: 80, height: 24))
    return try App.withApplication(
      on: terminal, store: StateStore(archive: archive), session: session,
      options: options
    ) { application in
      try application.launch()
      guard !application.restorationReport.wasRefused else {
        return [
          "nothing would be restored: the state was saved for other data, and would be set aside"
        ]
      }
      return application.explainPreservation().map(\.line)
        + application.restorationReport.entries.compactMap(\.lineIfLeftOut)
    }
  }

  /// Describes the objects that cannot be restored even for inspection.
  private static func linesOnUnreadable(_ contents: StateFile.Contents) -> [String] {
    let tree = StateTree(contents.records)
    return contents.records.filter(\.isStandIn).map { record in
      let name = tree.path(of: record).joined(separator: "/")
      return record.kind == .damaged
        ? "\(name): would not be restored: its saved bytes are damaged"
        : "\(name): would not be restored, but would be kept: a newer version saved it"
    }
  }
}

@MainActor extension PreservationExplanation {
  fileprivate var line: String {
    let name = identifier.map { "\($0) (\(typeName))" } ?? typeName
    let verdict =
      switch verdict {
      case .preserved: "saved"
      case .doubtful(let reason): "saved, but will not be restored: \(reason)"
      case .notPreserved(let reason): "not saved: \(reason)"
      }
    return String(repeating: "  ", count: depth) + "\(name): \(verdict)"
  }
}

@MainActor extension RestorationReport.Entry {
  fileprivate var lineIfLeftOut: String? {
    let name = path.joined(separator: "/")
    switch outcome {
    case .restored: return nil
    case .notDecoded: return "\(name): exists, but has another type than the saved one"
    case .skipped(let reason): return "\(name): was not restored: \(reason)"
    case .kept(let reason): return "\(name): was not restored, but is kept: \(reason)"
    }
  }
}
