import Foundation
import RepriseTesting
import Terminal
import Testing

/// The person's own commands from `config.toml`.
@Suite(.waitsForProcesses) struct CustomCommandTests {
  private let home: Home

  init() throws {
    home = try Home(isEmpty: true)
    for (name, serial) in [("Lamp", "L-1"), ("Teapot", "T-2"), ("Vase", "$(touch x); {name}")] {
      #expect(try home.run(["add", name, "serial=\(serial)"]).status == 0)
    }
  }

  private func configure(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: home.path + "/.config/keepsake", withIntermediateDirectories: true)
    try text.write(
      toFile: home.path + "/.config/keepsake/config.toml", atomically: true, encoding: .utf8)
  }

  private func command(_ lines: String) throws {
    try configure("[commands.test]\ntitle = \"Test it\"\nkey = \"F4\"\n\(lines)\n")
  }

  @Test func commandRunsOnEachMarkedItemAndShowsItsOutput() throws {
    try command(#"run = ["printf", "<%s>\n", "{name}", "serial={serial}"]"#)
    let app = try home.open()
    try app.press(script: "*<F4>")
    try app.wait(for: "— done")
    let text = app.picture.text
    for line in ["<Lamp>", "<serial=L-1>", "<Teapot>", "<serial=$(touch x); {name}>"] {
      #expect(text.contains(line))
    }
    try app.killEverything()
    let again = try home.open()
    #expect(again.picture.text.contains("<serial=L-1>"))
    #expect(again.picture.text.contains("— done"))
    try again.press(script: "<Esc>")
    #expect(!again.picture.text.contains("<Lamp>"))
  }

  @Test func commandIsInThePaletteAndGetsTheSelectedItemAsJSON() throws {
    try command("run = [\"cat\"]\nstdin = \"json\"")
    let app = try home.open()
    try app.press(script: ":test it<Enter>")
    try app.wait(for: "— done")
    #expect(app.picture.text.contains("\"name\":\"Lamp\""))
    #expect(!app.picture.text.contains("Teapot\""))
  }

  @Test func shellGetsValuesAsArguments() throws {
    try command(#"run = ["echo \"[$1]\" | tr a-z A-Z; exit 4", "{name}"]"# + "\nshell = true")
    let app = try home.open()
    try app.press(script: "<F4>")
    try app.wait(for: "— ended with status 4")
    #expect(app.picture.text.contains("[LAMP]"))
  }

  @Test func escStopsACommandAndItsChildren() throws {
    try command(#"run = ["echo started; sleep 1000; echo over"]"# + "\nshell = true")
    let app = try home.open()
    try app.press(script: "<F4>")
    try app.wait(for: "started")
    app.type("\u{1B}")
    try app.wait(for: "— stopped")
    #expect(!app.picture.text.contains("over"))
    #expect(!app.descendants.contains { ProcessTree.name(of: $0) == "sleep" })
  }

  @Test func outputSoFarSurvivesAKill() throws {
    try command(#"run = ["echo started; sleep 1000"]"# + "\nshell = true")
    let app = try home.open()
    try app.press(script: "<F4>")
    try app.wait(for: "started")
    try app.waitUntilIdle()
    try app.killEverything()
    let again = try home.open()
    #expect(again.picture.text.contains("started"))
    #expect(again.picture.text.contains("— interrupted"))
    try again.press(script: "q")
    #expect(again.picture.text.contains("Teapot"))
  }

  @Test func killOfTheAppAloneEndsTheCommand() throws {
    try command(#"run = ["echo started; sleep 1000"]"# + "\nshell = true")
    let app = try home.open()
    try app.press(script: "<F4>")
    try app.wait(for: "started")
    let programs = app.descendants.filter { ["sh", "sleep"].contains(ProcessTree.name(of: $0)) }
    #expect(!programs.isEmpty)
    kill(try #require(app.app), SIGKILL)
    try app.waitForExit()
    try app.wait(for: { !programs.contains(where: ProcessTree.isRunning) })
  }

  @Test func hostileOutputIsPlainText() throws {
    try command(
      #"run = ["printf '\\033]0;owned\\007\\033[2J\\033[?1049lred\\n'; head -c 100000 /dev/urandom; printf '\\nend of it\\n'"]"#
        + "\nshell = true")
    let app = try home.open()
    let modes = app.picture.modes
    app.clearOutput()
    try app.press(script: "<F4>")
    try app.wait(for: "end of it")
    try app.waitUntilIdle()
    #expect(app.picture.modes == modes)
    #expect(!String(decoding: app.output, as: UTF8.self).contains("owned"))
  }

  @Test func hundredMegabytesOfOutputAreReadInBoundedMemory() throws {
    try command(
      #"run = ["yes $(printf %0500d 0) | head -c 100000000; echo; echo end of it"]"#
        + "\nshell = true")
    let app = try home.open()
    try app.press(script: "<F4>")
    try app.wait(for: "end of it")
    let status = try String(
      contentsOfFile: "/proc/\(try #require(app.app))/status", encoding: .utf8)
    let peak = try #require(status.firstMatch(of: #/VmHWM:\s+(\d+) kB/#)?.1)
    #expect(try #require(Int(peak)) < 300_000)
  }

  @Test func missingProgramIsReported() throws {
    try command(#"run = ["no-such-program", "{name}"]"#)
    let app = try home.open()
    try app.press(script: "<F4>")
    try app.wait(for: "not started: “no-such-program” is not installed")
  }

  @Test func commandAsksFirst() throws {
    try command("run = [\"echo\", \"{name}\"]\nconfirm = true")
    let app = try home.open()
    try app.press(script: "*<F4>")
    #expect(app.picture.text.contains("Run “Test it” on 3 items?"))
    try app.press(script: "r")
    try app.wait(for: "— done")
  }

  @Test func commandGetsTheTerminal() throws {
    try command(
      #"run = ["printf 'your word: '; read word; echo \"$word $1\" > $HOME/word", "{name}"]"#
        + "\nshell = true\nterminal = true")
    let app = try home.open()
    let before = app.picture
    try app.press(script: "<F4>")
    try app.wait(for: "your word:")
    app.type("bright\n")
    try app.wait { $0.modes == before.modes && $0.text == before.text }
    #expect(
      try String(decoding: home.bytes(of: home.path + "/word"), as: UTF8.self) == "bright Lamp\n")
  }

  @Test func privateItemIsPassedOnOnlyAfterAQuestion() throws {
    try command(#"run = ["echo", "{name}"]"#)
    #expect(try home.run(["passphrase"], input: Data("correct horse\n".utf8)).status == 0)
    let app = try home.launch()
    try app.unlock(with: "correct horse")
    try app.press(script: "Hm")
    try app.wait { $0.text.contains("Made private") }
    try app.press(script: "*<F4>")
    #expect(app.picture.text.contains("1 of them is private."))
    #expect(app.picture.text.contains("Run “Test it” on 3 items?"))
    try app.press(script: "<Esc>")
    #expect(!app.picture.text.contains("— done"))
  }

  @Test func mistakesNameTheLineAndWhatToDo() throws {
    try configure(
      """
      [commands.one]
      run = ["echo", "{nmae}"]
      [commands.two]
      title = "Two"
      [commands.three]
      run = ["rm {name}"]
      shell = true
      [commands.four]
      run = ["echo"]
      key = "m"
      kay = "x"
      """)
    let doctor = try home.run(["doctor"])
    #expect(doctor.status == 78)
    let file = home.path + "/.config/keepsake/config.toml"
    for line in [
      ":2: “commands.one.run” has an unknown placeholder “{nmae}”: use {uuid}",
      ":4: “commands.two.title” belongs to a command without a program: add run = [",
      ":6: “commands.three.run” has a placeholder in the script: put it after the script",
      ":10: “commands.four.key” is in use: “m” clashes with “Move”; choose another key",
      ":11: “commands.four.kay” is not a key here: did you mean “commands.four.key”?",
    ] {
      #expect(doctor.text.contains(file + line), "\(doctor.text)")
    }
  }
}
