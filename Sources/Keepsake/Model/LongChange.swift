import Dispatch
import Inventory
import Reprise
import Synchronization

/// An undo or redo of so much that it goes on beside the interface.
final class LongChange {
  /// Which of the two.
  nonisolated enum Direction { case undo, redo }

  let direction: Direction
  fileprivate let wish = Wish()
  /// Left when it has ended.
  fileprivate let group = DispatchGroup()

  fileprivate init(_ direction: Direction) {
    self.direction = direction
  }

  /// Whether the person wants it still; asked on its thread.
  fileprivate nonisolated final class Wish: Sendable {
    private let isGivenUp = Mutex(false)

    var stands: Bool { isGivenUp.withLock { !$0 } }

    func giveUp() { isGivenUp.withLock { $0 = true } }
  }
}

extension AppContext {
  /// More things than this are changed beside the interface.
  private static let fewThings = 1000

  /// Begins an undo or redo that would keep the interface waiting; during one, it is given up.
  ///
  /// It is one transaction of a connection of its own: all of it happens, or nothing. Until then the
  /// screens show the data as it was, and every key but those that change data does what it does.
  ///
  /// - Returns: Whether there is nothing left to do here.
  func beginLongChange(_ direction: LongChange.Direction) -> Bool {
    if let longChange {
      longChange.wish.giveUp()
      return true
    }
    guard let application, let store = longStore(for: direction) else { return false }
    application.prepareForDataChange()
    let change = LongChange(direction)
    let (session, group, wish) = (session, change.group, change.wish)
    let say: @MainActor @Sendable (Int) -> Void = { [weak self] in
      self?.showProgress($0, of: change)
    }
    say(0)
    group.enter()
    application.perform(inBackground: { work in
      defer { group.leave() }
      var percent = 0
      func goOn(_ share: Double) -> Bool {
        let reached = Int(share * 100)
        if reached > percent {
          percent = reached
          work.report { say(reached) }
        }
        return wish.stands
      }
      return direction == .undo
        ? try store.undo(session: session, while: goOn)
        : try store.redo(session: session, while: goOn)
    }) { [weak self] result in
      self?.didEnd(change, result)
    }
    longChange = change
    return true
  }

  /// A connection for what is next, if that is much; nil too where there cannot be a second one.
  private func longStore(for direction: LongChange.Direction) -> InventoryStore? {
    let size = attempt {
      direction == .undo
        ? try store.nextUndoSize(session: session) : try store.nextRedoSize(session: session)
    }
    guard let size, size > Self.fewThings else { return nil }
    return attempt { try store.openAgain() } ?? nil
  }

  private func showProgress(_ percent: Int, of change: LongChange) {
    let verb = change.direction == .undo ? "Undoing" : "Doing again"
    application?.window.progress = "\(verb) … \(percent) % — u gives up"
  }

  private func didEnd(_ change: LongChange, _ result: Result<ChangeSummary?, any Error>) {
    forget(change)
    _ = attempt { try store.refresh() }
    guard let summary = attempt({ try result.get() }) else { return }
    guard let summary else { return notice("Given up: everything is as it was") }
    show(change.direction == .undo ? .undone(summary) : .doneAgain(summary))
  }

  private func forget(_ change: LongChange) {
    guard longChange === change else { return }
    longChange = nil
    application?.window.progress = nil
  }

  /// Says that data cannot be changed while much of it is being changed; `false` when nothing is.
  func refuseDuringLongChange() -> Bool {
    guard let longChange else { return false }
    problem(
      longChange.direction == .undo
        ? "Wait for the undo, or give it up with u" : "Wait for the redo, or give it up with u")
    return true
  }

  /// Waits for it: before the app leaves or is stopped.
  func finishLongChange() {
    longChange?.group.wait()
  }
}
