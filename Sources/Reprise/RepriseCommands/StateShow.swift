import ArgumentParser
import Foundation
import Preservation
import Reprise

/// `notes state show`: prints a saved state as a tree.
struct StateShow<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show",
      abstract: "Print a saved state: objects, types, values and references.",
      usage: "\(Console.program) state show [<session>] [<options>]",
      discussion: "Without this login's key only the number and the sizes of the objects are known."
    )
  }

  @OptionGroup var selection: StateSelection<App>

  @Flag(help: "Show the previous generation.")
  var previous = false

  @Flag(help: "One JSON object a line for each object.")
  var json = false

  func run() throws {
    do {
      try App.allowInspection()
      let state = try previous ? selection.state() : selection.presentState()
      let file = try previous ? state.previousGeneration() : state.file
      let outline = try file.outline()
      guard let keys = try selection.keys() else { return try printSealed(outline) }
      let contents = try file.contents(keys: keys)
      let tree = StateTree(contents.records)
      if json {
        for place in tree.places { try Console.json(ShownObject(place, tree)) }
      } else {
        Console.data("\(state.name): \(Self.summary(contents, outline))")
        if let picture = Self.picture(in: file, keys) { Console.data(picture) }
        for line in tree.lines { Console.data(line) }
      }
    } catch {
      App.fail(error)
    }
  }

  private static func summary(
    _ contents: StateFile.Contents, _ outline: StateFile.Outline
  ) -> String {
    Figures.count(contents.records.count, "object", "objects")
      + ", saved \(Figures.time(contents.info.timestamp)) by version "
      + "\(contents.info.bundleVersion) on \(contents.info.systemSummary), "
      + "sealed with the protection \"\(outline.protection)\""
  }

  /// Describes the picture of the screen, if there is one.
  private static func picture(in file: StateFile, _ keys: LoginKeyProvider) -> String? {
    // A damaged picture is reported by `state verify`.
    guard let stored = try? file.snapshot(keys: keys), let snapshot = Snapshot(bytes: stored.bytes)
    else { return nil }
    let size = snapshot.frame.size
    return "picture of the screen: \(size.width)×\(size.height), taken "
      + Figures.time(snapshot.time)
      + (stored.isCurrent ? "" : "; the state has changed since")
      + (snapshot.isForLaunch ? "" : "; not for the next launch")
  }

  private func printSealed(_ outline: StateFile.Outline) throws {
    Console.message(
      "sealed with the protection \"\(outline.protection)\", whose key is not here: "
        + "only sizes can be told")
    for (node, size) in outline.sizes.sorted(by: { $0.key < $1.key }) {
      if json {
        try Console.json(SealedObject(node: "\(node)", bytes: size))
      } else {
        Console.data("\(node)", Figures.bytes(size))
      }
    }
  }
}

extension ArchiveInfo {
  fileprivate var systemSummary: String { systemVersion.isEmpty ? "?" : systemVersion }
}

extension StoredState {
  /// The previous generation, or why there is none.
  func previousGeneration() throws -> StateFile {
    guard let generation else {
      throw CommandFailure(
        status: .noInput,
        message: "\"\(name)\" has no previous generation: one is kept of each healthy launch")
    }
    return generation
  }
}

/// The fields of `state show --json` without the key; their names are stable.
struct SealedObject: Encodable {
  var node: String
  var bytes: Int
}

/// The fields of `state show --json`; their names are stable.
struct ShownObject: Encodable {
  var node: String
  var parent: String?
  var kind: String
  var path: [String]
  var type: String
  var schema: Int
  var restorationClass: String?
  var values: [String: String]
  var carriedKeys: [String]?

  init(_ place: StateTree.Place, _ tree: StateTree) {
    let record = place.record
    node = "\(record.node)"
    parent = record.parent.map { "\($0)" }
    kind = "\(record.kind)"
    path = tree.path(of: record)
    type = record.typeKey
    schema = record.schema
    restorationClass = record.restorationClass
    values = Dictionary(
      record.values.map { ($0.key, tree.text(of: $0.value)) },
      uniquingKeysWith: { first, _ in first })
    carriedKeys = record.carried.isEmpty ? nil : record.carried.keys
  }
}
