/// What waits until the person pauses.
struct PauseCalls {
  /// The calls, in order; some may have been cancelled.
  var waiting: [DelayedCall] = []

  /// Whether a timer runs that looks whether the person has paused.
  var isTimed = false

  /// Counts keys, clicks and pastes.
  var inputs = 0

  /// Whether any call waits that was not cancelled.
  var isEmpty: Bool { waiting.allSatisfy(\.isOver) }
}

extension Application {
  /// How long nothing has to come from the person for a pause.
  static let pause = Duration.milliseconds(80)

  /// Calls a closure in the next pause: after the frame, once nothing has come from the person for 80 ms.
  ///
  /// For what follows a selection that a held-down key moves: it costs no key anything, and is done once
  /// for where the selection comes to rest. What it changes is drawn without further ado. Nothing is kept
  /// of it: a kill comes before it, so ask for it again when the state comes back.
  ///
  /// ```swift
  /// func selectionDidMove() {
  ///   guard waiting?.isOver != false else { return }
  ///   waiting = application.performInPause { [weak self] in self?.showSelection() }
  /// }
  /// ```
  ///
  /// ``finishBackgroundWork(within:)`` makes the call at once, so a picture shows what a person sees in the
  /// end.
  ///
  /// - Returns: The call, to be cancelled.
  @discardableResult
  public func performInPause(_ body: @escaping () -> Void) -> DelayedCall {
    let call = DelayedCall(body)
    pauseCalls.waiting.append(call)
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
      if pauseCalls.inputs == inputs { performPauseCalls() } else { waitForPause() }
    }
  }

  /// Makes the calls that wait, in one turn; in the background, before the first frame, and while keys
  /// wait to be read, they wait on.
  func performPauseCalls() {
    guard canDraw, !device.hasWaitingInput else { return }
    let calls = pauseCalls.waiting
    pauseCalls.waiting = []
    guard calls.contains(where: { !$0.isOver }) else { return }
    turnSchedule.begin()
    defer { turnSchedule.end() }
    for call in calls {
      call.call()
      guard termination == nil else { return }
      window.settle()
      if didChangeData { commit() }
    }
    turn([])
  }
}
