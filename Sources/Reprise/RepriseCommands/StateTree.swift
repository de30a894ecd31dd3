import Preservation
import Reprise

/// Saved objects as a tree, in the order in which a person thinks of them.
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
        let state = record.kind == .damaged ? "damaged" : "in a form not known here"
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

  /// A value as text; of data only the number of bytes.
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
      byNode[node].map { "→ " + path(of: $0).joined(separator: "/") } ?? "→ nothing that is there"
    }
  }
}
