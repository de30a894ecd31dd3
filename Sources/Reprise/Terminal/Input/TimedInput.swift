/// Parses input by the times at which it arrives.
///
/// A value with a clock that the caller reads: it feeds what has arrived, and calls ``expire()`` when
/// nothing has until the ``deadline``.
struct TimedInput: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// Decodes the bytes.
  var parser: InputParser

  /// How long a lone ESC waits for the rest of a sequence.
  let escapeDelay: Duration

  private var lastArrival: Instant?

  /// Makes input to which nothing has arrived.
  init(parser: InputParser = InputParser(), escapeDelay: Duration) {
    (self.parser, self.escapeDelay) = (parser, escapeDelay)
  }

  /// When to call ``expire()`` if nothing arrives until then; `nil` for never.
  ///
  /// Bytes that arrive at exactly that moment still belong to the sequence.
  var deadline: Instant? {
    guard let lastArrival, let timeout = parser.timeout(escapeDelay: escapeDelay) else {
      return nil
    }
    return lastArrival + timeout
  }

  /// Processes the arrived bytes and returns the completed events.
  mutating func feed(_ bytes: some Collection<UInt8>, at now: Instant) -> [TerminalEvent] {
    if !bytes.isEmpty { lastArrival = now }
    return parser.feed(bytes)
  }

  /// Resolves input that has waited until the deadline.
  mutating func expire() -> [TerminalEvent] {
    parser.isPasting ? parser.abandonPaste() : parser.timeout()
  }

  /// Drops incomplete input.
  mutating func reset() {
    parser.reset()
    lastArrival = nil
  }

  /// How long a lone ESC waits, by `ESCDELAY` in milliseconds and at most a second; without it 25 ms,
  /// over ssh 100 ms, since a network may tear a key apart.
  static func escapeDelay(in environment: [String: String]) -> Duration {
    let isRemote = ["SSH_CONNECTION", "SSH_TTY"].contains {
      !(environment[$0] ?? "").isEmpty
    }
    let wanted = environment["ESCDELAY"].flatMap { Int($0) } ?? (isRemote ? 100 : 25)
    return .milliseconds(min(max(wanted, 0), 1000))
  }
}
