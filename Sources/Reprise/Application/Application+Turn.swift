import Dispatch
import Foundation
import Preservation

extension Application {
  /// One turn: everything that happens to the interface happens here, in this order (design 2).
  ///
  /// What is on the glass when a turn ends is already in the memory, and what the memory refers to
  /// is already in the data.
  package func turn(_ events: [TerminalEvent]) {
    turnSchedule.begin()
    defer {
      window.didDisplay()
      turnSchedule.end()
    }
    didTryToRecover = false
    if events.contains(where: \.isInput) { delegate.applicationWillBeginTurn(self) }
    for event in events {
      dispatch(event)
      guard termination == nil else { return }
      window.settle()
      if didChangeData { commit() }
    }
    guard state != .background else { return }
    commit()
    let frame = window.drawFrame()
    if restorationExtension.isFirstFrameNext { store.willShowFirstFrame() }
    device.present(frame)
    snapshots.isSeen = true
    retrySoon()
  }

  /// Stores drafts, then state.
  private func commit() {
    didChangeData = false
    delegate.applicationCommitDrafts(self)
    preserve()
  }

  /// The state as this turn is about to store it, sealed; nil when it does not change or is not kept.
  ///
  /// For ``ApplicationDelegate/applicationCommitDrafts(_:)``: stored in one transaction with the drafts
  /// and given back by ``ApplicationDelegate/applicationRedoRecord(_:)``, it makes drafts and state
  /// those of one turn. A kill between the two, or a state that cannot be written, then takes back
  /// nothing of what was typed, nor the caret.
  public func redoRecord() -> Data? {
    guard isPreserving, store.isOpen, preserver.isDirty else { return nil }
    return store.redoRecord(of: collectChanges(), info: archiveInfo)
  }

  /// Stores what earlier events of this turn changed, before this one changes data of the app's own.
  ///
  /// Call it first, and ``noteDataChange()`` afterwards: a kill in between then finds a state that
  /// is behind the data by this one event, whatever was typed ahead.
  public func prepareForDataChange() {
    let line = window.line
    if let before = window.lineBeforeKey { window.line = before }
    commit()
    window.line = line
  }

  private func dispatch(_ event: TerminalEvent) {
    switch event {
    case .key(let press): window.send(press)
    case .paste(let text): window.send(paste: text)
    case .pasteCut(let limit): notePasteCut(limit)
    case .mouse(let event): window.send(event)
    case .focus(let isFocused): isFocused ? regainFocus() : resignActive()
    case .resize(let size): resize(to: size)
    // The device has the theme for it; the turn draws everything.
    case .background(_): break
    case .signal(let signal): handle(signal)
    case .hangup: terminate(.signal(.hangup))
    }
  }

  /// Says that a paste was cut, unless the view that took it has said that itself.
  private func notePasteCut(_ limit: Int) {
    guard window.notice == nil else { return }
    window.show(notice: "Only \(limit >> 20) MiB of the paste came through, the rest was left out")
  }

  /// Layout first, then whoever wants to know (contract 8.6.4).
  private func resize(to size: Size) {
    window.frame = Rect(origin: .zero, size: size)
    guard state != .background else { return }
    window.settle()
    systemWatch.note(windowSize: size)
    announce(SystemChange.windowSize)
  }

  /// Stores what changed in this turn, in one transaction.
  ///
  /// A turn without changes writes nothing. What could not be stored is stored with the next turn,
  /// or some time later without one.
  package func preserve() {
    guard isPreserving else { return }
    recover()
    window.stateWarning = storeChanges() ?? store.warning
    window.refusal = preserver.refusal
  }

  /// Tries to open state that could not be opened before, once a turn.
  private func recover() {
    guard !didTryToRecover else { return }
    didTryToRecover = true
    if store.recover(), let notice = store.notice { window.show(notice: notice) }
  }

  /// Stores what changed; says why it could not.
  private func storeChanges() -> String? {
    guard store.isOpen, preserver.isDirty else { return nil }
    let changes = collectChanges()
    do {
      let refused = try store.commit(changes, info: archiveInfo)
      preserver.didCommit(changes, refusing: refused)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// What this turn is to store, the delegate asked first for what it keeps itself.
  private func collectChanges() -> ArchiveChanges {
    askDelegateIfOutdated()
    return preserver.collectChanges()
  }

  // MARK: - Without events

  /// Lays out, stores and draws what changed outside of an event.
  ///
  /// Before the first frame and in the background it does nothing.
  public func update() {
    guard canDraw else { return }
    turnSchedule.begin()
    defer { turnSchedule.end() }
    window.settle()
    turn([])
  }

  /// Has one turn taken soon, however much changes until then.
  ///
  /// Views and controllers ask for it when they change outside of a turn: in a task, say, or a timer.
  /// Within a turn nothing is asked for, since its end draws everything.
  func setNeedsTurn() {
    guard canDraw, turnSchedule.ask() else { return }
    callSoon { [weak self] in
      guard let self, turnSchedule.isAskedFor else { return }
      turnSchedule.withdraw()
      update()
    }
  }

  /// Hears what work beside the interface has to say: all that waits is one turn.
  ///
  /// Before the first frame and in the background it waits on.
  func deliverBackgroundEvents() {
    guard canDraw else { return }
    let events = backgroundEvents.take()
    guard !events.isEmpty else { return }
    turnSchedule.begin()
    defer { turnSchedule.end() }
    for event in events where !event.work.isCancelled {
      event.body()
      guard termination == nil else { return }
      window.settle()
      if didChangeData { commit() }
    }
    turn([])
  }

  /// Calls ``update()`` from any thread, soon.
  public nonisolated var updating: @Sendable () -> Void {
    { [weak self] in DispatchQueue.main.async { self?.update() } }
  }

  /// Tries again what went wrong as long as a warning says so, ever more seldom.
  private func retrySoon() {
    let next = retryPacing.next(for: window.warning ?? window.stateWarning)
    guard let (seconds, attempt) = next else { return }
    callLater(.seconds(seconds)) { [weak self] in
      guard let self, retryPacing.begin(attempt) else { return }
      if canDraw { delegate.applicationWillBeginTurn(self) }
      update()
    }
  }
}
