import Foundation
import RepriseSecurity

/// How long it takes to lock a window and to open it again, with the place and the data that it had.
struct LockBenchmark {
  let subjects: Subjects

  private static let passphrase = "correct horse battery staple"

  /// Prints medians of both ways.
  ///
  /// The keys of the old process are gone with its memory at the latest; the kernel frees that before it closes files.
  func run(on inventory: String, rounds: Int = 20) throws {
    try Benchmarks(subjects: subjects).importing(inventory)
    _ = try Processes.run(
      ["/bin/sh", "-c", "echo '\(Self.passphrase)' | '\(subjects.keepsake)' passphrase"],
      environment: subjects.environment)
    var (opening, wiping, asking) = (Samples(), Samples(), Samples())
    let terminal = try subjects.start([subjects.keepsake])
    guard terminal.readUntilQuiet(milliseconds: 200) != nil else { throw Self.silence }
    for _ in 0..<rounds {
      var start = RawTerminal.now
      terminal.send(Self.passphrase + "\r")
      guard let shown = terminal.readUntilQuiet(milliseconds: 1500) else { throw Self.silence }
      opening.add((shown - start) / 1000)
      guard let app = Processes.descendants(of: terminal.process).first else { throw Self.silence }
      start = RawTerminal.now
      terminal.send("L")
      while Self.hasMemory(app), RawTerminal.now - start < 5_000_000 { usleep(100) }
      wiping.add((RawTerminal.now - start) / 1000)
      guard let asked = terminal.readUntilQuiet(milliseconds: 200) else { throw Self.silence }
      asking.add((asked - start) / 1000)
    }
    terminal.killAll()
    let data = subjects.home + "/.local/share/keepsake"
    let bag = try KeyBag(path: data + "/keys.bag", machineKey: data + "/machine.key")
    var scrypt = Samples()
    for _ in 0..<5 {
      let start = RawTerminal.now
      try bag.unlock(passphrase: Passphrase(Self.passphrase))
      scrypt.add((RawTerminal.now - start) / 1000)
    }
    Report.heading("Passphrase → restored screen")
    Report.line("keepsake, median", opening.median, "ms", note: "bar: 600 ms")
    Report.line("of which opening the keys", scrypt.median, "ms")
    Report.heading("L → keys and screen contents gone from memory")
    Report.line("keepsake, median", wiping.median, "ms", note: "bar: 10 ms")
    Report.line("until the prompt is shown", asking.median, "ms")
  }

  /// Whether a process has any memory; an ending process has none.
  private static func hasMemory(_ process: pid_t) -> Bool {
    let pages = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
    return pages.map { !$0.hasPrefix("0 ") } ?? false
  }

  private static let silence = BenchmarkError("the program shows no output")
}
