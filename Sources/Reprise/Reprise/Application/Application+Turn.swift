import Dispatch
import Foundation
import Preservation

extension Application {
  /// One turn: all that happens to the interface happens here, in this order.
  ///
  /// When a turn ends, what is on the glass is in the memory, and what the memory refers to is in the
  /// data.
  package func turn(_ events: [TerminalEvent]) {
    turnSchedule.begin()
    defer {
      window.didDisplay()
      turnSchedule.end()
    }
    didTryToRecover = false
    var events = events
    if events.contains(where: \.isInput), lockIfIdle() {
      // It was not meant for what is shown now.
      events.removeAll(where: \.isInput)
      guard termination == nil else { return }
    }
    if events.contains(where: \.isInput) {
      pauseCalls.inputs &+= 1
      noteInput()
      delegate.applicationWillBeginTurn(self)
    }
    for (index, event) in events.enumerated() {
      if index > 0 { commitEarlierEvents(before: event) }
      performPauseCalls(before: event)
      guard termination == nil else { return }
      dispatch(event)
      guard termination == nil else { return }
      window.settle()
      if didChangeData { commit() }
    }
    guard state != .background else { return }
    commit()
    #if DEBUG
      if window.hasNewScreens, isPreserving {
        window.hasNewScreens = false
        reportUnreferenced()
      }
    #endif
    let frame = window.drawFrame()
    if restorationExtension.isFirstFrameNext { store.willShowFirstFrame() }
    device.present(frame)
    snapshots.isSeen = true
    retrySoon()
    waitForPause()
    runDisplayLinks()
  }

  /// Stores drafts with the redo record of the state, then the state.
  func commit() {
    didChangeData = false
    let sealed = sealChanges()
    delegate.application(self, commitDrafts: sealed?.redoRecord)
    preserve(sealed)
  }

  /// Stores what earlier events changed, before the next one changes data of the app.
  ///
  /// A kill in the middle of an event then finds a state that is behind the data by this event
  /// alone, whatever was typed ahead. Typing into a text changes no data, so a burst of typed keys
  /// is stored once.
  func commitEarlierEvents(before event: TerminalEvent?) {
    guard preserver.isDirty, canDraw else { return }
    if case .key(let press) = event, window.isTyping(press) { return }
    commit()
  }

  private func dispatch(_ event: TerminalEvent) {
    switch event {
    case .key(let press):
      window.awaitsTypedAhead = false
      window.send(press)
    case .paste(let text):
      window.awaitsTypedAhead = false
      window.send(paste: text)
    case .pasteCut(let limit): notePasteCut(limit)
    case .mouse(let event):
      window.awaitsTypedAhead = false
      window.send(event)
    case .focus(let isFocused): isFocused ? regainFocus() : loseFocus()
    case .resize(let size): resize(to: size)
    // The device knows theme and colours now; the turn draws everything with it.
    case .background(_), .type(_): announce(SystemChange.terminal)
    case .version, .attributes(_), .cellPixels(_): break
    case .graphics: graphicsDidChange()
    case .signal(let signal): handle(signal)
    case .hangup: terminate(.signal(.hangup))
    }
  }

  /// Says that a paste was cut, unless a view has said so.
  private func notePasteCut(_ limit: Int) {
    guard window.notice == nil else { return }
    window.show(
      notice: "Only \(limit >> 20) MiB of the paste came through, the rest was left out",
      kind: .warning)
  }

  /// Lays out, then tells observers (contract 8.6.4).
  private func resize(to size: Size) {
    window.frame = Rect(origin: .zero, size: size)
    guard state != .background else { return }
    if prefersPictureGraphics { graphicsDidChange() }
    window.settle()
    systemWatch.note(windowSize: size)
    announce(SystemChange.windowSize)
  }

  /// Stores what changed in this turn, in one transaction.
  ///
  /// A turn without changes writes nothing. What cannot be stored is tried again in the next turn, or
  /// after a while without one.
  ///
  /// - Parameter sealed: The changes, if they were sealed already.
  package func preserve(_ sealed: SealedChanges? = nil) {
    preserveActivityAlone()
    guard isPreserving else { return }
    recover()
    window.stateWarning = storeChanges(sealed) ?? store.warning
    window.refusal = preserver.refusal
  }

  /// Tries to open state that could not be opened before, once a turn.
  private func recover() {
    guard !didTryToRecover else { return }
    didTryToRecover = true
    if store.recover(), let notice = store.notice { window.show(notice: notice, kind: .warning) }
  }

  /// Encodes and seals what changed; `nil` if there is nothing to store, or it cannot be sealed.
  private func sealChanges() -> SealedChanges? {
    guard isPreserving, store.isOpen, preserver.isDirty else { return nil }
    return (try? store.seal(collectChanges(), info: archiveInfo)).flatMap(\.self)
  }

  /// Stores what changed; returns why it could not.
  ///
  /// - Parameter sealed: The changes, unless something was marked since they were collected.
  private func storeChanges(_ sealed: SealedChanges?) -> String? {
    guard store.isOpen, preserver.isDirty else { return nil }
    let isCurrent = sealed != nil && preserver.isCollected
    let changes = collectChanges()
    do {
      let refused = try commit(changes, isCurrent ? sealed : nil)
      preserver.didCommit(changes, refusing: refused)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Stores changes; where the file is too damaged to be written, in a new one with all that it holds.
  private func commit(_ changes: ArchiveChanges, _ sealed: SealedChanges?) throws -> [NodeID] {
    do {
      return try sealed.map(store.commit) ?? store.commit(changes, info: archiveInfo)
    } catch let error as StateError {
      let stored = preserver.storedRecords
      guard store.replaceFile(storing: stored, info: archiveInfo, because: error) else {
        throw error
      }
      if let notice = store.notice { window.show(notice: notice, kind: .warning) }
      return try store.commit(changes, info: archiveInfo)
    }
  }

  /// The changes to store; asks the delegate first if its state changed.
  private func collectChanges() -> ArchiveChanges {
    askDelegateIfOutdated()
    return preserver.collectChanges()
  }

  // MARK: - Without events

  /// Lays out, stores and draws what changed outside of an event.
  ///
  /// Does nothing before the first frame and in the background.
  public func update() {
    guard canDraw else { return }
    turnSchedule.begin()
    defer { turnSchedule.end() }
    window.settle()
    turn([])
  }

  /// Asks for one turn soon, however much changes until then.
  ///
  /// Views and controllers call it when they change. Within a turn it does nothing, since the turn ends
  /// with a frame.
  func setNeedsTurn() {
    guard canDraw, turnSchedule.ask() else { return }
    callSoon { [weak self] in
      guard let self, turnSchedule.isAskedFor else { return }
      turnSchedule.withdraw()
      update()
    }
  }

  /// Handles all that background work has reported, in one turn.
  ///
  /// Before the first frame and in the background the reports wait.
  func deliverBackgroundEvents() {
    guard canDraw else { return }
    let events = backgroundEvents.take()
    guard !events.isEmpty else { return }
    turnSchedule.begin()
    defer { turnSchedule.end() }
    for event in events where !event.work.isCancelled {
      commitEarlierEvents(before: nil)
      event.body()
      guard termination == nil else { return }
      window.settle()
      if didChangeData { commit() }
    }
    turn([])
  }

  /// Calls ``update()`` soon; may be called on any thread.
  public nonisolated var updating: @Sendable () -> Void {
    { [weak self] in DispatchQueue.main.async { self?.update() } }
  }

  /// Retries what failed while a warning says so, ever less often.
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
