import Reprise
import Testing

/// A clock that only the test advances, with its pending calls.
struct VirtualClock {
  private var now = Duration.zero
  private var calls: [Call] = []
  private var count = 0
  private let origin = ContinuousClock.now
  private var typing = Duration.zero

  private struct Call {
    var time: Duration
    var number: Int
    var body: @MainActor () -> Void
  }

  /// Schedules a call some time from now.
  mutating func call(after delay: Duration, _ body: @escaping @MainActor () -> Void) {
    count += 1
    calls.append(Call(time: now + max(.zero, delay), number: count, body: body))
  }

  /// Moves to the next call that is due by a time, and returns it; calls for the same time are in order of scheduling.
  mutating func next(until end: Duration) -> (@MainActor () -> Void)? {
    let due = calls.indices.min {
      (calls[$0].time, calls[$0].number) < (calls[$1].time, calls[$1].number)
    }
    guard let due, calls[due].time <= end else { return nil }
    let call = calls.remove(at: due)
    now = call.time
    return call.body
  }

  /// The time after some duration from now.
  func moment(after duration: Duration) -> Duration { now + duration }

  /// Moves to a time by which no call is due.
  mutating func move(to moment: Duration) { now = moment }

  /// The time at which keys are pressed: the clock's time plus the time spent typing.
  var typingTime: ContinuousClock.Instant { origin + now + typing }

  /// Makes the user's next key come later, without running anything.
  mutating func type(for duration: Duration) { typing += duration }

  /// Drops all calls: the app that scheduled them is gone.
  mutating func forget() { calls = [] }
}

extension Pilot {
  /// Advances the app's clock, immediately: runs the calls that are due by then in order, each followed by the turn
  /// that it requests.
  ///
  /// The clock drives `Application.perform(after:_:)` and `Application.sleep(for:)`.
  public func advance(
    by duration: Duration, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let end = clock.moment(after: duration)
    while let body = clock.next(until: end) {
      body()
      try settle(sourceLocation: sourceLocation)
    }
    clock.move(to: end)
    try settle(sourceLocation: sourceLocation)
  }

  /// Waits until the tasks on the main actor have nothing left to do, and runs the turns that they request.
  ///
  /// It waits until tasks of `Application.perform(_:)` and background work have ended, except those that sleep on
  /// the app's clock, which ``advance(by:sourceLocation:)`` moves. It cannot know when a task continues that waits for
  /// something outside the app: wait for its effect with ``wait(until:within:sourceLocation:)``.
  public func waitForTasks(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    var rounds = 0
    var quiet = 0
    // Many short checks: a task on another thread needs a moment on a busy machine.
    while quiet < 8 {
      for _ in 0..<32 { await Task.yield() }
      if isTurnScheduled || application.isWorkingInBackground {
        quiet = 0
        finishBackgroundWork()
        try settle(sourceLocation: sourceLocation)
      } else {
        quiet =
          application.backgroundWork.tasks > application.backgroundWork.sleepers ? 0 : quiet + 1
        try await Task.sleep(for: .milliseconds(1))
      }
      rounds += 1
      // Counted, not timed: among other tests of the main actor a round may take seconds.
      guard rounds < 20_000 else {
        Issue.record(
          "\(application.backgroundWork.tasks) tasks have not ended", sourceLocation: sourceLocation
        )
        return
      }
    }
    try settle(sourceLocation: sourceLocation)
  }

  /// Waits until a condition holds, and runs the turns that are requested meanwhile; fails the test if it never
  /// holds.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - timeout: The longest wait, but at least 200 checks; far longer than needed.
  ///   - sourceLocation: The line to fail at.
  public func wait(
    until condition: () -> Bool, within timeout: Duration = .seconds(60),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let deadline = ContinuousClock.now + timeout
    var rounds = 0
    while !condition() {
      // Counted as well: among other tests of the main actor a round may take a minute.
      rounds += 1
      guard rounds < 200 || ContinuousClock.now < deadline else {
        Issue.record(
          "the condition never held; the screen:\n\(screen)",
          sourceLocation: sourceLocation)
        return
      }
      try await Task.sleep(for: .milliseconds(1))
      finishBackgroundWork()
      try settle(sourceLocation: sourceLocation)
    }
  }
}
