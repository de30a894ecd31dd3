import TestSupport
import Foundation
import RepriseTesting
import Testing

/// With a forgotten passphrase, everything except private items is still accessible.
@Suite(.waitsForProcesses) struct PassphraseForgettingTests {
  private static let passphrase = "correct horse"
  private let home: Home

  init() throws {
    home = try Home(isEmpty: true)
    #expect(try home.run(["add", "Krugerrand"]).status == 0)
    #expect(try home.run(["add", "Lamp"]).status == 0)
    try setPassphrase(Self.passphrase)
  }

  private func setPassphrase(_ passphrase: String) throws {
    let set = try home.run(["passphrase"], input: Data("\(passphrase)\n".utf8))
    #expect(set.status == 0, "\(set.errors)")
  }

  private func open(with passphrase: String = passphrase) throws -> PTYProcess {
    let app = try home.launch()
    try app.wait(until: \.isLocked)
    #expect(app.picture.text.contains("--forget"))
    try app.unlock(with: passphrase)
    return app
  }

  private func makePrivate() throws {
    let app = try open()
    try app.press(script: "/krug<Enter><Enter>H")
    try app.press(script: "m")
    try app.wait { $0.text.contains("encrypted with the passphrase") }
    try app.killEverything()
  }

  @discardableResult
  private func forget() throws -> CommandResult { try home.run(["passphrase", "--forget"]) }

  private func remember() throws -> CommandResult { try home.run(["passphrase", "--remember"]) }

  @Test func forgettingKeepsEverythingAndPrivateItemsSealed() throws {
    try makePrivate()
    let forgotten = try forget()
    #expect(forgotten.status == 0, "\(forgotten.errors)")
    #expect(forgotten.errors.contains("Still encrypted: 1 private item\n"))
    let app = try home.open()
    #expect(app.picture.text.contains("Lamp") && app.picture.text.contains("Private item"))
    #expect(!app.picture.text.contains("Krugerrand"))
    try app.press(script: "nSpoon<^S>")
    #expect(app.picture.text.contains("Added “Spoon”"))
    try app.killEverything()
    #expect(try home.open().picture.text.contains("Spoon"))
  }

  @Test func forgettingOnATerminalNeedsConfirmation() throws {
    for (answer, result, isKept) in [
      ("no", "Nothing has changed", true), ("yes", "The keys are now in", false),
    ] {
      let process = try home.launch(["passphrase", "--forget"])
      try process.wait { $0.text.contains("Type yes to confirm:") }
      #expect(home.files(under: home.data)["keys.bag"] != nil, "nothing changes before the answer")
      process.type(answer + "\n")
      try process.waitForExit()
      #expect(process.exitStatus == .exited(0))
      #expect(process.picture.text.contains(result), "\(process.picture.text)")
      #expect((home.files(under: home.data)["keys.bag"] != nil) == isKept)
    }
  }

  /// A window's text field refuses these characters, so the passphrase could never be entered.
  @Test(arguments: ["a\tb", "a\u{1B}b", "a\0b", "a\u{7F}", "a\u{85}b", "a\u{2028}b"])
  func untypablePassphraseIsRefused(_ text: String) throws {
    let fresh = try Home(isEmpty: true)
    let refused = try fresh.run(["passphrase"], input: Data("\(text)\n".utf8))
    #expect(refused.status == 65 && refused.messages.count == 1, "\(refused.errors)")
    #expect(refused.errors.contains("control character"))
    #expect(fresh.files(under: fresh.data)["keys.bag"] == nil)
  }

  /// Every sealed text names the file with its keys.
  @Test func sealedItemsReportTheForgottenPassphrase() throws {
    try makePrivate()
    #expect(try forget().status == 0)
    let why = "encrypted: its passphrase was forgotten (keys in "
    #expect(try home.run(["show", "1"]).text.contains("\(why)\(home.data)/keys.bag.forgotten-1"))
    let app = try home.open()
    try app.press(script: "/priv<Enter>")
    for key in ["H", "e", "P"] {
      try app.press(script: key)
      #expect(app.picture.text.contains("This is \(why)keys.bag.forgotten-1)"), "\(key)")
      #expect(!app.picture.text.contains("^S"), "\(key)")
      try app.press(script: "<End>")
    }
    try app.press(script: "<Enter>")
    #expect(app.picture.text.contains("Private        encrypted: its passphrase was forgotten"))
    #expect(app.picture.text.contains("keys.bag.forgotten-1"))
    try app.press(script: "e")
    #expect(app.picture.text.contains("This is \(why)keys.bag.forgotten-1)"))
  }

  /// At launch, unreadable drafts are not treated as empty ones, and no form shows them as empty.
  @Test func sealedDraftsStayUntilTheKeysAreBack() throws {
    try makePrivate()
    let app = try open()
    try app.press(script: "es")
    app.type("\u{1B}")
    try app.waitUntilIdle()
    try app.press(script: "<Esc>nSovereign<Alt-h>")
    app.type("\u{1B}")
    try app.waitUntilIdle()
    try app.killEverything()
    let forgotten = try forget()
    #expect(forgotten.errors.contains("Still encrypted: 1 private item and 2 private drafts\n"))
    let without = try home.open()
    try without.press(script: "<Home><Enter>")
    #expect(without.picture.text.contains("This is encrypted: its passphrase was forgotten"))
    try without.press(script: "j<Enter><Esc>")
    #expect(!without.picture.text.contains("Sovereign"))
    try without.killEverything()
    #expect(try remember().status == 0)
    let again = try open()
    #expect(again.picture.text.contains("✎ Sovereign"))
    #expect(again.picture.text.contains("✎ Krugerrands"))
  }

  @Test func rememberingRestoresTheKeys() throws {
    try makePrivate()
    #expect(try forget().status == 0)
    try setPassphrase("another")
    let app = try open(with: "another")
    #expect(app.picture.text.contains("Private item"))
    try app.killEverything()
    let remembered = try remember()
    #expect(remembered.status == 0, "\(remembered.errors)")
    #expect(try open().picture.text.contains("Krugerrand"))
  }

  /// Remembering the old passphrase keeps the items sealed with the new one.
  @Test func bothPassphrasesOpenTheirOwnItems() throws {
    #expect(try home.run(["add", "--private", "Sovereign"]).status == 0)
    #expect(try forget().errors.contains("keepsake passphrase --remember"))
    try setPassphrase("another")
    #expect(try home.run(["add", "--private", "Guinea"]).status == 0)
    let there = try remember()
    #expect(there.status == 0 && there.errors.contains("keys.bag.forgotten-2"), "\(there.errors)")
    var app = try open()
    #expect(app.picture.text.contains("Sovereign") && !app.picture.text.contains("Guinea"))
    try app.killEverything()
    let back = try remember()
    #expect(back.status == 0 && back.errors.contains("keys.bag.forgotten-3"), "\(back.errors)")
    app = try open(with: "another")
    #expect(app.picture.text.contains("Guinea") && !app.picture.text.contains("Sovereign"))
    try app.killEverything()
    let keys = home.files(under: home.data).keys.filter { $0.hasPrefix("keys.bag") }
    #expect(Set(keys).isSuperset(of: ["keys.bag", "keys.bag.forgotten-3"]))
    #expect(keys.count { $0.contains("forgotten") } == 1)
    try forget()
    #expect(home.files(under: home.data).keys.contains("keys.bag.forgotten-4"))
  }

  @Test func rememberNeedsForgottenKeys() throws {
    let refused = try remember()
    #expect(refused.status == 66)
    #expect(refused.errors == "keepsake: there are no forgotten keys to put back\n")
    try open().killEverything()
  }

  /// The window may have read the keys, or found that there are none.
  @Test(arguments: [true, false]) func openWindowBlocksRemembering(hasNewOnes: Bool) throws {
    #expect(try forget().status == 0)
    if hasNewOnes { try setPassphrase("another") }
    let app = hasNewOnes ? try open(with: "another") : try home.open()
    let refused = try remember()
    #expect(refused.status == 75)
    #expect(
      refused.errors
        == "keepsake: a window is open: close all windows first; nothing has changed\n")
    try app.killEverything()
    if hasNewOnes { try open(with: "another").killEverything() }
    #expect(try remember().status == 0)
    try open().killEverything()
  }

  /// Damaged keys open nothing, and the message explains what to do.
  @Test func damagedKeysCanBeForgottenToo() throws {
    let bag = home.data + "/keys.bag"
    try Data("nonsense".utf8).write(to: URL(filePath: bag))
    let refused = try home.run(["passphrase", "--remove"], input: Data("x\n".utf8))
    #expect(refused.status == 65)
    #expect(
      refused.errors
        == "keepsake: \(bag) is damaged: restore it from a backup, or continue without what it opens: "
        + "keepsake passphrase --forget\n")
    #expect(try forget().status == 0)
    #expect(try home.open().picture.text.contains("Lamp"))
  }

  @Test func forgettingDeletesEveryOutline() throws {
    let sessions = ["main", "other"]
    for session in sessions {
      let app = try home.launch(["--session", session])
      try app.wait(until: \.isLocked)
      try app.unlock(with: Self.passphrase)
      try app.press(script: "nGold")
      #expect(try home.run(["lock"]).status == 0)
      try app.wait(until: \.isLocked)
      try app.killEverything()
    }
    func withOutline() -> [String] {
      sessions.filter {
        FileManager.default.fileExists(atPath: home.state + "/sessions/\($0)/outline")
      }
    }
    try #require(withOutline() == sessions)
    #expect(try forget().status == 0)
    #expect(withOutline() == [])
  }

  @Test func openWindowBlocksForgetting() throws {
    let app = try open()
    let refused = try forget()
    #expect(refused.status == 75)
    #expect(
      refused.errors
        == "keepsake: a window is open: close all windows first; nothing has changed\n")
    try app.killEverything()
    try open().killEverything()
  }

  @Test func forgettingNeedsAPassphrase() throws {
    #expect(try forget().status == 0)
    let again = try forget()
    #expect(again.status == 66)
    #expect(again.errors == "keepsake: there is no passphrase to forget\n")
  }

  @Test func forgettingKeepsAnUnlockedHousehold() throws {
    let database = try TestDatabase()
    try open().killEverything()
    _ = try home.found(database, as: "Anna")
    let forgotten = try forget()
    #expect(forgotten.status == 0 && !forgotten.errors.contains("household"))
    func expectHousehold() throws {
      let status = try home.run(["household", "status"])
      #expect(status.status == 0, "\(status.errors)")
    }
    try expectHousehold()
    #expect(try remember().status == 0)
    try expectHousehold()
  }
}
