import Foundation
import GRDB
import RepriseTesting
import Testing

/// `keepsake state` with damaged or foreign states reports the problem and continues.
@Suite(.waitsForProcesses) struct TroubledStateTests {
  /// A home whose main session shows an item.
  private func homeWithState() throws -> Home {
    let home = try Home()
    let app = try home.open()
    try app.press(script: "jjj<Enter>")
    app.signal(SIGTERM)
    try app.waitForExit()
    return home
  }

  @Test func explanationNamesADamagedObject() throws {
    let home = try homeWithState()
    try home.damage(try home.node(named: "item"))
    let result = try home.run(["state", "explain"])
    #expect(
      result.text.contains(
        "tabs/items split/Item[1]/?: would not be restored: its saved bytes are damaged\n"))
    #expect(try home.run(["state", "show"]).text.contains(": damaged\n"))
  }

  @Test func explanationReportsAStateOfAnotherInventory() throws {
    let home = try homeWithState()
    for file in try FileManager.default.contentsOfDirectory(atPath: home.data)
    where file.hasPrefix("inventory") {
      try FileManager.default.removeItem(atPath: home.data + "/" + file)
    }
    let result = try home.run(["state", "explain"])
    #expect(result.text.hasPrefix("nothing would be restored: the state was saved for other data"))
  }

  @Test func verifyContinuesAfterAnUncheckableState() throws {
    let home = try homeWithState()
    try home.damage(try home.node(named: "item"))
    let app = try home.open(["--fresh"])
    app.signal(SIGTERM)
    try app.waitForExit()
    let database = try DatabaseQueue(path: home.stateFile())
    try database.write { try $0.execute(sql: "PRAGMA user_version = 32767") }
    try database.close()
    let result = try home.run(["state", "verify", "--all"])
    #expect(result.status == 65)
    #expect(result.text.contains("main\tnot checked: a newer version wrote the saved state"))
    #expect(result.text.contains("its seal is broken"))
  }

  @Test func damagedStateIsNotExportedAndRestoreReportsLosses() throws {
    let home = try homeWithState()
    try home.damage(try home.node(named: "item"))
    let export = try home.run(["state", "export", "-o", home.path + "/out"])
    #expect(export.status == 65)
    #expect(export.messages.first?.contains("cannot export main, which is damaged") == true)
    #expect(access(home.path + "/out", F_OK) != 0)
    let app = try home.open(["--fresh"])
    app.signal(SIGTERM)
    try app.waitForExit()
    let name = try #require(home.namesInQuarantine.first)
    let restored = try home.run(["state", "restore", "--aside", name])
    #expect(restored.status == 0)
    #expect(restored.messages.contains("1 object is damaged and will not be restored"))
  }

  /// An empty session would otherwise become the most recent one.
  @Test func failedImportLeavesNoSession() throws {
    let home = try homeWithState()
    let file = try home.write(Array("no state".utf8), to: "note.txt")
    let result = try home.run(["state", "import", "--session", "other", file])
    #expect(result.status == 65)
    #expect(result.messages.first?.contains("note.txt cannot be imported") == true)
    #expect(access(home.state + "/sessions/other", F_OK) != 0)
    #expect(try home.open().picture.lines[0].contains("Cordless drill"))
  }

  @Test func forcedQuitKeepsThePreviousGeneration() throws {
    let home = try homeWithState()
    let previous = home.state + "/sessions/main/previous.sqlite"
    #expect(try home.run(["state", "export", "-o", previous]).status == 0)
    let app = try home.open()
    let before = app.picture.visible
    app.type("\u{1C}")
    try app.waitForExit()
    #expect(try home.run(["state", "list"]).text.contains("discarded, has a previous generation"))
    #expect(try home.run(["state", "verify", "--all"]).status == 0)
    #expect(try home.run(["state", "show"]).status == 66)
    #expect(try home.run(["state", "show", "--previous"]).status == 0)
    #expect(try home.run(["state", "restore"]).status == 0)
    #expect(try home.open().picture.visible == before)
  }
}
