import Foundation
import Preservation

extension Application {
  /// The current content of the inspector.
  func inspect() -> [InspectorSection] {
    [savingSection, treeSection, launchSection]
  }

  // MARK: - Saving

  private var savingSection: InspectorSection {
    let status = store.status
    var lines = [InspectorSection.Line(sessionLine)]
    if let warning = store.warning { lines.append(.init(warning, mark: .bad)) }
    if let last = status.lastTransaction {
      let objects = "\(last.stored.count) stored, \(last.deleted.count) deleted"
      let time = "\(Int(last.microseconds)) µs"
      lines.append(.init("kill-safe: \(age(last.killSafeAt)); \(objects), \(time)", mark: .good))
      for node in last.stored { lines.append(.init("  \(name(of: node))")) }
    } else {
      lines.append(.init("this launch has stored nothing yet"))
    }
    lines.append(powerLine(status))
    let waiting = preserver.dirtyObjects
    if !waiting.isEmpty {
      let names = waiting.sorted().map(name(of:)).joined(separator: ", ")
      lines.append(.init("changed in this turn: \(names)", mark: .changed))
    }
    return InspectorSection(title: "Saving", lines: lines)
  }

  private var sessionLine: String {
    guard preservation.isPreserving else { return "the app does not save its state" }
    return store.sessionName.map { "session \($0)" } ?? "no session: state is kept in memory only"
  }

  private func powerLine(_ status: SaveStatus) -> InspectorSection.Line {
    guard let time = status.powerSafeAt else {
      return .init("power-safe: this launch has not synced yet", mark: .doubtful)
    }
    return .init("power-safe: \(age(time))", mark: status.isPowerSafe ? .good : .doubtful)
  }

  /// The age of something in tenths of a second.
  private func age(_ time: Double) -> String {
    let tenths = Int(max(0, (Date().timeIntervalSince1970 - time) * 10))
    return "\(tenths / 10).\(tenths % 10) s ago"
  }

  private func name(of node: NodeID) -> String {
    guard let record = preserver.encodedRecord(of: node) else { return "\(node)" }
    return record.identifier.isEmpty ? record.typeKey : record.identifier
  }

  // MARK: - The tree

  private var treeSection: InspectorSection {
    let dirty = preserver.dirtyObjects
    let lines = explainPreservation().map { explanation in
      let indent = String(repeating: "  ", count: explanation.depth)
      let name = explanation.identifier.map { " “\($0)”" } ?? ""
      let text = "\(indent)\(explanation.typeName)\(name)"
      let isDirty = explanation.node.map(dirty.contains) ?? false
      switch explanation.verdict {
      case .preserved: return InspectorSection.Line(text, mark: isDirty ? .changed : .good)
      case .doubtful(let reason): return .init("\(text): \(reason)", mark: .doubtful)
      case .notPreserved(let reason): return .init("\(text): \(reason)", mark: .bad)
      }
    }
    return InspectorSection(title: "Interface", lines: lines)
  }

  // MARK: - The last launch

  private var launchSection: InspectorSection {
    let report = restorationReport
    var lines: [InspectorSection.Line] = []
    if let notice = store.notice { lines.append(.init(notice, mark: .doubtful)) }
    lines += store.noticeDetails.map { .init("  \($0)") }
    if report.entries.isEmpty { lines.append(.init("nothing was restored")) }
    lines += zip(report.entries, report.lines).map { entry, line in
      InspectorSection.Line(line, mark: entry.outcome == .restored ? .good : .bad)
    }
    lines += report.remarks.map { .init($0, mark: .doubtful) }
    return InspectorSection(title: "Last launch", lines: lines)
  }
}

/// Lines of the inspector under a heading.
struct InspectorSection {
  let title: String
  let lines: [Line]

  /// A line with a status mark in front.
  struct Line {
    enum Mark: String {
      case good = "●"
      case changed = "◆"
      case doubtful = "▲"
      case bad = "○"
      case none = " "
    }

    let mark: Mark
    let text: String

    init(_ text: String, mark: Mark = .none) {
      self.mark = mark
      self.text = text
    }
  }
}
