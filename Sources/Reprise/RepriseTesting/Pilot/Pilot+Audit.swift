import Preservation
import Reprise
import Testing

/// Notices what somebody forgot to mark.
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

  /// Compares what stands on the glass with what would be drawn now.
  ///
  /// A difference is a change outside of a turn that nobody marked (`setNeedsDisplay()`): a person sees
  /// it with the next key only.
  func checkGlass() {
    guard audits, application.termination == nil, application.state != .background else { return }
    let (shown, now) = (frame, application.window.drawnNow())
    guard shown != now else { return }
    note("the screen is behind the interface, a change was not marked:\n" + now.rows(unlike: shown))
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
  /// The rows that differ from another frame, as text, with the columns from the first to the last cell
  /// that does.
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
