import Foundation
import RepriseTesting
import Testing

@Suite(.waitsForProcesses) struct CommandLineTests {
  @Test func everyLineOfJSONIsAnObject() throws {
    let home = try Home()
    let lines = try home.run(["list", "--json"]).text.split(separator: "\n")
    #expect(lines.count == 30)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["name"] is String)
    }
  }

  /// A name that would set the title, clear the screen and write backwards if a terminal obeyed it.
  private static let hostile =
    "\u{1B}]0;title\u{7}\u{9B}2J\u{202E}gnp.exe\u{200B}\u{7F}\u{2028}\u{FFFE}\u{1FFFF}end"

  /// An inventory with one item of that name.
  private static func hostileHome() throws -> Home {
    let home = try Home(isEmpty: true)
    let text = "HB.import_ref,HB.name,HB.notes\na,\"\(hostile)\",\"one\ntwo \(hostile)\"\n"
    #expect(try home.run(["import", "-"], input: Data(text.utf8)).status == 0)
    return home
  }

  /// The control characters in a program's output to its terminal.
  private static func commands(in output: some Sequence<UInt8>) -> [Unicode.Scalar] {
    String(decoding: Array(output), as: UTF8.self).unicodeScalars.filter { scalar in
      !["\n", "\r", "\t"].contains(scalar)
        && (scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
          || scalar.properties.isNoncharacterCodePoint || scalar.value == 0x2028)
    }
  }

  @Test(arguments: [
    ["list"], ["list", "--json"], ["list", "title"], ["export"], ["export", "-o", "-"],
    ["list", "-\u{1B}[2J"], ["state", "\u{1B}]0;x\u{7}"], ["state", "show", hostile],
    ["import", "a.csv", "b\u{1B}[2J.csv"], ["import", "\u{1B}[2J.csv"], [hostile],
    ["open", "--\(hostile)"], ["export", "-o", "/nowhere/\(hostile)"],
    ["screenshot", "\(hostile)"], ["help", hostile], ["--session"],
  ])
  func noControlSequenceReachesTheTerminal(_ arguments: [String]) throws {
    let home = try Self.hostileHome()
    let process = try home.launch(arguments)
    try process.waitForExit()
    #expect(!process.output.isEmpty)
    #expect(Self.commands(in: process.output) == [])
  }

  @Test func outputToAFileKeepsItsBytes() throws {
    let home = try Self.hostileHome()
    #expect(try home.run(["export"]).text.contains("\"one\ntwo \(Self.hostile)\""))
    #expect(try home.run(["list"]).text == "\(Self.hostile)\t\t1\t\t000-001\n")
  }

  @Test func jsonIsValidAndEscapesInvisibleCharacters() throws {
    let home = try Self.hostileHome()
    let said = try home.run(["list", "--json"])
    let object = try JSONSerialization.jsonObject(with: said.output) as? [String: Any]
    #expect(object?["name"] as? String == Self.hostile)
    #expect(Self.commands(in: said.output) == [])
    #expect(said.text.contains("\\ufffe") && said.text.contains("\\ud83f\\udfff"))
  }

  @Test func messagesAreHarmlessInFilesToo() throws {
    let result = try Home().run(["list", "-\(Self.hostile)"])
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("]0;title"))
    #expect(Self.commands(in: result.errors.utf8) == [])
  }

  @Test func pathsFollowTheBaseDirectorySpecification() throws {
    let home = try Home()
    let lines = try home.run(["paths"]).text.split(separator: "\n")
    #expect(
      lines == [
        "inventory\t\(home.data)/inventory.sqlite", "drafts\t\(home.data)/drafts.sqlite",
        "key\t\(home.data)/state.key", "state\t\(home.state)",
        "log\t\(home.state)/log", "configuration\t\(home.path)/.config/keepsake/config.toml",
        "restrictions\t\(home.path)/.config/keepsake/restrictions.toml",
      ])
  }

  @Test(arguments: ["list", "export", "paths"])
  func fullOutputPrintsOneLine(command: String) throws {
    let home = try Home()
    let result = try Home.run(
      "/bin/sh", ["-c", "exec \"$0\" \(command) > /dev/full", Home.program],
      environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"])
    #expect(result.status == 74)
    #expect(result.errors == "keepsake: cannot write the output: No space left on device\n")
  }

  @Test func versionIsOneLine() throws {
    let result = try Home().run(["--version"])
    #expect(result.status == 0)
    #expect(result.text.split(separator: "\n").count == 1)
    #expect(result.text.hasPrefix("keepsake "))
  }

  @Test(arguments: [
    [], ["import"], ["export"], ["list"], ["paths"], ["demo"], ["open"], ["state"],
    ["keys"], ["settings"], ["doctor"], ["identities"], ["history"],
    ["state", "list"], ["state", "show"], ["state", "explain"], ["state", "verify"],
    ["state", "restore"], ["state", "discard"], ["state", "export"], ["state", "import"],
  ])
  func helpFitsIn80Columns(_ command: [String]) throws {
    let result = try Home().run(command + ["--help"])
    #expect(result.status == 0)
    #expect(!result.text.isEmpty)
    #expect(result.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func helpLinesAreNotWrappedTwice() throws {
    let lines = try Home().run(["--help"]).text.split(separator: "\n")
    let status = try #require(lines.firstIndex { $0.hasPrefix("Exit status") })
    #expect(
      lines[status...].prefix(3) == [
        "Exit status: 0 ok, 1 failure, 64 usage, 65 bad data, 66 no input,",
        "69 no terminal, 71 the system allows too little, 73 cannot create,",
        "74 I/O error, 75 in use, 77 not permitted, 78 mistake in config.toml,",
      ])
  }

  /// Text typed for a screenshot is stored in a copy of the home, which is deleted afterwards.
  @Test func screenshotShowsTypedText() throws {
    let home = try Home()
    let file = home.path + "/picture.txt"
    for keys in ["nladd", "nladd<Esc>", "nladd<^S>", "<Down>x"] {
      let result = try home.run([
        "screenshot", "-f", file, "--demo", "--keys", keys, "--size", "100x24",
      ])
      #expect(result.status == 0)
      let picture = try String(contentsOfFile: file, encoding: .utf8)
      #expect(keys == "<Down>x" || picture.contains("ladd"), "\(picture)")
      #expect(!picture.contains("cannot") && !picture.contains("isn't being saved"), "\(picture)")
    }
    let left = try FileManager.default.subpathsOfDirectory(atPath: home.path)
    #expect(left.filter { $0.contains("scratch-") } == [])
  }

  @Test func screenshotWorksInAnEmptyHome() throws {
    let home = try Home(isEmpty: true)
    let file = home.path + "/picture.txt"
    let result = try home.run(["screenshot", file])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("Nothing here yet."))
  }

  @Test(arguments: ["n<C-s>", "<Foo>", "<F0>", "<^Save>", "<>"])
  func unknownKeyIsAUsageError(_ keys: String) throws {
    let home = try Home()
    let file = home.path + "/picture.txt"
    let result = try home.run(["screenshot", file, "--keys", keys])
    #expect(result.status == 64)
    #expect(result.messages.count == 1 && result.errors.contains("is not a key"))
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test(arguments: [["frobnicate"], ["--no-such-flag"], ["import"], ["list", "--jsn"]])
  func badArgumentsAreAUsageError(_ arguments: [String]) throws {
    let result = try Home().run(arguments)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(!result.errors.isEmpty)
  }

  @Test func optionBeforeTheCommandIsExplained() throws {
    let result = try Home().run(["--fresh", "open", "Drill"])
    #expect(result.status == 64)
    #expect(
      result.errors
        == "keepsake: options go after the command, as in `keepsake open --fresh Drill`\n")
  }

  @Test(arguments: ["list", "list --json", "export"])
  func closedOutputPipeIsNoError(_ command: String) throws {
    let home = try Home()
    let result = try Home.run(
      "/bin/bash", ["-c", "\(Home.program) \(command) | head -1; exit ${PIPESTATUS[0]}"],
      environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"])
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.text.split(separator: "\n").count == 1)
  }
}
