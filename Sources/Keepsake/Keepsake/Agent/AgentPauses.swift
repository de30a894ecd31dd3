/// How long a supervisor waits before it starts what has failed again: a second, two, four, at most a minute.
nonisolated struct AgentPauses {
  private var next = 1

  /// The longest pause, in seconds.
  static let longest = 60

  /// The pause after an end.
  ///
  /// - Parameter lasted: How long it ran, in seconds; after a long life the next pause is short again.
  mutating func pause(after lasted: Int) -> Int {
    if lasted >= Self.longest { next = 1 }
    defer { next = min(2 * next, Self.longest) }
    return next
  }
}
