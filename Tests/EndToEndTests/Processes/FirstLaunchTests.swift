import Foundation
import Reprise
import RepriseTesting
import Testing

/// The data that the first launch installs and later launches keep (contract 8.1.8).
@Suite(.waitsForProcesses) struct FirstLaunchTests {
  @Test func rule_8_1_8_theFirstLaunchCreatesAPrivateEmptyInventory() throws {
    let home = try Home(isEmpty: true)
    let app = try home.open()
    try app.press(script: "nKettle")
    app.press(.control("s"))
    try app.wait(for: "Kettle")
    try app.killEverything()
    for name in ["inventory.sqlite", "drafts.sqlite", "state.key"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(home.data)/\(name)")
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    let again = try home.open()
    #expect(again.picture.text.contains("Kettle"), "existing data is kept")
  }

  @Test func rule_8_1_8_theDemoIsFilledOnceInItsOwnHome() throws {
    let home = try Home(isEmpty: true)
    let app = try home.open(["demo"])
    let first = app.picture
    #expect(first.text.contains("Backup disk"))
    try app.press(script: "x")
    let trashed = app.picture.text
    #expect(trashed.contains("29 items"))
    try app.killEverything()
    let again = try home.open(["demo"])
    #expect(again.picture.text == trashed, "the sample items are not added again")
    try again.killEverything()
    #expect(try home.run(["list"]).text == "", "the user's own inventory is separate")
  }

  /// The README's first steps: half a word, the demo's key, the demo again.
  @Test func demoKeyKillsInTheMiddleOfAWord() throws {
    let home = try Home(isEmpty: true)
    let app = try home.open(["demo"])
    let before = try app.press(script: "nTeap").comparable
    app.press(KeyPress(.function(9)))
    #expect(try app.waitForExit() == .exited(137))
    #expect(app.picture.text.contains("ended by signal 9 (Killed); your screen is saved"))
    let again = try home.open(["demo"])
    #expect(again.picture.comparable.difference(from: before) == nil)
    try again.press(script: "ot<^S>")
    #expect(again.picture.text.contains("Added “Teapot”"))
  }
}
