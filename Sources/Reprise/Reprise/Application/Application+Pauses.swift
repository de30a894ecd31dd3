/// What waits until the person pauses.
struct PauseCalls {
  /// A call, and which events may come before it.
  struct Waiting {
    let call: DelayedCall
    let passes: (TerminalEvent) -> Bool
  }

  /// The calls, in order; some may have been cancelled.
  var waiting: [Waiting] = []

  /// Whether a timer runs that looks whether the person has paused.
  var isTimed = false

  /// Counts keys, clicks and pastes.
  var inputs = 0

  /// Whether any call waits that was not cancelled.
  var isEmpty: Bool { waiting.allSatisfy(\.call.isOver) }
}

extension Application {
  /// How long nothing has to come from the person for a pause.
  static let pause = Duration.milliseconds(80)

  /// Calls a closure in the next pause: after the frame, once nothing has come from the person for 80 ms.
  ///
  /// For what follows a selection that a held-down key moves: it costs no such key anything, and is done
  /// once for where the selection comes to rest. What it changes is drawn without further ado. Nothing is
  /// kept of it: a kill comes before it, so ask for it again when the state comes back.
  ///
  /// What comes of keys must not depend on how fast they are typed. So the call is made before the next
  /// event of the person and before another size of the window, unless `passes` lets the event through:
  /// let through only what would do the same after the call, as a key that moves the selection on.
  ///
  /// ```swift
  /// func selectionDidMove() {
  ///   guard waiting?.isOver != false else { return }
  ///   waiting = application.performInPause(letting: isMotion) { [weak self] in self?.showSelection() }
  /// }
  /// ```
  ///
  /// ``finishBackgroundWork(within:)`` makes the call at once, so a picture shows what a person sees in the
  /// end.
  ///
  /// - Parameters:
  ///   - passes: Whether an event may come first.
  ///   - body: The closure, called on the main actor.
  /// - Returns: The call, to be cancelled.
  @discardableResult
  public func performInPause(
    letting passes: @escaping (TerminalEvent) -> Bool = { _ in false }, _ body: @escaping () -> Void
  ) -> DelayedCall {
    let call = DelayedCall(body)
    pauseCalls.waiting.append(PauseCalls.Waiting(call: call, passes: passes))
    waitForPause()
    return call
  }

  /// Looks for a pause, if anything waits for one; one timer serves all keys until then.
  func waitForPause() {
    guard !pauseCalls.isTimed, !pauseCalls.waiting.isEmpty else { return }
    pauseCalls.isTimed = true
    let inputs = pauseCalls.inputs
    callLater(Self.pause) { [weak self] in
      guard let self else { return }
      pauseCalls.isTimed = false
      // The waiting input may cause no event, and so no turn that would look for a pause again.
      let isPause = pauseCalls.inputs == inputs && !device.hasWaitingInput
      if isPause { performPauseCalls() } else { waitForPause() }
    }
  }

  /// Makes the calls that wait, in one turn; in the background, before the first frame, and while keys
  /// wait to be read, they wait on.
  func performPauseCalls() {
    guard canDraw, !device.hasWaitingInput else { return }
    let calls = pauseCalls.waiting.map(\.call)
    pauseCalls.waiting = []
    guard calls.contains(where: { !$0.isOver }) else { return }
    turnSchedule.begin()
    defer { turnSchedule.end() }
    make(calls)
    if termination == nil { turn([]) }
  }

  /// Makes the calls that an event does not pass, in the turn of the event.
  func performPauseCalls(before event: TerminalEvent) {
    guard !pauseCalls.waiting.isEmpty else { return }
    if case .resize = event {} else if !event.isInput { return }
    let due = pauseCalls.waiting.filter { !$0.passes(event) }
    guard !due.isEmpty else { return }
    pauseCalls.waiting.removeAll { waiting in due.contains { $0.call === waiting.call } }
    make(due.map(\.call))
  }

  private func make(_ calls: [DelayedCall]) {
    for call in calls where termination == nil && !call.isOver {
      commitEarlierEvents(before: nil)
      call.call()
      window.settle()
      if didChangeData { commit() }
    }
  }
}
