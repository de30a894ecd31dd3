import Preservation
import Reprise
import Testing

/// Finds changes that were not marked.
extension Pilot {
  func note(_ problem: String) {
    if provoked == nil {
      problems.append(problem)
      Issue.record("\(problem)", sourceLocation: caller)
    } else {
      provoked?.append(problem)
    }
  }

  /// Compares the archive with a walk over the whole interface.
  func audit() {
    guard audits, application.termination == nil, application.preservation.isPreserving else {
      return
    }
    do {
      let stored = try archive.load()
      let saved = Dictionary(uniqueKeysWithValues: stored.map { ($0.node, $0) })
      let walked = application.preservation.fullWalk()
      for (node, record) in walked where saved[node] != record {
        note("state and interface differ: " + Self.describe(record, saved: saved[node]))
      }
      for (node, record) in saved where walked[node] == nil {
        note(
          "state and interface differ: \(record.identifier) \(node) is saved but no longer part of the interface"
        )
      }
    } catch {
      note("the archive cannot be read back: \(error)")
    }
  }

  /// Compares the cells on the screen with what would be drawn now.
  ///
  /// A difference is a change outside of a turn that was not marked (`setNeedsDisplay()`): it would appear only with the
  /// next key.
  func checkGlass() {
    guard audits, application.termination == nil, application.state != .background else { return }
    let (shown, now) = (frame, application.window.drawnNow())
    guard shown != now else { return }
    note("the screen is out of date, a change was not marked:\n" + now.rows(unlike: shown))
  }

  private static func describe(_ record: ObjectRecord, saved: ObjectRecord?) -> String {
    let name = "\(record.typeKey) \(record.identifier.shortened(to: 80))"
    guard let saved else { return "\(name) is not saved" }
    let (old, new) = (facts(of: saved), facts(of: record))
    let differences = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted().map {
      "\($0): saved \(words(for: old[$0], unlike: new[$0])), is \(words(for: new[$0], unlike: old[$0]))"
    }
    return
      "\(name): \(differences.joined(separator: "; ")); call setNeedsPreservation() where it changes"
  }

  private static func words(for value: Value?, unlike other: Value?) -> String {
    value?.brief(unlike: other) ?? "nothing"
  }

  /// The contents of a record by name.
  private static func facts(of record: ObjectRecord) -> [String: Value] {
    var facts = record.values.reduce(into: [:]) { $0[$1.key] = $1.value }
    facts["(parent)"] = record.parent.map(Value.reference)
    facts["(position)"] = record.index.map { .int(Int64($0)) }
    facts["(identifier)"] = .string(record.identifier)
    facts["(type)"] = .string("\(record.typeKey), schema \(record.schema)")
    facts["(class)"] = record.restorationClass.map(Value.string)
    facts["(carried)"] = .string("\(record.carried)")
    return facts
  }
}

extension Frame {
  /// The rows that differ from another frame, as text, with the columns of the first and last different
  /// cell.
  func rows(unlike other: Frame) -> String {
    guard size == other.size else {
      return "size \(size.width)x\(size.height), shown \(other.size.width)x\(other.size.height)"
    }
    var lines: [String] = []
    for y in 0..<size.height {
      let columns = (0..<size.width).filter {
        self[Point(x: $0, y: y)] != other[Point(x: $0, y: y)]
      }
      guard let first = columns.first, let last = columns.last else { continue }
      lines.append("row \(y), columns \(first) to \(last):")
      let (old, new) = (other.plainText(row: y), plainText(row: y))
      lines += old == new ? ["  only styles differ: \(new)"] : ["  shown \(old)", "  is    \(new)"]
    }
    if cursor != other.cursor {
      func place(_ point: Point?) -> String { point.map { "\($0.x),\($0.y)" } ?? "hidden" }
      lines.append("cursor: shown \(place(other.cursor)), is \(place(cursor))")
    }
    return lines.joined(separator: "\n")
  }
}

nonisolated extension Value {
  /// The longest text that is printed completely, in characters.
  private static let limit = 120

  /// The value in one readable line, shortened if it is large.
  ///
  /// - Parameter other: The value that it differs from: a long text is shown around the first difference.
  func brief(unlike other: Value? = nil) -> String {
    switch self {
    case .string(let text):
      if case .string(let rest)? = other { return Self.excerpt(text, unlike: rest) }
      return Self.excerpt(text, unlike: "")
    case .data(let data):
      guard data.count > Self.limit else { return "\(self)" }
      let start = data.prefix(16).map { String($0, radix: 16) }.joined(separator: " ")
      return "data(\(start)… (\(data.count) bytes in all))"
    case .array(let values):
      var others: [Value] = []
      if case .array(let list)? = other { others = list }
      let same = zip(values, others).prefix { $0 == $1 }.count
      let start = max(0, min(same, values.count - 1))
      let shown = values.dropFirst(start).prefix(4).enumerated().map { offset, value in
        let index = start + offset
        return value.brief(unlike: others.indices.contains(index) ? others[index] : nil)
      }
      guard start > 0 || shown.count < values.count else {
        return "[\(shown.joined(separator: ", "))]"
      }
      return "[…, \(shown.joined(separator: ", ")), … (\(values.count) values, from \(start) on)]"
    case .dictionary(let values):
      var others: [String: Value] = [:]
      if case .dictionary(let entries)? = other { others = entries }
      let different = values.filter { others[$0.key] != $0.value }.sorted { $0.key < $1.key }
      let shown = different.prefix(4).map {
        "\($0.key.debugDescription.shortened(to: 40)): \($0.value.brief(unlike: others[$0.key]))"
      }
      let rest = values.count - shown.count
      return "[\(shown.joined(separator: ", "))\(rest > 0 ? ", … (\(rest) more)" : "")]"
    case .null, .bool, .int, .double, .date, .reference: return "\(self)"
    }
  }

  /// A text, or the part of it around the first difference from another one.
  private static func excerpt(_ text: String, unlike other: String) -> String {
    guard text.utf8.count > limit else { return "string(\(text.debugDescription))" }
    let same = other.isEmpty ? 0 : zip(text, other).prefix { $0 == $1 }.count
    let start = text.index(text.startIndex, offsetBy: max(0, same - 20))
    let part = String(text[start...].prefix(limit)).debugDescription
    let place = same > 20 ? ", from character \(same - 20) on" : ""
    return "string(\(part)… (\(text.utf8.count) bytes in all\(place)))"
  }
}

extension String {
  /// The text, or its beginning and its size if it is longer than a number of characters.
  nonisolated func shortened(to limit: Int) -> String {
    guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return "\(self[..<end])… (\(utf8.count) bytes in all)"
  }
}
