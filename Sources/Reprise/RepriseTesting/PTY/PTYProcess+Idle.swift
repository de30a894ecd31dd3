import Glibc

nonisolated extension PTYProcess {
  /// Reads output until the program has handled all input and signals.
  ///
  /// A turn has ended when the terminal's input queue is empty, no thread runs and each process
  /// waits for its next event, all unchanged for a millisecond. That needs no help from the program
  /// and no guessed delay. A longer silence is needed where the program sleeps within a turn, waits
  /// to decide on a lone escape, or leaves input unread.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait before it throws.
  ///   - reads: Whether to read the output; if not, the terminal is stuck.
  @discardableResult
  public func waitUntilIdle(
    timeout: Duration = PTYProcess.timeout, reading reads: Bool = true
  ) throws(PTYError) -> TerminalPicture {
    let deadline = ContinuousClock.now + timeout
    var seen = sample()
    var since = ContinuousClock.now
    while ContinuousClock.now - since < seen.quiet(afterEscape: escapeDelay) {
      guard ContinuousClock.now < deadline else { throw .timeout(terminal.picture.text) }
      let hasOutput = reads && pump(milliseconds: 1)
      if !reads { usleep(1_000) }
      let now = sample()
      if hasOutput || now != seen || now.isRunning {
        seen = now
        since = .now
      }
    }
    return terminal.picture
  }

  /// The activity of the program and its descendants at one moment.
  private struct Sample: Equatable {
    var activities: [ProcessTree.Activity]
    var hasUnreadInput: Bool
    var isEscapePending: Bool

    /// Whether any thread runs.
    var isRunning: Bool { !activities.allSatisfy(\.sleeps) }

    /// How long nothing may change before the turn counts as ended.
    ///
    /// - Parameter escapeDelay: How long the program waits for the rest of a sequence, in milliseconds.
    func quiet(afterEscape escapeDelay: Int) -> Duration {
      let waits = activities.allSatisfy(\.waitsForEvents) && !hasUnreadInput
      if isEscapePending { return .milliseconds(max(60, 2 * escapeDelay)) }
      return .milliseconds(waits ? 1 : 60)
    }
  }

  private func sample() -> Sample {
    Sample(
      activities: ([processID] + descendants).map(ProcessTree.activity),
      hasUnreadInput: hasUnreadInput, isEscapePending: isEscapePending)
  }

  /// Kills the program and its descendants at the same moment.
  ///
  /// The parent is stopped first, so it cannot react to its child's death. Output written until
  /// then can still be read.
  public func killEverything() throws(PTYError) {
    let children = descendants
    kill(processID, SIGSTOP)
    for process in children { kill(process, SIGKILL) }
    kill(processID, SIGKILL)
    try waitForExit()
    try wait(for: { !children.contains(where: ProcessTree.isRunning) })
  }
}
