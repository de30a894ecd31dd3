extension Application {
  /// One turn: everything that happens to the interface happens here, in this order (design 2).
  ///
  /// What is on the glass when a turn ends is already in the memory, and what the memory refers to
  /// is already in the data.
  package func turn(_ events: [TerminalEvent]) {
    if !events.isEmpty { delegate.applicationWillBeginTurn(self) }
    for event in events {
      dispatch(event)
      guard termination == nil else { return }
      window.settle()
      if didChangeData { commit() }
    }
    guard state != .background else { return }
    commit()
    device.present(window.drawFrame())
  }

  /// Stores drafts, then state.
  private func commit() {
    didChangeData = false
    delegate.applicationCommitDrafts(self)
    preserve()
  }

  private func dispatch(_ event: TerminalEvent) {
    switch event {
    case .key(let press): window.send(press)
    case .paste(let text): window.send(paste: text)
    case .mouse(let event): window.send(event)
    case .focus(let isFocused): isFocused ? becomeActive() : resignActive()
    case .resize(let size): resize(to: size)
    case .signal(let signal): handle(signal)
    case .hangup: terminate(.signal(.hangup))
    }
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
  /// A turn without changes writes nothing.
  package func preserve() {
    guard isPreserving, preserver.isDirty else { return }
    let changes = preserver.collectChanges()
    do {
      try store.commit(changes, info: archiveInfo)
      preserver.didCommit(changes)
      window.stateWarning = store.warning
    } catch {
      window.stateWarning = "\(error)"
    }
  }
}
