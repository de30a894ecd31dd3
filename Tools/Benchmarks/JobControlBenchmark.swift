/// Suspending to the shell and resuming, compared with `less` under the same shell.
///
/// Nothing is typed in between, so the disk already has what must be saved before the stop.
struct JobControlBenchmark {
  /// A prompt that no program prints.
  private static let prompt = "back-in-the-shell$ "

  let subjects: Subjects

  /// Prints medians and their ratio; skipped where `less` or `bash` is not installed.
  func run(rounds: Int = 50) throws {
    Report.heading("Ctrl-Z → prompt, fg → full screen (120×40)")
    guard let bash = subjects.installed("bash"), let less = subjects.installed("less") else {
      return Report.note("bash or less is not installed")
    }
    let shell = try RawTerminal(
      [bash, "--norc", "--noprofile", "--noediting", "-i"],
      environment: subjects.environment.merging(["PS1": Self.prompt, "HISTFILE": ""]) { $1 })
    defer { shell.killAll() }
    _ = shell.readUntil(Self.prompt)
    // Both become jobs of one shell and take turns.
    for command in [subjects.keepsake, "\(less) \(subjects.text)"] {
      shell.send("\(command)\n")
      _ = shell.readUntilQuiet(milliseconds: 500)
      _ = try stop(in: shell)
    }
    var away = [Samples(), Samples()]
    var back = [Samples(), Samples()]
    for _ in 0..<rounds {
      for job in 0...1 {
        back[job].add(try resume(job: job + 1, in: shell))
        away[job].add(try stop(in: shell))
      }
    }
    report("Ctrl-Z → prompt", away)
    report("fg → full screen", back)
  }

  /// The time from the key to the last byte of the prompt, in milliseconds.
  private func stop(in shell: RawTerminal) throws -> Double {
    let start = RawTerminal.now
    shell.send("\u{1A}")
    guard let end = shell.readUntil(Self.prompt) else {
      throw BenchmarkError("the shell's prompt did not come after Ctrl-Z")
    }
    return (end - start) / 1000
  }

  /// The time from the command to the last byte of the screen, in milliseconds.
  private func resume(job: Int, in shell: RawTerminal) throws -> Double {
    let before = shell.byteCount
    let start = RawTerminal.now
    shell.send("fg %\(job)\n")
    guard let end = shell.readUntilQuiet(milliseconds: 60), shell.byteCount > before + 1000 else {
      throw BenchmarkError("no screen came after fg")
    }
    return (end - start) / 1000
  }

  private func report(_ name: String, _ samples: [Samples]) {
    for (program, samples) in zip(["keepsake", "less"], samples) {
      Report.line("\(name), \(program)", samples.median, "ms")
    }
    let ratio = samples[0].median / samples[1].median
    Report.ratio("\(name), keepsake / less", ratio, bar: "bar: 3 ×")
  }
}
