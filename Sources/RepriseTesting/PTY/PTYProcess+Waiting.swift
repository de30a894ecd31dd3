import Glibc

nonisolated extension PTYProcess {
  /// How long what will happen may take: far longer than it does, since a machine that is busy with
  /// other things can stand still for seconds.
  public static var patience: Duration { .seconds(60) }

  /// Reads on until the picture is as wanted.
  ///
  /// - Throws: ``PTYError/timeout(_:)`` with the last picture.
  @discardableResult
  public func wait(
    timeout: Duration = PTYProcess.patience, until isWanted: (TerminalPicture) -> Bool
  ) throws(PTYError) -> TerminalPicture {
    let deadline = ContinuousClock.now + timeout
    var picture = self.picture
    while !isWanted(picture) {
      guard ContinuousClock.now < deadline else { throw .timeout(picture.text) }
      if pump(milliseconds: 20) { picture = terminal.picture }
    }
    return picture
  }

  /// Reads on until a text stands on the terminal.
  @discardableResult
  public func wait(
    for text: String, timeout: Duration = PTYProcess.patience
  ) throws(PTYError)
    -> TerminalPicture
  {
    try wait(timeout: timeout) { $0.text.contains(text) }
  }

  /// Reads on until something holds that is not on the picture, such as a process having ended.
  public func wait(
    timeout: Duration = PTYProcess.patience, for condition: () -> Bool
  ) throws(PTYError) {
    let deadline = ContinuousClock.now + timeout
    while !condition() {
      guard ContinuousClock.now < deadline else { throw .timeout(terminal.picture.text) }
      _ = pump(milliseconds: 5)
    }
  }

  /// Waits for a shell to say that its job is stopped and to take the next command.
  ///
  /// What it said of an earlier stop counts as well: have it clear the screen before.
  public func waitForStoppedJob() throws(PTYError) {
    // What is typed before the terminal is given back would be for the program.
    try wait { $0.modes == .usual }
    // The shell says so with its next prompt.
    let isSaid: (TerminalPicture) -> Bool = {
      $0.text.contains("Stopped") && $0.text.hasSuffix("ready$")
    }
    for _ in 0..<600 {
      if isSaid(picture) { return }
      type("\n")
      _ = try? wait(timeout: .milliseconds(100), until: isSaid)
    }
    try wait(until: isSaid)
  }

  /// Reads on until nothing has come for a while.
  @discardableResult
  public func settle(
    quiet: Duration = .milliseconds(60), timeout: Duration = PTYProcess.patience
  ) throws(PTYError) -> TerminalPicture {
    let deadline = ContinuousClock.now + timeout
    var last = ContinuousClock.now
    while ContinuousClock.now - last < quiet {
      guard ContinuousClock.now < deadline else { throw .timeout(terminal.picture.text) }
      if pump(milliseconds: 10) { last = .now }
    }
    return terminal.picture
  }

  /// Reads on until the process has ended, and takes its last words.
  @discardableResult
  public func waitForExit(timeout: Duration = PTYProcess.patience) throws(PTYError) -> ExitStatus {
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
