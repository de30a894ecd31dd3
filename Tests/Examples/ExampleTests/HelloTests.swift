import Foundation
import Reprise
import RepriseTesting
import Testing

/// The program of forty lines in real use, with features that it has no code for.
@Suite(.waitsForProcesses) struct HelloTests {
  private let home = TemporaryHome()

  private func open(_ variables: [String: String] = [:]) throws -> PTYProcess {
    let app = try PTYProcess(
      product: "hello", environment: ["HOME": home.path].merging(variables) { $1 },
      size: Size(width: 72, height: 12))
    try app.wait { $0.modes.contains(.alternateScreen) }
    try app.waitUntilIdle()
    return app
  }

  /// Types half a word, with the caret in the middle.
  private func type(in app: PTYProcess) throws -> TerminalPicture {
    app.type("Half a word")
    app.press(KeyPress(.left), KeyPress(.left))
    return try app.waitUntilIdle()
  }

  @Test func helloRestoresTheTextAndCaretAfterAKill() throws {
    let app = try open()
    let before = try type(in: app)
    #expect(before.lines[3] == "  Half a word")
    #expect(ProcessTree.name(of: app.processID) == "hello-guard")
    #expect(app.descendants.map(ProcessTree.name) == ["hello"])
    try app.killEverything()
    #expect(try open().waitUntilIdle().difference(from: before) == nil)
  }

  @Test func guardianResetsTheTerminalAfterAKill() throws {
    let app = try open()
    let modes = app.deviceModes
    let before = try type(in: app)
    app.signal(SIGKILL, to: try #require(app.descendants.first))
    #expect(try app.waitForExit() == .exited(137))
    #expect(app.picture.modes == .usual)
    #expect(app.picture.text.contains("hello: ended by signal 9 (Killed); your screen is saved"))
    #expect(app.deviceModes.c_lflag != modes.c_lflag)
    #expect(try open().waitUntilIdle().difference(from: before) == nil)
  }

  @Test func guardianRestartsACrashedAppOnTheSameScreen() throws {
    let app = try open()
    let before = try type(in: app)
    for _ in 0..<2 {
      let process = try #require(app.descendants.first)
      app.signal(SIGSEGV, to: process)
      try app.wait(for: { app.descendants.first.map { $0 != process } ?? false })
      try app.wait { $0.modes.contains(.alternateScreen) && $0.lines[3] == before.lines[3] }
      var picture = try app.waitUntilIdle()
      let bottom = picture.rows.count - 1
      #expect(
        picture.lines[bottom].contains("Crashed and restarted: Segmentation fault (signal 11)"))
      picture.rows[bottom] = before.rows[bottom]
      #expect(picture.difference(from: before) == nil)
      #expect(app.descendants.map(ProcessTree.name) == ["hello"])
    }
    app.signal(SIGSEGV, to: try #require(app.descendants.first))
    #expect(try app.waitForExit() == .exited(128 + SIGSEGV), "at most two restarts")
    let next = try open()
    #expect(
      next.picture.lines[11].contains("Old state kept"), "it crashed three times at its start")
    let log = try String(contentsOfFile: home.path + "/.local/state/hello/log", encoding: .utf8)
    #expect(
      log.split(separator: "\n").filter { $0.contains("the last run crashed signal=11") }.count == 3
    )
  }

  @Test func environmentVariableTurnsOffRestarts() throws {
    let app = try open(["HELLO_RESTART": "0"])
    app.signal(SIGSEGV, to: try #require(app.descendants.first))
    #expect(try app.waitForExit() == .exited(128 + SIGSEGV))
    let next = try open()
    #expect(next.picture.text.contains("The last run crashed: Segmentation fault (signal 11)"))
  }

  /// The guardian passes the restarted program this variable, which may be forged.
  @Test(arguments: ["0,1,2", "7,8,9", "-1,-1,-1", "x", "0,1", "99999999999,2,3"])
  func forgedInheritanceVariableIsIgnored(_ text: String) throws {
    let app = try open(["REPRISE_GUARDIAN": text])
    #expect(ProcessTree.name(of: app.processID) == "hello-guard")
    let before = try type(in: app)
    try app.killEverything()
    #expect(try open().waitUntilIdle().difference(from: before) == nil)
  }

  /// The channel was created before the program started itself again, and child processes don't inherit it.
  @Test func appHasAChannelToItsGuardian() throws {
    let app = try open()
    let directory = "/proc/\(try #require(app.descendants.first))"
    let files = FileManager.default
    let numbers = try files.contentsOfDirectory(atPath: directory + "/fd").filter { number in
      let file = try? files.destinationOfSymbolicLink(atPath: directory + "/fd/" + number)
      return file?.hasPrefix("socket:") == true
    }
    try #require(numbers.count == 1)
    let state = try String(contentsOfFile: directory + "/fdinfo/" + numbers[0], encoding: .utf8)
    let flags = state.split(separator: "\n").first { $0.hasPrefix("flags:") }?.dropFirst(6)
    let bits = Int32((flags ?? "").trimmingCharacters(in: .whitespaces), radix: 8) ?? 0
    #expect(bits & O_CLOEXEC != 0)
  }

  @Test func helloStopsAndContinuesWithFg() throws {
    let shell = try PTYProcess.shell(
      environment: ["HOME": home.path], size: Size(width: 72, height: 12))
    shell.type("clear; \(PTYProcess.path(ofProduct: "hello"))\n")
    try shell.wait(for: "What is your name?")
    let before = try type(in: shell)
    shell.type("\u{1A}")
    try shell.waitForStoppedJob()
    shell.type("clear; fg\n")
    try shell.wait { $0.text.contains("Half a word") && $0.modes == before.modes }
    #expect(try shell.waitUntilIdle().difference(from: before) == nil)
  }

  @Test func quittingHelloLeavesACleanShell() throws {
    let shell = try PTYProcess.shell(
      environment: ["HOME": home.path], size: Size(width: 72, height: 12))
    shell.type("clear\n")
    try shell.wait { $0.text == "ready$" }
    // The shell prints its prompt before it sets the modes for reading a line.
    let before = try shell.waitUntilIdle()
    let modes = shell.deviceModes
    shell.type("\(PTYProcess.path(ofProduct: "hello"))\n")
    try shell.wait(for: "What is your name?")
    _ = try type(in: shell)
    shell.press(KeyPress(.tab), .character("q"))
    try shell.wait { $0.modes == before.modes && $0.text.hasSuffix("ready$") }
    try shell.waitUntilIdle()
    #expect(shell.deviceModes.c_lflag == modes.c_lflag)
    #expect(shell.deviceModes.c_iflag == modes.c_iflag)
    shell.type("clear; echo left with $?\n")
    try shell.wait(for: "left with 0\nready$")
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func terminatingSignalSetsTheExitStatus(_ number: Int32, _ status: Int32) throws {
    let app = try open()
    let before = try type(in: app)
    app.signal(number)
    #expect(try app.waitForExit() == .exited(status))
    #expect(try open().waitUntilIdle().difference(from: before) == nil)
  }

  @Test func savedFilesArePrivateToTheirOwner() throws {
    let app = try open()
    _ = try type(in: app)
    app.signal(SIGTERM)
    try app.waitForExit()
    let names = FileManager.default.enumerator(atPath: home.path)?.compactMap { $0 as? String }
    let files = try #require(names).filter { $0.contains("/hello") }
    #expect(files.contains(".local/share/hello/state.key"))
    #expect(files.contains(".local/state/hello/log"))
    #expect(files.contains { $0.hasSuffix("state.sqlite") })
    for file in files {
      var status = stat()
      #expect(lstat("\(home.path)/\(file)", &status) == 0)
      #expect(status.st_mode & 0o077 == 0, "\(file)")
    }
  }

  @Test func twoInstancesGetTwoSessions() throws {
    let first = try open()
    let before = try type(in: first)
    let second = try open()
    #expect(!second.picture.text.contains("Half"))
    try second.killEverything()
    #expect(first.picture.difference(from: before) == nil)
  }

  @Test func helloReportsAMissingTerminal() throws {
    let shell = try PTYProcess.shell(
      environment: ["HOME": home.path], size: Size(width: 100, height: 12))
    shell.type("clear; \(PTYProcess.path(ofProduct: "hello")) < /dev/null | cat; ")
    shell.type("echo ended with ${PIPESTATUS[0]}\n")
    try shell.wait(for: "ended with 69")
    #expect(shell.picture.text.contains("hello: "))
  }
}
