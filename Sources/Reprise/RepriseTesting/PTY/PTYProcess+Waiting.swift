import Glibc

nonisolated extension PTYProcess {
  /// The timeout of all waits: much longer than needed, since a busy machine can stall for seconds.
  public static var timeout: Duration { .seconds(120) }

  /// Reads output until the picture satisfies a condition.
  ///
  /// - Throws: ``PTYError/timeout(_:)`` with the last picture.
  @discardableResult
  public func wait(
    timeout: Duration = PTYProcess.timeout, until isWanted: (TerminalPicture) -> Bool
  ) throws(PTYError) -> TerminalPicture {
    let deadline = ContinuousClock.now + timeout
    var picture = self.picture
    while !isWanted(picture) {
      guard ContinuousClock.now < deadline else { throw .timeout(picture.text) }
      if pump(milliseconds: 20) { picture = terminal.picture }
    }
    return picture
  }

  /// Reads output until a text is on the terminal.
  @discardableResult
  public func wait(
    for text: String, timeout: Duration = PTYProcess.timeout
  ) throws(PTYError)
    -> TerminalPicture
  {
    try wait(timeout: timeout) { $0.text.contains(text) }
  }

  /// Reads output until a condition holds that the picture does not show, such as a process's end.
  public func wait(
    timeout: Duration = PTYProcess.timeout, for condition: () -> Bool
  ) throws(PTYError) {
    let deadline = ContinuousClock.now + timeout
    while !condition() {
      guard ContinuousClock.now < deadline else { throw .timeout(terminal.picture.text) }
      _ = pump(milliseconds: 5)
    }
  }

  /// Waits until a shell has reported a stopped job and takes the next command.
  ///
  /// An earlier report counts as well, so have the shell clear the screen first.
  public func waitForStoppedJob() throws(PTYError) {
    // Before the terminal is restored, input would go to the program.
    try wait { $0.modes == .usual }
    // The shell reports the job with its next prompt.
    let isReported: (TerminalPicture) -> Bool = {
      $0.text.contains("Stopped") && $0.text.hasSuffix("ready$")
    }
    for _ in 0..<600 {
      if isReported(picture) { return }
      type("\n")
      _ = try? wait(timeout: .milliseconds(100), until: isReported)
    }
    try wait(until: isReported)
  }

  /// Reads output until none has come for a while.
  @discardableResult
  public func settle(
    quiet: Duration = .milliseconds(60), timeout: Duration = PTYProcess.timeout
  ) throws(PTYError) -> TerminalPicture {
    let deadline = ContinuousClock.now + timeout
    var last = ContinuousClock.now
    while ContinuousClock.now - last < quiet {
      guard ContinuousClock.now < deadline else { throw .timeout(terminal.picture.text) }
      if pump(milliseconds: 10) { last = .now }
    }
    return terminal.picture
  }

  /// Reads output until the process has ended, including its last output.
  @discardableResult
  public func waitForExit(timeout: Duration = PTYProcess.timeout) throws(PTYError) -> ProcessEnd {
    let deadline = ContinuousClock.now + timeout
    while true {
      if let status = reap() {
        drain()
        return status
      }
      guard ContinuousClock.now < deadline else { throw .timeout(terminal.picture.text) }
      if !pump(milliseconds: 5) { usleep(1000) }
    }
  }
}
