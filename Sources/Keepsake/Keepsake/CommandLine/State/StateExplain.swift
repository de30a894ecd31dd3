import ArgumentParser
import Foundation
import Preservation
import Reprise

/// `keepsake state explain`: lists what comes back, and says why the rest does not.
struct StateExplain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say of each screen and view of a state why it comes back, or does not.",
    discussion: "The state is restored in memory, without a terminal; nothing of it is changed.")

  @OptionGroup var selection: StateSelection

  func run() throws {
    do {
      try Workspace.requireNoLimits(to: "look into saved state")
      let state = try selection.presentState()
      let contents = try state.file.contents(keys: selection.requiredKeys())
      let isDemo = selection.demo
      let lines = try MainActor.assumeIsolated {
        try Interface.withRestored(contents, session: state.session, isDemo: isDemo) {
          application in
          guard !application.restorationReport.wasRefused else { return [Self.refusal] }
          return application.explainPreservation().map(\.line)
            + application.restorationReport.entries.compactMap(\.lineIfLeftOut)
        }
      }
      for line in lines + Self.linesOnUnreadable(contents) { Console.data(line) }
    } catch {
      Console.fail(error)
    }
  }
}

nonisolated extension StateExplain {
  private static let refusal =
    "nothing of it would come back: it belongs to another inventory, and would be put aside"

  /// Describes the objects that cannot be restored even for inspection.
  private static func linesOnUnreadable(_ contents: StateFile.Contents) -> [String] {
    let tree = StateTree(contents.records)
    return contents.records.filter(\.isStandIn).map { record in
      let name = tree.path(of: record).joined(separator: "/")
      return record.kind == .damaged
        ? "\(name): would not come back: its saved bytes are damaged"
        : "\(name): would not come back, but be kept: a newer version saved it"
    }
  }
}

extension PreservationExplanation {
  fileprivate var line: String {
    let name = identifier.map { "\($0) (\(typeName))" } ?? typeName
    let verdict =
      switch verdict {
      case .preserved: "saved"
      case .doubtful(let reason): "saved, but will not come back: \(reason)"
      case .notPreserved(let reason): "not saved: \(reason)"
      }
    return String(repeating: "  ", count: depth) + "\(name): \(verdict)"
  }
}

extension RestorationReport.Entry {
  fileprivate var lineIfLeftOut: String? {
    let name = path.joined(separator: "/")
    switch outcome {
    case .restored: return nil
    case .notDecoded: return "\(name): was there, but of another type than the saved one"
    case .skipped(let reason): return "\(name): did not come back: \(reason)"
    case .kept(let reason): return "\(name): did not come back, but is kept: \(reason)"
    }
  }
}
