import Glibc

nonisolated extension PTYProcess {
  /// Reads on until the program has dealt with everything that was typed or sent to it.
  ///
  /// A turn has ended when the terminal's input queue is empty, no thread runs, and each process
  /// waits for its next event, all of it unchanged for a millisecond. That needs no help from the
  /// program, and no silence of a guessed length. Where the program sleeps in the middle of something,
  /// waits for a lone escape key to become one, or leaves what was typed unread, silence has to
  /// do.
  ///
  /// - parameter reads: Whether the terminal takes what comes; one that does not stays as it is.
  @discardableResult
  public func waitUntilIdle(
    timeout: Duration = PTYProcess.patience, reading reads: Bool = true
  ) throws(PTYError) -> TerminalPicture {
    let deadline = ContinuousClock.now + timeout
    var seen = look()
    var since = ContinuousClock.now
    while ContinuousClock.now - since < seen.quiet {
      guard ContinuousClock.now < deadline else { throw .timeout(terminal.picture.text) }
      let hasOutput = reads && pump(milliseconds: 1)
      if !reads { usleep(1_000) }
      let now = look()
      if hasOutput || now != seen || now.isRunning {
        seen = now
        since = .now
      }
    }
    return terminal.picture
  }

  /// What the program and those that it started do at a moment.
  private struct Look: Equatable {
    var activities: [ProcessTree.Activity]
    var hasUnreadInput: Bool
    var isEscapePending: Bool

    /// Whether anything runs.
    var isRunning: Bool { !activities.allSatisfy(\.sleeps) }

    /// How long nothing may change for the turn to have ended.
    var quiet: Duration {
      let waits = activities.allSatisfy(\.waitsForEvents) && !hasUnreadInput && !isEscapePending
      return .milliseconds(waits ? 1 : 60)
    }
  }

  private func look() -> Look {
    Look(
      activities: ([processID] + descendants).map(ProcessTree.activity),
      hasUnreadInput: hasUnreadInput, isEscapePending: isEscapePending)
  }

  /// Kills the program with everything that it started, all at the same moment.
  ///
  /// The parent cannot act on its child's death, since it stands still already. What was written
  /// until then can still be read.
  public func killEverything() throws(PTYError) {
    let children = descendants
    kill(processID, SIGSTOP)
    for process in children { kill(process, SIGKILL) }
    kill(processID, SIGKILL)
    try waitForExit()
    try wait(for: { !children.contains(where: ProcessTree.isRunning) })
  }
}
