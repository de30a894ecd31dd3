import Foundation
import Inventory
import Reprise

/// Collects notices about changes that restoration finds, until the launch shows the most important
/// one.
final class LaunchNotices {
  /// The row that a change selects in the list in front.
  enum Row {
    case item(SavedItem)
    case draft(UUID)
  }

  private let notices: NoticeCenter
  private let navigator: Navigator

  /// A change that the restored screen doesn't know of: a kill came after data was stored and before state was.
  private var change: (line: String, row: Row?)?

  /// The name of a large change that a kill interrupted.
  private var interrupted: String?

  /// The line about something that was open when the program ended and is in the trash now.
  private var trashed: String?

  /// Whether a form didn't come back because another window has its draft.
  private var isFormElsewhere = false

  init(_ notices: NoticeCenter, _ navigator: Navigator) {
    self.notices = notices
    self.navigator = navigator
  }

  /// Notes a change that the restored screen doesn't know of.
  func noteChange(_ line: String, selecting row: Row?) { change = (line, row) }

  /// Notes that a kill interrupted a large change, which is one transaction: nothing of it was made.
  func noteInterrupted(_ name: String) { interrupted = name }

  /// Notes that something that was open when the program ended has gone to the trash since.
  ///
  /// - Parameter rest: The end of the line, about a draft of the item.
  func noteTrashed(_ item: Item, rest: String = "") {
    guard trashed == nil || !rest.isEmpty else { return }
    trashed = notices.line(about: item, " has been moved to the trash" + rest)
  }

  /// Notes that a form didn't come back because another window has its draft.
  func noteFormElsewhere() { isFormElsewhere = true }

  /// Forgets everything about items, which may be hidden by now.
  func forget() { (change, trashed, interrupted) = (nil, nil, nil) }

  /// Shows the most important of these notices.
  ///
  /// - Parameter isStateForeign: Whether another version saved the state.
  func show(with report: RestorationReport, isStateForeign: Bool) {
    let isMissing = report.entries.contains { entry in
      if case .skipped = entry.outcome { true } else { false }
    }
    let isKept = report.entries.contains { entry in
      if case .kept = entry.outcome { true } else { false }
    }
    if let change {
      notices.show(change.line)
    } else if let interrupted {
      notices.show("\(interrupted) was interrupted: nothing has changed", kind: .warning)
    } else if isKept, isStateForeign {
      notices.show("Some screens need another version; they are kept for it", kind: .warning)
    } else if isFormElsewhere {
      notices.show("The form that was open here is open in another window", kind: .warning)
    } else if let trashed {
      notices.show(trashed, kind: .warning)
    } else if isMissing {
      notices.show("What you had open here no longer exists", kind: .warning)
    }
  }

  /// Selects the row of the noted change, or reports why the list doesn't show it.
  func selectRow() {
    switch change?.row {
    case .item(let item): navigator.show(saved: item)
    case .draft(let draft): navigator.select(draft: draft)
    case nil: break
    }
  }
}
