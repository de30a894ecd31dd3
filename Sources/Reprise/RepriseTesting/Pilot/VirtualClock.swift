import Reprise
import Testing

/// A clock on which no time passes but what a test says, and what is to be called by it.
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

  /// Takes note of what is to be called some time from now.
  mutating func call(after delay: Duration, _ body: @escaping @MainActor () -> Void) {
    count += 1
    calls.append(Call(time: now + max(.zero, delay), number: count, body: body))
  }

  /// Goes on to the next call that is due until a moment; of equal ones the first to be asked for.
  mutating func next(until end: Duration) -> (@MainActor () -> Void)? {
    let due = calls.indices.min {
      (calls[$0].time, calls[$0].number) < (calls[$1].time, calls[$1].number)
    }
    guard let due, calls[due].time <= end else { return nil }
    let call = calls.remove(at: due)
    now = call.time
    return call.body
  }

  /// The moment some time from now.
  func moment(after duration: Duration) -> Duration { now + duration }

  /// Goes on to a moment at which nothing is due any more.
  mutating func move(to moment: Duration) { now = moment }

  /// The time by which keys are pressed: the clock's, and that of a person who types.
  var typingTime: ContinuousClock.Instant { origin + now + typing }

  /// Makes the user's next key come later, without running anything.
  mutating func type(for duration: Duration) { typing += duration }

  /// Forgets what is to be called: who asked for it is dead.
  mutating func forget() { calls = [] }
}

extension Pilot {
  /// Lets time pass for the app, at once: what it wanted to have called until then is called in order,
  /// each followed by the turn that it asks for.
  ///
  /// Timers of ``Application/perform(after:_:)`` and ``Application/sleep(for:)`` go by it.
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

  /// Waits until the tasks on the main actor have nothing left to do, and takes the turns that they ask
  /// for.
  ///
  /// Tasks of ``Application/perform(_:)`` and work beside the interface are waited for to their end,
  /// unless they sleep on the app's clock, which ``advance(by:sourceLocation:)`` moves. Of a task that
  /// waits for something outside of the app nobody knows when it goes on: wait for what it does with
  /// ``wait(until:within:sourceLocation:)``.
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
      // Counted, not timed: beside other tests of the main actor a round may take seconds.
      guard rounds < 20_000 else {
        Issue.record(
          "\(application.backgroundWork.tasks) tasks have not ended", sourceLocation: sourceLocation
        )
        return
      }
    }
    try settle(sourceLocation: sourceLocation)
  }

  /// Waits until something holds, taking the turns that are asked for meanwhile; fails the test when it
  /// does not.
  ///
  /// - Parameters:
  ///   - condition: What is to hold.
  ///   - timeout: How long to wait at most, but for 200 looks at least; far longer than it takes.
  ///   - sourceLocation: The line that it fails at.
  public func wait(
    until condition: () -> Bool, within timeout: Duration = .seconds(60),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let deadline = ContinuousClock.now + timeout
    var rounds = 0
    while !condition() {
      // Counted as well: beside other tests of the main actor a round may take a minute.
      rounds += 1
      guard rounds < 200 || ContinuousClock.now < deadline else {
        Issue.record(
          "what was waited for did not come; the screen:\n\(screen)",
          sourceLocation: sourceLocation)
        return
      }
      try await Task.sleep(for: .milliseconds(1))
      finishBackgroundWork()
      try settle(sourceLocation: sourceLocation)
    }
  }
}
