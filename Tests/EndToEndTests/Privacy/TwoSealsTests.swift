import Foundation
import RepriseTesting
import Testing

/// An item that two homes seal while offline: each home can open only its own version, and neither loses it.
@Suite(
  .waitsForProcesses, .enabled(if: Home.hasKeyring, "programs may not use the kernel's keyring"))
struct TwoSealsTests {
  private static let passphrase = "correct horse"
  private let anna: Home
  private let ben: Home

  init() throws {
    (anna, ben) = (try Home(isEmpty: true), try Home(isEmpty: true))
    #expect(try anna.run(["add", "Krugerrand"]).status == 0)
    let bill = try anna.write("paid in gold".utf8, to: "bill.txt")
    #expect(try anna.run(["attach", "Krugerrand", bill]).status == 0)
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
    try exchange(anna, ben)
    for home in [anna, ben] {
      let set = try home.run(["passphrase"], input: Data("\(Self.passphrase)\n".utf8))
      #expect(set.status == 0, "\(set.errors)")
    }
  }

  private func exchange(_ homes: Home...) throws {
    for home in homes {
      let status = try home.run(["household", "status"])
      #expect(status.status == 0, "\(status.text)\(status.errors)")
    }
  }

  private func open(_ home: Home, isAlone: Bool = false) throws -> PTYProcess {
    let app = try home.launch(environment: isAlone ? ["KEEPSAKE_LINE": "/nonexistent"] : [:])
    try app.unlock(with: Self.passphrase)
    return app
  }

  /// Seals the item in both homes.
  ///
  /// Anna's version arrives first, so every home shows Ben's.
  private func sealInBoth() throws {
    for home in [anna, ben] {
      let app = try open(home, isAlone: true)
      try app.press(script: "<Enter>H")
      try app.press(script: "m")
      try app.wait { $0.text.contains("encrypted with the passphrase") }
      try app.killEverything()
    }
    try exchange(anna, ben, anna)
  }

  @Test func takingBackRestoresTheOwnVersionWithItsFile() throws {
    try sealInBoth()
    // It is restored to the item that it belonged to.
    let app = try open(anna, isAlone: true)
    #expect(app.picture.text.contains("Private item"))
    try app.press(script: "e")
    let help = "This is encrypted by another home at the same time: H restores yours"
    #expect(app.picture.text.contains(help))
    try app.press(script: "H")
    try app.press(script: "t")
    try app.wait(for: "Restored your version")
    #expect(app.picture.text.contains("Krugerrand"))
    try app.press(script: "p")
    try app.wait { $0.text.contains("bill.txt") && !$0.text.contains("missing") }
    try app.killEverything()
    try exchange(anna, ben)
    let other = try open(ben)
    try other.press(script: "e")
    #expect(other.picture.text.contains("Private item"))
    #expect(other.picture.text.contains("only the home that made it private can open it"))
    #expect(!other.picture.text.contains("H restores yours"))
    try other.killEverything()
  }

  /// Removing the keys would lose it, whether it is shown or not.
  @Test func recoverableVersionBlocksPassphraseRemoval() throws {
    try sealInBoth()
    let refused = try anna.run(
      ["passphrase", "--remove"], input: Data("\(Self.passphrase)\n".utf8))
    #expect(refused.status == 65)
    #expect(refused.errors.contains("still needed for 1 private item"), "\(refused.errors)")
  }
}
