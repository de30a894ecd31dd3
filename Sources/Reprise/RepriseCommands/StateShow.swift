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
      discussion: "Without this login's key, only the number and sizes of the objects are shown."
    )
  }

  @OptionGroup var selection: StateSelection<App>

  @Flag(help: "Show the previous generation.")
  var previous = false

  @Flag(help: "Print one JSON object per line for each object.")
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
      "sealed with the protection \"\(outline.protection)\", whose key is missing: "
        + "only sizes are known")
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
  /// The previous generation.
  func previousGeneration() throws -> StateFile {
    guard let generation else {
      throw CommandFailure(
        status: .noInput,
        message: "\"\(name)\" has no previous generation; each healthy launch keeps one")
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

/// Saved objects as a tree, in the order of the interface.
struct StateTree {
  /// An object and its depth.
  struct Place {
    var record: ObjectRecord
    var depth: Int
  }

  /// All objects, each after its parent; siblings in the order of the parent's references.
  let places: [Place]
  private let byNode: [NodeID: ObjectRecord]

  init(_ records: [ObjectRecord]) {
    let byNode = Dictionary(records.map { ($0.node, $0) }) { first, _ in first }
    let children = Dictionary(grouping: records.filter { $0.parent != nil }) { $0.parent }
    var places: [Place] = []
    var seen: Set<NodeID> = []
    func visit(_ record: ObjectRecord, depth: Int) {
      guard depth < 64, seen.insert(record.node).inserted else { return }
      places.append(Place(record: record, depth: depth))
      let own = children[record.node] ?? []
      let named = record.references.compactMap { node in own.first { $0.node == node } }
      for child in named + own.sorted(by: { $0.node < $1.node }) { visit(child, depth: depth + 1) }
    }
    if let root = byNode[.application] { visit(root, depth: 0) }
    for record in records.sorted(by: { $0.node < $1.node }) { visit(record, depth: 0) }
    self.places = places
    self.byNode = byNode
  }

  /// The tree as lines.
  var lines: [String] {
    places.flatMap { place in
      let indent = String(repeating: "  ", count: place.depth)
      let record = place.record
      var heading = "\(indent)\(name(of: record)): \(record.kind) of type \(record.typeKey)"
      if record.isStandIn {
        let state = record.kind == .damaged ? "damaged" : "in an unknown format"
        heading = "\(indent)\(record.node): \(state)"
      }
      if record.schema != 1 { heading += ", schema \(record.schema)" }
      if let key = record.restorationClass { heading += ", made by \(key)" }
      let values = record.values.map { "\(indent)  · \($0.key) = \(text(of: $0.value))" }
      let carried = record.carried.keys.map { "\(indent)  · \($0), kept for another version" }
      return [heading] + values + carried
    }
  }

  /// The restoration identifiers from the root to an object.
  func path(of record: ObjectRecord) -> [String] {
    var path: [String] = []
    var step: ObjectRecord? = record
    while let current = step, path.count < 64, ![.application, .window].contains(current.kind) {
      path.append(name(of: current))
      step = current.parent.flatMap { byNode[$0] }
    }
    return path.isEmpty ? [name(of: record)] : path.reversed()
  }

  private func name(of record: ObjectRecord) -> String {
    let name = record.identifier.isEmpty ? record.typeKey : record.identifier
    return record.index.map { "\(name)[\($0)]" } ?? name
  }

  /// A value as text; for data, only the number of bytes.
  func text(of value: Value) -> String {
    switch value {
    case .null: "nothing"
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    case .data(let data): "\(data.count) bytes"
    case .date(let seconds): Figures.time(seconds)
    case .array(let values): "[" + values.map(text).joined(separator: ", ") + "]"
    case .dictionary(let values):
      "{"
        + values.sorted { $0.key < $1.key }.map { "\($0.key): \(text(of: $0.value))" }
        .joined(separator: ", ") + "}"
    case .reference(let node):
      byNode[node].map { "→ " + path(of: $0).joined(separator: "/") } ?? "→ missing object"
    }
  }
}
