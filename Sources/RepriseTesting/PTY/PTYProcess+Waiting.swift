import Glibc

nonisolated extension PTYProcess {
  /// Reads on until the picture is as wanted.
  ///
  /// - Throws: ``PTYError/timeout(_:)`` with the last picture.
  @discardableResult
  public func wait(
    timeout: Duration = .seconds(10), until isWanted: (TerminalPicture) -> Bool
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
    for text: String, timeout: Duration = .seconds(10)
  ) throws(PTYError)
    -> TerminalPicture
  {
    try wait(timeout: timeout) { $0.text.contains(text) }
  }

  /// Reads on until something holds that is not on the picture, such as a process having ended.
  public func wait(timeout: Duration = .seconds(10), for condition: () -> Bool) throws(PTYError) {
    let deadline = ContinuousClock.now + timeout
    while !condition() {
      guard ContinuousClock.now < deadline else { throw .timeout(terminal.picture.text) }
      _ = pump(milliseconds: 5)
    }
  }

  /// Reads on until nothing has come for a while.
  @discardableResult
  public func settle(
    quiet: Duration = .milliseconds(60), timeout: Duration = .seconds(10)
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
  public func waitForExit(timeout: Duration = .seconds(10)) throws(PTYError) -> ExitStatus {
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
