import Glibc
import RepriseTesting
import Terminal
import Testing

@Suite(.waitsForProcesses) struct PTYProcessTests {
  @Test func showsOutputAndSendsTypedInput() throws {
    let cat = try PTYProcess("/bin/cat")
    cat.type("hello\n")
    try cat.wait { $0.lines[0] == "hello" && $0.lines[1] == "hello" }
    cat.type("\u{4}")
    #expect(try cat.waitForExit() == .exited(0))
  }

  @Test func reportsHowAProgramEnded() throws {
    let shell = try PTYProcess("/bin/sh", ["-c", "exit 7"])
    #expect(try shell.waitForExit() == .exited(7))
    let killed = try PTYProcess("/bin/sh", ["-c", "kill -TERM $$"])
    #expect(try killed.waitForExit() == .signaled(SIGTERM))
  }

  @Test func aProgramThatIsNotThereCannotBeStarted() {
    #expect(throws: PTYError.self) { try PTYProcess("/nonexistent/program") }
  }

  @Test func theProgramHasTheSizeAndTheEnvironmentGiven() throws {
    let shell = try PTYProcess(
      "/bin/sh", ["-c", "stty size; echo $COLOR; read x; stty size"],
      environment: ["COLOR": "green"], size: Size(width: 50, height: 10))
    try shell.wait(for: "10 50\ngreen")
    shell.resize(to: Size(width: 33, height: 7))
    shell.type("\n")
    try shell.wait(for: "7 33")
  }

  @Test func showsTheModesOfTheDevice() throws {
    let shell = try PTYProcess("/bin/sh", ["-c", "stty -echo; echo ready; read x"])
    try shell.wait(for: "ready")
    #expect(shell.deviceModes.c_lflag & tcflag_t(ECHO) == 0)
    #expect(shell.deviceModes.c_lflag & tcflag_t(ICANON) != 0)
  }

  @Test(
    arguments: [
      .character("a"), .character("茶"), .control("c"), .control(" "), .alt("x"), KeyPress(.enter),
      KeyPress(.tab), KeyPress(.tab, .shift), KeyPress(.backspace, .alt), KeyPress(.up),
      KeyPress(.left, .control), KeyPress(.home), KeyPress(.end, .shift), KeyPress(.pageDown),
      KeyPress(.delete, .alt), KeyPress(.function(1)), KeyPress(.function(4), .shift),
      KeyPress(.function(5)), KeyPress(.function(12), .control),
    ] as [KeyPress])
  func pressesKeysAsTheKitReadsThem(_ press: KeyPress) {
    for isApplication in [false, true] {
      var parser = InputParser()
      let sequence = PTYProcess.sequence(for: press, applicationCursorKeys: isApplication)
      #expect(parser.feed(sequence.utf8) == [.key(press)])
    }
  }

  @Test func aClosedTerminalEndsTheProgram() throws {
    let cat = try PTYProcess("/bin/cat")
    cat.hangUp()
    #expect(try cat.waitForExit() == .signaled(SIGHUP))
  }

  @Test func aShellStopsAndContinuesItsJobs() throws {
    let shell = try PTYProcess.shell()
    shell.type("cat\n")
    try shell.wait { _ in shell.descendants.count == 1 }
    let cat = try #require(shell.descendants.first)
    try shell.wait(for: { ProcessTree.name(of: cat) == "cat" })
    shell.type("\u{1A}")
    // A shell that has not yet prompted reads the next line too early, and prompts behind it.
    try shell.wait { $0.text.contains("Stopped") && $0.text.hasSuffix("ready$") }
    #expect(ProcessTree.state(of: cat) == "T")
    shell.type("fg\n")
    try shell.wait { $0.text.hasSuffix("fg\ncat") }
    shell.type("back\n")
    try shell.wait(for: "back\nback")
  }

  @Test func waitingGivesUpWithThePictureInTheError() throws {
    let shell = try PTYProcess("/bin/sh", ["-c", "echo only this; read x"])
    try shell.wait(for: "only this")
    let error = #expect(throws: PTYError.self) {
      try shell.wait(for: "that", timeout: .milliseconds(50))
    }
    #expect(error?.description.contains("only this") == true)
  }
}
