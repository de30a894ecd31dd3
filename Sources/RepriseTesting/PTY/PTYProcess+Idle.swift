import Glibc

nonisolated extension PTYProcess {
  /// Reads on until the program has nothing left to do: no output comes, and the main threads of all
  /// its processes sleep and were not woken.
  ///
  /// Long enough for a lone escape key to be recognised as one.
  ///
  /// - parameter reads: Whether the terminal takes what comes; one that does not stays as it is.
  @discardableResult
  public func waitUntilIdle(
    quiet: Duration = .milliseconds(60), timeout: Duration = PTYProcess.patience,
    reading reads: Bool = true
  ) throws(PTYError) -> TerminalPicture {
    let deadline = ContinuousClock.now + timeout
    var seen = activity
    var since = ContinuousClock.now
    while ContinuousClock.now - since < quiet {
      guard ContinuousClock.now < deadline else { throw .timeout(terminal.picture.text) }
      let hasOutput = reads && pump(milliseconds: 5)
      if !reads { usleep(5_000) }
      let now = activity
      if hasOutput || now != seen || !now.allSatisfy(\.sleeps) {
        seen = now
        since = .now
      }
    }
    return terminal.picture
  }

  private var activity: [ProcessTree.Activity] {
    ([processID] + descendants).map(ProcessTree.activity)
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
