import Glibc

/// How long the program takes to end completely, and whether its state is intact afterwards.
struct EndingBenchmark {
  /// How the program is ended.
  private enum Ending: String, CaseIterable {
    case hangup = "terminal closed"
    case sighup = "SIGHUP"
    case sigterm = "SIGTERM"
  }

  let subjects: Subjects

  /// Prints the median and the 99th percentile for each ending, with app and guardian.
  func run(rounds: Int = 100) throws {
    Report.heading("End → no process left")
    for ending in Ending.allCases {
      var times = Samples()
      for _ in 0..<rounds { times.add(try end(by: ending)) }
      Report.line("\(ending.rawValue), median", times.median, "ms")
      Report.line("\(ending.rawValue), p99", times.percentile(99), "ms", note: "bar: 200 ms")
    }
    Report.note("verified the state after each of \(rounds * Ending.allCases.count) exits")
  }

  /// Starts the program, moves in it, ends it and verifies its state; returns milliseconds.
  private func end(by ending: Ending) throws -> Double {
    let terminal = try subjects.start([subjects.keepsake])
    _ = terminal.readUntilQuiet(milliseconds: 40)
    terminal.send("\u{1B}OB\u{1B}OB")
    _ = terminal.readUntilQuiet(milliseconds: 10)
    let processes = Processes.descendants(of: terminal.process)
    let start = RawTerminal.now
    switch ending {
    case .hangup: terminal.hangUp()
    case .sighup: kill(terminal.process, SIGHUP)
    case .sigterm: kill(terminal.process, SIGTERM)
    }
    guard terminal.waitForEnd(of: processes) else {
      terminal.killAll()
      throw BenchmarkError("a process was left 10 s after: \(ending.rawValue)")
    }
    let time = (RawTerminal.now - start) / 1000
    _ = try Processes.run(
      [subjects.keepsake, "state", "verify"], environment: subjects.environment)
    return time
  }
}
