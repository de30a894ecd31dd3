import RepriseTesting
import Testing

@testable import Reprise

/// A text that is a secret leaves no trace: not in the state, not in undo, not in what can be put back.
@Suite struct SecretTests {
  private class Vault: ViewController {
    let secret = TextField()
    let open = TextField()

    override init() {
      super.init()
      restorationIdentifier = "vault"
      secret.isSecureTextEntry = true
    }

    override func viewDidLoad() {
      for (row, field) in [secret, open].enumerated() {
        field.restorationIdentifier = "field \(row)"
        field.frame = Rect(x: 0, y: row, width: 12, height: 1)
        view.addSubview(field)
      }
    }
  }

  /// Its open field becomes a secret after a launch that restores.
  private final class LateVault: Vault {
    override func applicationFinishedRestoringState() {
      super.applicationFinishedRestoringState()
      open.isSecureTextEntry = true
    }
  }

  private func vault(_ pilot: Pilot) throws -> Vault { try #require(pilot.root(Vault.self)) }

  private func keys(_ text: String, _ pilot: Pilot) throws {
    for key in KeyScript(text).keys { try pilot.press(key) }
  }

  /// Wide and joined graphemes are a dot each: how wide they are says something, too.
  @Test func secretIsShownAsDots() throws {
    let pilot = try Pilot.showing { Vault() }
    try pilot.paste("a茶e\u{301}👍🏽")
    #expect(pilot.screen == "••••")
    #expect(pilot.frame.cursor == Point(x: 4, y: 0))
    try keys("<Tab>", pilot)
    #expect(pilot.screen == "••••", "also without the focus")
  }

  @Test(arguments: ["<^U>", "<^W>", "<^A><^K>", "<^A><Alt-d>"])
  func cutSecretTextCannotBePasted(_ cut: String) throws {
    let pilot = try Pilot.showing { Vault() }
    try keys("one two\(cut)<^Y>", pilot)
    #expect(try vault(pilot).secret.text == "", "\(cut) takes all: words are not told apart")
    try keys("<^_><^_>", pilot)
    #expect(try vault(pilot).secret.text == "")
  }

  @Test func wordMotionsIgnoreBoundaries() throws {
    let pilot = try Pilot.showing { Vault() }
    try keys("one two<Alt-b>", pilot)
    #expect(try vault(pilot).secret.caret == 0)
    try keys("<Alt-f>", pilot)
    #expect(try vault(pilot).secret.caret == 7)
    let titles = try vault(pilot).secret.editingActions.map(\.title)
    #expect(titles.contains("Delete left"))
    for title in titles { #expect(!title.contains("word") && !title.contains("typing")) }
  }

  /// "Show what I typed": what was deleted before that stays deleted, and is never stored.
  @Test func aSecretThatIsRevealedHasNoPast() throws {
    let pilot = try Pilot.showing { Vault() }
    try keys("canary<^U>x", pilot)
    let field = try vault(pilot).secret
    field.isSecureTextEntry = false
    try pilot.settle()
    #expect(pilot.screen == "x")
    try keys("<^_><^Y>", pilot)
    #expect(field.text == "x")
    let values = pilot.application.preservation.fullWalk().values.flatMap(\.values).map { "\($0)" }
    #expect(!values.contains { $0.contains("canary") })
  }

  /// The state contains nothing of it, so nothing is restored: the field is empty and usable.
  @Test func secretIsNotRestored() throws {
    let pilot = try Pilot.showing { Vault() }
    try keys("canary<Left><Tab>open<Tab>", pilot)
    let record = try #require(
      pilot.application.preservation.fullWalk().values.first { $0.identifier == "field 0" })
    #expect(record.values.isEmpty)
    try pilot.restartAndRestore()
    #expect(try vault(pilot).secret.text == "")
    #expect(pilot.frame.cursor == Point(x: 0, y: 0), "but the focus does")
    try keys("x", pilot)
    #expect(pilot.screen == "•")
  }

  /// A field that was no secret in the version before: what that stored is left alone.
  @Test func aStateFromBeforeItBecameOneIsNotUsed() throws {
    var isSecret = false
    let pilot = try Pilot.showing {
      let vault = Vault()
      vault.secret.isSecureTextEntry = isSecret
      return vault
    }
    try keys("canary<^U>", pilot)
    isSecret = true
    try pilot.restartAndRestore()
    try keys("<^_><^Y>", pilot)
    #expect(try vault(pilot).secret.text == "")
    let values = pilot.application.preservation.fullWalk().values.flatMap(\.values).map { "\($0)" }
    #expect(!values.contains { $0.contains("canary") })
  }

  /// A plain field that becomes a secret forgets what was cut from it, and what its steps were.
  @Test func fieldThatBecomesSecretDropsItsUndo() throws {
    let pilot = try Pilot.showing { Vault() }
    let field = try vault(pilot).open
    try keys("<Tab>canary<^U>x", pilot)
    field.isSecureTextEntry = true
    try pilot.settle()
    try keys("<^_><^Y>", pilot)
    #expect(field.text == "x")
  }

  /// A field that becomes a secret once the state is there: what that says of it is not used.
  @Test func aStateThatIsThereAlreadyIsNotUsed() throws {
    let pilot = try Pilot.showing { LateVault() }
    try keys("<Tab>canary<^U>", pilot)
    try pilot.restartAndRestore()
    let field = try vault(pilot).open
    #expect(field.isSecureTextEntry)
    try keys("<^_><^Y>", pilot)
    #expect(field.text == "")
  }
}
