import Foundation
import Inventory
import Reprise
import Sync

/// Deletes for good, and undoes changes of the past.
extension ChangeController {
  /// Deletes items in the trash for good, with the files that nothing else uses.
  func purge(_ items: [UUID]) {
    purge { try $0.purge(items, session: $1) }
  }

  /// Deletes everything in the trash for good.
  func emptyTrash() {
    purge { try $0.emptyTrash(session: $1) }
  }

  private func purge(_ body: (ChangeStore, String) throws -> ChangeSummary) {
    guard !backgroundChanges.refusesChanges() else { return }
    let summary = notices.attempt {
      let summary = try body(store.changes, session)
      try store.attachments.sweep()
      return summary
    }
    if let summary { show(.done(summary)) }
  }

  /// Undoes a single change of the past, whatever came after it.
  func undo(_ entry: HistoryEntry) {
    undo([entry]) { _ in
      // A long name must not push the change out of the line.
      "Undone: " + CellText(HistoryWords.subject(entry), width: 40).string + ", "
        + HistoryWords.what(entry, .plain).lowercasedFirst
    }
  }

  /// Undoes changes as one.
  ///
  /// - Parameters:
  ///   - entries: The changes, the latest first.
  ///   - words: Describes what was undone.
  func undo(_ entries: [HistoryEntry], saying words: (ChangeSummary) -> String) {
    guard !backgroundChanges.refusesChanges() else { return }
    show(notices.attempt { try store.changes.undo(entries, session: session) }, saying: words)
  }

  /// Undoes everything that was changed in one step with a change of the past.
  func undoEdit(of entry: HistoryEntry) {
    guard !backgroundChanges.refusesChanges() else { return }
    show(notices.attempt { try store.changes.undoEdit(of: entry, session: session) }) {
      "Undone: the whole step, " + Figures.count($0.count, "change", "changes")
    }
  }

  private func show(_ outcome: ReversalOutcome?, saying words: (ChangeSummary) -> String) {
    switch outcome {
    case .undone(let summary) where summary.count > 0:
      show(.done(summary), saying: words(summary))
    case .undone: notices.show("Not undone: the former values are back already")
    case .refused(let refusal): notices.warn(ReversalWords.line(refusal))
    case nil: updater.dataDidChange()
    }
  }
}

/// Explains why changes of the past were not undone.
nonisolated enum ReversalWords {
  /// The line, such as `Not undone: “Teapot” has changed since (price is 950.00, not 700.00)`.
  @MainActor static func line(_ refusal: ReversalRefusal) -> String {
    let name = refusal.name.isEmpty ? "it" : "“\(refusal.name)”"
    let reason =
      switch refusal.reason {
      case .changedSince(let changes):
        "\(name) has changed since"
          + (changes.isEmpty ? "" : " (\(changes.map(difference).joined(separator: "; ")))")
      case .purged: "\(name) is deleted for good"
      case .privacy: "it made \(name) private or public"
      case .unknownValues: "the history doesn't have the former values"
      case .inOrderOnly: "only undo takes back changes of tags and categories, the latest first"
      case .tooManyRows(let rows):
        "it imported \(Figures.count(rows)) rows; undo the import with u, or trash the items"
      }
    return "Not undone: \(reason)"
  }

  /// A value that a later change replaced: `price is 950.00, not 700.00`.
  @MainActor private static func difference(_ change: ItemChange) -> String {
    let label = AspectWords.label(change.aspect)
    func text(_ value: String?) -> String {
      if case .field(let field) = change.aspect {
        return AspectWords.text(value, of: field, nil, .plain)
      }
      return value ?? "nothing"
    }
    switch change.aspect {
    case .trash: return "it was moved to the trash or back"
    case .privacy: return "its private text was edited"
    case .tag(let name): return "tag “\(name)”"
    default:
      return "\(label.lowercasedFirst) is \(text(change.after)), not \(text(change.before))"
    }
  }
}

nonisolated extension String {
  /// The text with its first letter in lower case.
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
