import Foundation
import RepriseTesting
import Testing

/// The picture of the screen that a session leaves behind, in the real program.
@Suite(.waitsForProcesses) struct SnapshotTests {
  /// A word that is on the screen and in no other part of the sample home.
  private static let canary = "zebracanary"

  /// A home in whose main session a form with the canary in it is open.
  private func home(leaving: Int32? = SIGTERM) throws -> (Home, PTYProcess) {
    let home = try Home()
    let app = try home.open()
    try app.press(script: "n" + Self.canary)
    if let leaving {
      app.signal(leaving)
      try app.waitForExit()
    }
    return (home, app)
  }

  private func preview(_ home: Home) throws -> String {
    let result = try home.run(["state", "list", "--preview"])
    #expect(result.status == 0)
    return result.text
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func leavingKeepsAPictureThatTheListShows(signal: Int32) throws {
    let (home, _) = try home(leaving: signal)
    #expect(try preview(home).contains("│  Name"))
    #expect(try preview(home).contains(Self.canary))
    #expect(try home.run(["state", "show"]).text.contains("picture of the screen: 80×24, taken"))
    let json = try home.run(["state", "list", "--preview", "--json"]).text
    let state = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let rows = try #require(state["preview"] as? [String])
    #expect(rows.contains { $0.contains(Self.canary) })
  }

  @Test func theListSaysInWordsWhatWasDoneAlsoAfterAKill() throws {
    let home = try Home()
    let app = try home.open()
    try app.press(script: "j<Enter>e")
    let title = try #require(app.picture.lines.first { $0.contains("Edit: ") })
    try app.killEverything()
    let item = try #require(title.split(separator: "Edit: ").last).prefix { $0 != " " }
    #expect(try preview(home).contains("\n  editing “\(item)"))
    #expect(try !home.run(["state", "list"]).text.contains("editing"), "not where nobody asked")
    let json = try home.run(["state", "list", "--preview", "--json"]).text
    #expect(json.contains("\"activity\":\"editing “\(item)"))
    try FileManager.default.removeItem(atPath: home.data + "/state.key")
    #expect(try !preview(home).contains("editing"), "it is sealed")
  }

  @Test func quittingKeepsOne() throws {
    let home = try Home()
    let app = try home.open()
    let title = try #require(app.picture.lines.first)
    app.type("q")
    try app.waitForExit()
    #expect(try preview(home).contains("│ \(title)"))
  }

  @Test func inATerminalTheListShowsItUnasked() throws {
    let (home, _) = try home()
    let list = try home.launch(["state", "list"])
    try list.waitForExit()
    #expect(list.picture.text.contains(Self.canary))
    let plain = try home.launch(["state", "list", "--no-preview"])
    try plain.waitForExit()
    #expect(!plain.picture.text.contains("│"))
    #expect(try !home.run(["state", "list"]).text.contains("│"))
  }

  @Test func aStoppedProgramHasOneToo() throws {
    let home = try Home()
    let shell = try PTYProcess.shell(environment: ["HOME": home.path])
    shell.type("clear; \(Home.program)\n")
    try shell.wait { $0.modes.contains(.alternateScreen) }
    try shell.waitUntilIdle()
    shell.type("n\(Self.canary)")
    try shell.wait(for: Self.canary)
    try shell.waitUntilIdle()
    shell.type("\u{1A}")
    try shell.wait { $0.modes == .usual && $0.text.hasSuffix("ready$") }
    #expect(try preview(home).contains(Self.canary))
    shell.type("fg\n")
    try shell.wait(for: Self.canary)
    try shell.waitUntilIdle()
    shell.type("more")
    try shell.wait(for: Self.canary + "more")
    #expect(try preview(home).contains("(no picture: "), "the state goes on")
    try shell.killEverything()
  }

  @Test func nothingOfItCanBeReadInTheFiles() throws {
    let (home, _) = try home()
    let files = home.files(under: home.state)
    #expect(files.keys.contains { $0.hasSuffix("state.sqlite") })
    for (name, bytes) in files {
      #expect(bytes.range(of: Data(Self.canary.utf8)) == nil, "\(name)")
    }
  }

  @Test func withoutTheKeyThereIsNone() throws {
    let (home, _) = try home()
    try FileManager.default.removeItem(atPath: home.data + "/state.key")
    #expect(try preview(home).contains("(no picture: it is encrypted, and its key is missing)"))
    #expect(access(home.data + "/state.key", F_OK) != 0)
  }

  @Test func aKillLeavesNone() throws {
    let (home, app) = try home(leaving: nil)
    try app.killEverything()
    #expect(try preview(home).contains("(no picture: none was saved when the session was closed)"))
  }

  @Test func aMutilatedOneCostsNothingButItself() throws {
    let (home, app) = try home()
    let file = home.path + "/copy"
    #expect(try home.run(["state", "export", "-o", file]).status == 0)
    var bytes = try home.bytes(of: file)
    // The picture follows its name in the file.
    let name = try #require(bytes.range(of: Data("snapshot".utf8)))
    bytes[name.upperBound + 40] ^= 1
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: home.stateFile() + suffix)
    }
    try bytes.write(to: URL(fileURLWithPath: home.stateFile()))
    #expect(
      try preview(home).contains("(no picture: the picture of the screen was changed from outside)")
    )
    let verified = try home.run(["state", "verify"])
    #expect(verified.status == 65)
    #expect(verified.text == "main\tthe picture of the screen was changed from outside\n")
    let again = try home.open()
    #expect(again.picture.text.contains(Self.canary))
    #expect(!again.picture.text.contains("kept in"))
    again.signal(SIGTERM)
    try again.waitForExit()
    #expect(try home.run(["state", "verify"]).status == 0)
    #expect(try preview(home).contains(Self.canary))
    withExtendedLifetime(app) {}
  }
}
