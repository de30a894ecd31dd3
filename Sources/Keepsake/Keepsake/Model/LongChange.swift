import Dispatch
import Inventory
import Reprise
import Synchronization

/// An undo or redo so large that it runs in the background.
final class LongChange {
  /// Which of the two.
  nonisolated enum Direction { case undo, redo }

  let direction: Direction
  fileprivate let wish = Wish()
  /// Left when the change has ended.
  fileprivate let group = DispatchGroup()

  fileprivate init(_ direction: Direction) {
    self.direction = direction
  }

  /// Whether the person still wants the change; read on its thread.
  fileprivate nonisolated final class Wish: Sendable {
    private let isGivenUp = Mutex(false)

    var stands: Bool { isGivenUp.withLock { !$0 } }

    func giveUp() { isGivenUp.withLock { $0 = true } }
  }
}

extension AppContext {
  /// A change of more rows runs in the background.
  private static let fewThings = 1000

  /// Starts an undo or redo in the background if it is large; while one is running, cancels it.
  ///
  /// It is one transaction on its own connection: all of it happens, or nothing. Until it ends, screens
  /// show the former data, and all keys work but those that change data.
  ///
  /// - Returns: Whether the key is dealt with.
  func beginLongChange(_ direction: LongChange.Direction) -> Bool {
    if let longChange {
      longChange.wish.giveUp()
      return true
    }
    guard let application, let store = longStore(for: direction) else { return false }
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
        ? try store.changes.undo(session: session, while: goOn)
        : try store.changes.redo(session: session, while: goOn)
    }) { [weak self] result in
      self?.didEnd(change, result)
    }
    longChange = change
    return true
  }

  /// A second connection, if the next change is large; `nil` if it is small or no connection can be had.
  private func longStore(for direction: LongChange.Direction) -> InventoryStore? {
    let size = attempt {
      direction == .undo
        ? try store.changes.nextUndoSize(session: session)
        : try store.changes.nextRedoSize(session: session)
    }
    guard let size, size > Self.fewThings else { return nil }
    return attempt { try store.openAgain() } ?? nil
  }

  private func showProgress(_ percent: Int, of change: LongChange) {
    let verb = change.direction == .undo ? "Undoing" : "Doing again"
    progress("\(verb) … \(percent) % — u gives up")
  }

  private func didEnd(_ change: LongChange, _ result: Result<ChangeSummary?, any Error>) {
    // Nobody waits for an abandoned one.
    guard longChange === change else { return dataDidChange() }
    forget(change)
    _ = attempt { try store.database.refresh() }
    guard let summary = attempt({ try result.get() }) else { return }
    guard let summary else { return notice("Cancelled: everything is as it was") }
    show(change.direction == .undo ? .undone(summary) : .doneAgain(summary))
  }

  private func forget(_ change: LongChange) {
    guard longChange === change else { return }
    longChange = nil
    progress(nil)
  }

  /// Reports that data cannot be changed during a long change; `false` if none is running.
  func refuseDuringLongChange() -> Bool {
    guard let longChange else { return false }
    problem(
      longChange.direction == .undo
        ? "Wait for the undo, or cancel it with u" : "Wait for the redo, or cancel it with u")
    return true
  }

  /// Waits for the change, and says nothing of it: what it was about may be hidden.
  func abandonLongChange() {
    guard let longChange else { return }
    finishLongChange()
    forget(longChange)
  }

  /// Waits for the change, before the app is suspended or ends.
  func finishLongChange() {
    longChange?.group.wait()
  }
}
