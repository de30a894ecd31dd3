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
