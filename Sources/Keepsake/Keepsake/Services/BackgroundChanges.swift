import Dispatch
import Inventory
import Reprise
import Synchronization

/// Makes, undoes and redoes large changes in the background.
///
/// Each is one transaction on its own connection: all of it happens, or nothing. Until it ends, screens show
/// the former data, and all keys work except those that change data.
final class BackgroundChanges {
  /// Whether a change is made, undone or redone.
  nonisolated enum Direction { case change, undo, redo }

  /// A change of more rows runs in the background.
  private static let mostRows = 1000

  private let store: InventoryStore
  private let session: String
  private let host: ApplicationReference
  private let notices: NoticeCenter
  private let updater: ScreenUpdater
  private var run: Run?

  init(
    _ store: InventoryStore, session: String, _ host: ApplicationReference,
    _ notices: NoticeCenter, _ updater: ScreenUpdater
  ) {
    self.store = store
    self.session = session
    self.host = host
    self.notices = notices
    self.updater = updater
  }

  /// Whether a change, undo or redo is running.
  var isRunning: Bool { run != nil }

  // MARK: - After a kill

  private static let key = "runningChange"
  private static let versionKey = "runningChange.dataVersion"

  /// Saves the name of the running change, so that a launch after a kill can report that it wasn't made.
  func encode(with coder: Coder) {
    guard let run else { return }
    coder.encode(run.name, forKey: Self.key)
    coder.encode(Int(run.version), forKey: Self.versionKey)
  }

  /// The name of the change that was running when the state was saved, if it wasn't made.
  func interruptedName(from coder: Coder) -> String? {
    guard coder.decodeInt(forKey: Self.versionKey) == Int(store.database.dataVersion) else {
      return nil
    }
    return coder.decodeString(forKey: Self.key)
  }

  private func setNeedsPreservation() { host.application?.setNeedsPreservation() }

  // MARK: - Running

  /// Starts an undo or redo if it is large; while one is running, cancels it.
  ///
  /// - Parameter didEnd: Called when data has changed.
  /// - Returns: Whether the key is dealt with.
  func begin(_ direction: Direction, didEnd: @escaping (LastChange) -> Void) -> Bool {
    if let run {
      run.cancel()
      return true
    }
    guard let application = host.application, let store = connection(for: direction) else {
      return false
    }
    let run = Run(
      direction, direction == .undo ? "Undo" : "Redo", from: store.database.dataVersion)
    let session = session
    let show: @MainActor @Sendable (Int) -> Void = { [weak self] in
      self?.showProgress($0, of: direction)
    }
    show(0)
    run.group.enter()
    application.perform(inBackground: { [group = run.group, wish = run.wish] work in
      defer { group.leave() }
      var percent = 0
      func goOn(_ share: Double) -> Bool {
        let reached = Int(share * 100)
        if reached > percent {
          percent = reached
          work.report { show(reached) }
        }
        return wish.stands
      }
      return direction == .undo
        ? try store.changes.undo(session: session, while: goOn)
        : try store.changes.redo(session: session, while: goOn)
    }) { [weak self] result in
      self?.end(run, result) { self?.report(direction, $0, didEnd) }
    }
    self.run = run
    setNeedsPreservation()
    return true
  }

  /// Starts a change if it is one of many items; a sheet shows its progress, and cancels it.
  ///
  /// - Parameter didEnd: Called when data has changed.
  /// - Returns: Whether it has begun.
  func begin(_ edit: Edit, didEnd: @escaping (LastChange) -> Void) -> Bool {
    let count = edit.itemCount
    guard count > Self.mostRows else { return false }
    let session = session
    return begin(
      edit.titleOfProgress, of: count,
      { store, goOn in try store.changes.perform(edit, session: session, while: goOn) },
      didEnd: { [weak self] result in
        guard let self, let summary = notices.attempt({ try result.get() }) else { return }
        guard let summary else { return notices.show("Canceled: nothing has changed") }
        didEnd(.done(summary))
      })
  }

  /// Starts a change in the background, on a connection of its own; a sheet shows its progress, and cancels it.
  ///
  /// - Parameters:
  ///   - title: The title of the sheet, such as “Moving items”.
  ///   - count: The number of items.
  ///   - change: Makes the change in one transaction. It is called with a closure that takes the share that is done, from
  ///     0 to 1, and returns whether to continue.
  ///   - didEnd: Called with the result, unless the change was abandoned.
  /// - Returns: Whether it has begun; `false` while another one runs, and without a second connection.
  func begin<Value: Sendable>(
    _ title: String, of count: Int,
    _ change: @escaping @Sendable (InventoryStore, @escaping (Double) -> Bool) throws -> Value,
    didEnd: @escaping (Result<Value, any Error>) -> Void
  ) -> Bool {
    guard run == nil, let application = host.application,
      let root = application.window.rootViewController,
      let second = notices.attempt({ try store.openAgain() }) ?? nil
    else { return false }
    let run = Run(
      .change, "\(title) (\(Figures.count(count)))", from: store.database.dataVersion)
    run.makeNow = { [weak self, weak run] in
      guard let self, let run else { return }
      end(run, Result { try change(second) { _ in true } }, didEnd)
    }
    application.perform { [weak self, group = run.group, wish = run.wish] in
      // It was made already, before the app was suspended or ended.
      guard run.makeNow != nil else { return }
      run.makeNow = nil
      group.enter()
      let result: Result<Value, any Error>
      do {
        let value = try await ProgressSheet.run(title, of: count, over: root) { progress in
          defer { group.leave() }
          return try await withTaskCancellationHandler {
            try change(second) { share in
              progress.completed(Int(share * Double(count)) - progress.completedCount)
              return wish.stands
            }
          } onCancel: {
            wish.giveUp()
          }
        }
        result = .success(value)
      } catch {
        result = .failure(error)
      }
      self?.end(run, result, didEnd)
    }
    self.run = run
    setNeedsPreservation()
    return true
  }

  /// A second connection, if the next change is large; `nil` if it is small or no connection can be had.
  private func connection(for direction: Direction) -> InventoryStore? {
    let size = notices.attempt {
      direction == .undo
        ? try store.changes.nextUndoSize(session: session)
        : try store.changes.nextRedoSize(session: session)
    }
    guard let size, size > Self.mostRows else { return nil }
    return notices.attempt { try store.openAgain() } ?? nil
  }

  private func showProgress(_ percent: Int, of direction: Direction) {
    let verb = direction == .undo ? "Undoing" : "Redoing"
    notices.showProgress("\(verb) … \(percent) % — u cancels")
  }

  private func end<Value>(
    _ ended: Run, _ result: Result<Value, any Error>,
    _ didEnd: (Result<Value, any Error>) -> Void
  ) {
    // It was abandoned.
    guard run === ended else { return updater.dataDidChange() }
    forget()
    _ = notices.attempt { try store.database.refresh() }
    didEnd(result)
  }

  /// Reports an undo or redo that has ended.
  private func report(
    _ direction: Direction, _ result: Result<ChangeSummary?, any Error>,
    _ didEnd: (LastChange) -> Void
  ) {
    guard let summary = notices.attempt({ try result.get() }) else { return }
    guard let summary else { return notices.show("Canceled: nothing has changed") }
    switch direction {
    case .change: didEnd(.done(summary))
    case .undo: didEnd(.undone(summary))
    case .redo: didEnd(.doneAgain(summary))
    }
  }

  private func forget() {
    run = nil
    setNeedsPreservation()
    notices.showProgress(nil)
  }

  /// Reports that data cannot be changed while a change, undo or redo is running; `false` if none is.
  func refusesChanges() -> Bool {
    guard let run else { return false }
    switch run.direction {
    case .change: notices.warn("Wait for the change, or cancel it with u")
    case .undo: notices.warn("Wait for the undo, or cancel it with u")
    case .redo: notices.warn("Wait for the redo, or cancel it with u")
    }
    return true
  }

  /// Waits for the change, and reports nothing about it: the items may be hidden.
  func abandon() {
    guard run != nil else { return }
    finish()
    forget()
  }

  /// Waits for the change, before the app is suspended or ends.
  func finish() {
    guard let run else { return }
    if let makeNow = run.makeNow {
      run.makeNow = nil
      makeNow()
    } else {
      run.group.wait()
    }
  }

  /// One change, undo or redo.
  private final class Run {
    let direction: Direction
    /// The name for the notice after a kill, such as `Moving items (2,000)`.
    let name: String
    /// The version of the data before the change.
    let version: Int64
    let wish = Wish()
    /// Makes a change at once whose task has not begun; `nil` once it has.
    var makeNow: (() -> Void)?
    /// Left when the change has ended.
    let group = DispatchGroup()

    init(_ direction: Direction, _ name: String, from version: Int64) {
      (self.direction, self.name, self.version) = (direction, name, version)
    }

    func cancel() { wish.giveUp() }
  }

  /// Whether the person still wants the change; read on its thread.
  private nonisolated final class Wish: Sendable {
    private let isGivenUp = Mutex(false)

    var stands: Bool { isGivenUp.withLock { !$0 } }

    func giveUp() { isGivenUp.withLock { $0 = true } }
  }
}

extension Edit {
  /// The title of the sheet that shows how many items are done.
  fileprivate var titleOfProgress: String {
    switch self {
    case .trashItems: "Moving items to the trash"
    case .restoreItems: "Restoring items"
    case .archiveItems: "Archiving items"
    case .unarchiveItems: "Taking items out of the archive"
    case .moveItems, .moveItemsToNewPlace: "Moving items"
    case .tagItems: "Tagging items"
    case .copyItems: "Duplicating items"
    default: "Changing items"
    }
  }
}
