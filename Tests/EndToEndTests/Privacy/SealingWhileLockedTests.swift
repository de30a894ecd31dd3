import Foundation
import RepriseTesting
import Terminal
import Testing

/// Private items and files that a command adds without the passphrase.
@Suite(.waitsForProcesses) struct SealingWhileLockedTests {
  private static let passphrase = "correct horse"

  private func home() throws -> Home {
    let home = try Home(isEmpty: true)
    #expect(
      try home.run(["passphrase"], input: Data("\(Self.passphrase)\n".utf8)).status == 0)
    return home
  }

  @Test func itemIsSealedWithoutThePassphraseAndOpensWithIt() throws {
    let home = try home()
    let input = Data("Krugerrand\n\nnotes=from grandmother\nvalue=1800\n".utf8)
    let added = try home.run(["add", "--private", "-"], input: input)
    #expect(added.status == 0, "\(added.errors)")
    #expect(added.text == "000-001\tPrivate item\n")
    try home.expectNoTrace(of: ["Krugerrand", "krugerrand", "grandmother"])
    let app = try home.launch()
    try app.unlock(with: Self.passphrase)
    #expect(app.picture.text.contains("Krugerrand"))
    #expect(app.picture.text.contains("1,800"))
    // Afterwards it behaves like any other private item.
    try app.press(script: "/grandm<Enter><Enter>es<^S>")
    #expect(app.picture.text.contains("Krugerrands"))
    try app.killEverything()
    try home.expectNoTrace(of: ["Krugerrand", "krugerrand", "grandmother"])
  }

  @Test func privateItemsFileIsSealedWithoutThePassphrase() throws {
    let home = try home()
    #expect(try home.run(["add", "--private", "Krugerrand"]).status == 0)
    let paper = home.path + "/bill.txt"
    try "paid to Ms Pretorius".write(toFile: paper, atomically: true, encoding: .utf8)
    let attached = try home.run(["attach", "1", paper])
    #expect(attached.status == 0, "\(attached.errors)")
    #expect(attached.errors.contains("to “Private item”"))
    unlink(paper)
    try home.expectNoTrace(of: ["Pretorius", "bill.txt"])
    let app = try home.launch()
    try app.unlock(with: Self.passphrase)
    try app.press(script: "<Enter>")
    #expect(app.picture.text.contains("bill.txt"))
  }

  @Test func addingAPrivateItemNeedsAPassphrase() throws {
    let home = try Home(isEmpty: true)
    let refused = try home.run(["add", "--private", "Krugerrand"])
    #expect(refused.status == 66)
    #expect(
      refused.errors
        == "keepsake: private items need a passphrase; set one with: keepsake passphrase\n")
    #expect(try home.run(["list"]).text == "")
  }

  @Test func standardInputMustBeText() throws {
    let home = try Home(isEmpty: true)
    for (input, words) in [
      (Data([0xFF, 0xFE]), "is not UTF-8 text"), (Data(count: 2 << 20), "longer than 1 MiB"),
    ] {
      let refused = try home.run(["add", "-"], input: input)
      #expect(refused.status == 65)
      #expect(refused.errors.contains(words), "\(refused.errors)")
    }
    #expect(try home.run(["add", "-"], input: Data()).status == 65)
    #expect(try home.run(["list"]).text == "")
  }
}
