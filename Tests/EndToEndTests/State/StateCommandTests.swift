import Foundation
import RepriseTesting
import Testing

/// `keepsake state`: inspecting and managing saved state.
@Suite(.waitsForProcesses) struct StateCommandTests {
  /// A home whose main session shows an item, and its screen.
  private func homeWithState() throws -> (Home, TerminalPicture) {
    let home = try Home()
    let app = try home.open()
    let picture = try app.press(script: "jjj<Enter>").visible
    app.signal(SIGTERM)
    try app.waitForExit()
    return (home, picture)
  }

  private func picture(of home: Home, _ arguments: [String] = []) throws -> TerminalPicture {
    let app = try home.open(arguments)
    let picture = app.picture.visible
    app.signal(SIGTERM)
    try app.waitForExit()
    return picture
  }

  /// Changes a byte of a sealed value, so that SQLite detects nothing.
  private func damage(_ home: Home, _ file: String) throws {
    var bytes = try home.bytes(of: file)
    // A table's last leaf page holds objects or the manifest, with its cells at the end.
    let pageSize = Int(bytes[16]) << 8 | Int(bytes[17])
    let pages = Array(stride(from: pageSize, to: bytes.count, by: pageSize))
    let leaf = try #require(pages.last { bytes[$0] == 0x0D })
    bytes[leaf + pageSize - 40] ^= 1
    try bytes.write(to: URL(fileURLWithPath: file))
  }

  // MARK: - Inspecting

  @Test func listNamesSessionsAndQuarantinedStates() throws {
    let (home, _) = try homeWithState()
    let app = try home.open(["--session", "other", "--fresh"])
    _ = try picture(of: home, ["--fresh"])
    let lines = try home.run(["state", "list", "--json"]).text.split(separator: "\n")
    let states = try lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(Set(states.compactMap { $0["session"] as? String }) == ["main", "other"])
    #expect(states.filter { $0["isAside"] as? Bool == true }.count == 1)
    #expect(
      states.filter { $0["isInUse"] as? Bool == true }.map { $0["name"] as? String } == ["other"])
    #expect(try home.run(["state", "list"]).text.split(separator: "\n").count == 3)
    try app.killEverything()
  }

  @Test func stateIsShownWhileItsAppRuns() throws {
    let home = try Home()
    let app = try home.open()
    try app.press(script: "jjj<Enter>")
    let shown = try home.run(["state", "show"])
    #expect(shown.status == 0)
    #expect(shown.text.contains("item[0]: controller of type item, made by item"))
    #expect(shown.text.contains("reprise.focus = → tabs/items split/Item[1]/item[0]/detail"))
    for line in try home.run(["state", "show", "--json"]).text.split(separator: "\n") {
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
    }
    let before = app.picture
    #expect(try app.press(script: "<Esc>").visible != before.visible)
    try app.killEverything()
  }

  @Test func withoutTheKeyOnlySizesAreShown() throws {
    let (home, _) = try homeWithState()
    try FileManager.default.removeItem(atPath: home.data + "/state.key")
    let shown = try home.run(["state", "show"])
    #expect(shown.status == 0)
    #expect(shown.messages.first?.contains("key is missing") == true)
    #expect(!shown.text.contains("item"))
    #expect(try home.run(["state", "verify"]).status == 1)
    #expect(access(home.data + "/state.key", F_OK) != 0)
  }

  @Test func explanationNamesEveryScreen() throws {
    let (home, _) = try homeWithState()
    let result = try home.run(["state", "explain"])
    #expect(result.status == 0)
    #expect(result.text.contains("item (ItemDetailViewController): saved\n"))
    #expect(result.text.contains("TabBar: not saved: it has no restoration identifier\n"))
  }

  @Test func verifyFindsABrokenSeal() throws {
    let (home, _) = try homeWithState()
    #expect(try home.run(["state", "verify", "--all"]).status == 0)
    let file = home.path + "/copy"
    #expect(try home.run(["state", "export", "-o", file]).status == 0)
    try damage(home, file)
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: home.stateFile() + suffix)
    }
    try home.bytes(of: file).write(to: URL(fileURLWithPath: home.stateFile()))
    let result = try home.run(["state", "verify"])
    #expect(result.status == 65)
    #expect(result.text.hasPrefix("main\t"))
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: ["show", "explain", "verify", "restore", "discard"])
  func missingStatePrintsOneLine(_ command: String) throws {
    let home = try Home()
    for arguments in [[], ["none"], ["--aside", "../../etc"]] {
      let result = try home.run(["state", command] + arguments)
      #expect(result.status == 66)
      #expect(result.messages.count == 1)
    }
  }

  // MARK: - Changing

  @Test func restoreReturnsThePreviousGeneration() throws {
    let (home, before) = try homeWithState()
    #expect(try home.run(["state", "restore"]).status == 66)
    let previous = home.state + "/sessions/main/previous.sqlite"
    #expect(try home.run(["state", "export", "-o", previous]).status == 0)
    let app = try home.open()
    try app.press(script: "<Esc>2")
    #expect(try home.run(["state", "restore"]).status == 75)
    try app.killEverything()
    let result = try home.run(["state", "restore"])
    #expect(result.status == 0)
    #expect(try picture(of: home).difference(from: before) == nil)
    #expect(try home.run(["state", "list"]).text.contains("set aside from main"))
  }

  @Test func quarantinedStateIsRestored() throws {
    let (home, before) = try homeWithState()
    _ = try picture(of: home, ["--fresh"])
    let aside = try FileManager.default.contentsOfDirectory(atPath: home.state + "/quarantine")
    let result = try home.run(["state", "restore", "--aside", try #require(aside.first)])
    #expect(result.status == 0)
    #expect(try picture(of: home).difference(from: before) == nil)
  }

  @Test func discardAsksAndSkipsSessionsInUse() throws {
    let (home, _) = try homeWithState()
    let app = try home.open()
    #expect(try home.run(["state", "discard", "--force"]).status == 75)
    try app.killEverything()
    #expect(try home.run(["state", "discard"]).status == 64)
    #expect(access(home.stateFile(), F_OK) == 0)
    #expect(try home.run(["state", "discard", "--force"]).status == 0)
    #expect(access(home.stateFile(), F_OK) != 0)
    #expect(try home.run(["list"]).text.split(separator: "\n").count == 30)
  }

  @Test func quarantinedStateIsDiscardedByName() throws {
    let (home, _) = try homeWithState()
    _ = try picture(of: home, ["--fresh"])
    let quarantine = home.state + "/quarantine"
    let files = FileManager.default
    let name = try #require(try files.contentsOfDirectory(atPath: quarantine).first)
    let result = try home.run(["state", "discard", "--aside", name, "--force"])
    #expect(result.status == 0 && result.errors == "Deleted \(name)\n", "\(result.errors)")
    #expect(try files.contentsOfDirectory(atPath: quarantine) == [])
    #expect(access(home.stateFile(), F_OK) == 0)
  }

  // MARK: - Exporting and importing

  @Test func exportWithItsKeyOpensUnderAnotherLogin() throws {
    let (home, before) = try homeWithState()
    let file = home.path + "/state.export"
    let result = try home.run(["state", "export", "-o", file, "--with-key"])
    #expect(result.status == 0)
    #expect(result.errors.contains("it contains the key"))
    let other = try Home()
    #expect(try other.run(["state", "import", file]).status == 0)
    #expect(try picture(of: other).difference(from: before) == nil)
    #expect(try other.run(["state", "verify"]).status == 0)
    let marker = Data("included".utf8)
    #expect(try home.bytes(of: file).range(of: marker) != nil)
    #expect(try other.bytes(of: other.stateFile()).range(of: marker) == nil)
  }

  @Test func exportWithoutItsKeyOpensOnlyInItsHome() throws {
    let (home, before) = try homeWithState()
    let file = home.path + "/state.export"
    let result = try home.run(["state", "export", "-o", file])
    #expect(result.errors.contains("it doesn't contain the key"))
    let other = try Home()
    _ = try picture(of: other)
    let saved = try other.bytes(of: other.stateFile())
    #expect(try other.run(["state", "import", file]).status == 1)
    #expect(try other.bytes(of: other.stateFile()) == saved)
    _ = try picture(of: home, ["--fresh"])
    #expect(try home.run(["state", "import", file]).status == 0)
    #expect(try picture(of: home).difference(from: before) == nil)
  }

  @Test func damagedOrForeignFileIsNotImported() throws {
    let (home, before) = try homeWithState()
    let file = home.path + "/state.export"
    try #require(try home.run(["state", "export", "-o", file]).status == 0)
    let whole = try home.bytes(of: file)
    try damage(home, file)
    #expect(try home.run(["state", "import", file]).status == 65)
    for bytes in [whole.prefix(5_000), Data("a letter, and no state at all\n".utf8), Data()] {
      try bytes.write(to: URL(fileURLWithPath: file))
      let result = try home.run(["state", "import", file])
      #expect(result.status == 65)
      #expect(result.messages.count == 1)
    }
    #expect(try home.run(["state", "import", home.path + "/none"]).status == 66)
    #expect(try home.run(["state", "list"]).text.split(separator: "\n").count == 1)
    #expect(try picture(of: home).difference(from: before) == nil)
  }
}
