import Reprise
import RepriseTesting
import Testing

/// Two programs on one inventory, each in a session of its own.
struct WindowsTests {
  @Test func oneWindowTakesOverWhatTheOtherSaved() throws {
    let home = try Home()
    let first = try home.open()
    let second = try home.open()
    try second.press(script: "nAAA teapot<^S>")
    let picture = try first.press(script: "<Down>")
    #expect(picture.text.contains("AAA teapot"))
  }

  @Test func aThingThatTheOtherTrashedIsNotActedOn() throws {
    let home = try Home()
    let first = try home.open()
    let second = try home.open()
    try second.press(script: "nAAA teapot<^S>")
    try first.press(script: "<Home>")
    #expect(first.picture.text.contains("AAA teapot"))
    try second.press(script: "u")
    let picture = try first.press(script: "x")
    #expect(!picture.text.contains("AAA teapot"))
    #expect(!picture.text.contains("Deleted “”"))
  }

  @Test func aDraftOfAnotherSessionIsThereAtTheNextStart() throws {
    let home = try Home()
    let first = try home.open(["--session", "a"])
    try first.killEverything()
    let second = try home.open(["--session", "b"])
    try second.press(script: "nHalf a word")
    try second.killEverything()
    let again = try home.open(["--session", "a"])
    #expect(again.picture.text.contains("1 draft"))
  }

  @Test func aForcedQuitComesBackToItsOwnSessionClean() throws {
    let home = try Home()
    let other = try home.open(["--session", "other"])
    try other.press(script: "2")
    try other.killEverything()
    let app = try home.open(["--session", "mine"])
    app.type("\u{1C}")
    try app.waitForExit()
    #expect(app.picture.text.contains("the saved screen is discarded"))
    let again = try home.open()
    try again.killEverything()
    let list = try home.run(["state", "list"]).text
    #expect(list.split(separator: "\n").first?.hasPrefix("mine") == true)
  }

  @Test func aPictureChangesNothing() throws {
    let home = try Home()
    let before = try home.run(["list"]).text
    let file = home.path + "/picture.txt"
    let result = try home.run(["screenshot", file, "--keys", "<Down>xnLamp<Tab>"])
    #expect(result.status == 0)
    #expect(try home.run(["list"]).text == before)
    let app = try home.open()
    #expect(!app.picture.text.contains("draft"))
  }
}
