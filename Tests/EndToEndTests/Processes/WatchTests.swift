import Foundation
import RepriseTesting
import Terminal
import Testing

/// A blocked program, and an idle one (contract 1.3.7, 8.1.6, 8.4).
@Suite(.waitsForProcesses) struct WatchTests {
  /// Reads the time zone from a pipe without a writer, which never returns.
  private func launchThatHangs(
    _ home: Home, restarts: Bool
  ) throws -> PTYProcess {
    let pipe = home.path + "/zone"
    guard mkfifo(pipe, 0o600) == 0 else { throw POSIXError(.EEXIST) }
    var environment = ["TZ": ":" + pipe]
    if !restarts { environment["KEEPSAKE_RESTART"] = "0" }
    return try home.launch(environment: environment)
  }

  @Test func rule_1_3_7_aHangingLaunchIsEndedAfterFiveSeconds() throws {
    let home = try Home()
    let start = ContinuousClock.now
    let app = try launchThatHangs(home, restarts: false)
    #expect(try app.waitForExit() == .exited(128 + SIGALRM))
    #expect(ContinuousClock.now - start >= .seconds(4), "the app had its full time")
    #expect(app.picture.modes == .usual)
    #expect(app.picture.text.contains("did not respond and was ended"))
    // Nothing is lost.
    let again = try home.open()
    #expect(again.picture.text.contains("Backup disk"))
  }

  @Test func rule_8_1_6_aLaunchThatHangsOnceIsRetried() throws {
    let home = try Home()
    let app = try launchThatHangs(home, restarts: true)
    let first = try #require(try waitForApp(app))
    try app.wait(for: { !ProcessTree.isRunning(first) })
    // The second launch isn't blocked.
    unlink(home.path + "/zone")
    // The first launch's output may still be visible, so wait for an answer of the second.
    try app.wait(for: { app.app.map { $0 != first } ?? false })
    try app.waitUntilIdle()
    app.type("nLamp")
    try app.wait(for: "New: Lamp")
  }

  private func waitForApp(_ process: PTYProcess) throws -> pid_t? {
    try process.wait(for: { process.app != nil })
    return process.app
  }

  /// How often each thread of a process has run so far, and its written bytes.
  private func runs(_ process: pid_t) throws -> [String] {
    let tasks = "/proc/\(process)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).sorted().map {
      let text = try String(contentsOfFile: "\(tasks)/\($0)/status", encoding: .utf8)
      let switches = text.split(separator: "\n").filter { $0.contains("ctxt_switches") }
      return "\($0): \(switches.joined(separator: ", "))"
    }
  }

  /// Waits until no thread has run for a while, so that earlier work is done.
  private func waitUntilQuiet(_ app: PTYProcess, _ process: pid_t) throws -> [String] {
    var seen = try runs(process)
    var since = ContinuousClock.now
    try app.wait(for: {
      guard let now = try? runs(process) else { return false }
      if now != seen { (seen, since) = (now, .now) }
      return ContinuousClock.now - since > .seconds(1)
    })
    return seen
  }

  /// No thread starts, draws or writes anything: no timer, no caret, no frame.
  @Test func rule_8_4_withoutTheFocusNothingHappens() throws {
    let home = try Home()
    let app = try home.open()
    try app.press(script: "jx")
    let process = try #require(app.app)
    app.type("\u{1B}[O")
    let before = try waitUntilQuiet(app, process)
    app.drain()
    let written = app.output.count
    Thread.sleep(forTimeInterval: 3)
    #expect(try runs(process) == before)
    app.drain()
    #expect(app.output.count == written)
    // With the focus it responds again.
    app.type("\u{1B}[I")
    app.type("u")
    try app.wait(for: "Undone")
  }

  /// Data sent to another machine would need a socket.
  @Test func windowSendsNothingOverTheNetwork() throws {
    try TracedApp.check()
    let home = try Home()
    let app = try TracedApp(home, ["-e", "trace=%network"])
    defer { app.end() }
    try app.process.wait(for: "Backup disk")
    try app.process.press(script: "nTea<Esc>jj<Enter>")
    app.process.type("hq")
    _ = try app.waitForExit()
    Self.expectNobodyIsTold(app.trace)
  }

  /// Expects no socket out of the machine, and no connection to a program that could forward data.
  private static func expectNobodyIsTold(
    _ trace: String, _ place: SourceLocation = #_sourceLocation
  ) {
    let lines = trace.split(separator: "\n")
    let sockets = lines.filter { $0.contains("socket(") && !$0.contains("AF_UNIX") }
    #expect(sockets == [], sourceLocation: place)
    // A lookup of a system name may connect to its cache.
    let connections = lines.filter { $0.contains("connect(") && !$0.contains("/nscd/") }
    #expect(connections == [], sourceLocation: place)
  }

  @Test func commandsSendNothingOverTheNetwork() throws {
    try TracedApp.check()
    let home = try Home()
    let log = home.path + ".strace"
    defer { unlink(log) }
    for command in [
      ["list"], ["add", "Tea"], ["show", "Tea"], ["set", "Tea", "price=3"], ["history", "Tea"],
      ["report", "-o", home.path + "/report.html"], ["backup", home.path], ["identities"],
      ["doctor"], ["export"], ["paths"],
    ] {
      let run = try Home.run(
        "/usr/bin/strace",
        ["-f", "-qq", "-y", "-e", "trace=%network", "-o", log, Home.program] + command,
        environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"])
      #expect(run.status == 0, "\(command): \(run.errors)")
      Self.expectNobodyIsTold(try String(contentsOfFile: log, encoding: .utf8))
    }
  }
}
