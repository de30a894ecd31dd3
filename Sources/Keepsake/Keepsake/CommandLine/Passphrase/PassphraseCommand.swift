import ArgumentParser
import Reprise
import RepriseCommands
import RepriseSecurity
import Sync

/// `keepsake passphrase`: sets or changes the passphrase.
struct PassphraseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passphrase",
    abstract: "Set, change or remove the passphrase that windows ask for.",
    discussion: """
      Every window asks for the passphrase when it opens and after `keepsake lock`. The passphrase encrypts your place \
      in the windows, half-typed words included, and every item that you make private. The rest of the inventory \
      stays a file that only your login can read.

      No one can recover a forgotten passphrase. You lose the private items and your place in the windows, nothing \
      else. After five wrong attempts, you have to wait before the next one.

      `--remove` asks for the passphrase one last time. Close all windows first, make every private item and place \
      public (`H`), and save or discard private drafts. `--forget` opens windows again without the passphrase; \
      private items stay encrypted, and the keys are set aside. `--remember` puts them back and sets newer keys aside \
      in turn; run it again to change back. Neither asks for a passphrase.

      A script passes the passphrase on standard input: one line, or the old and the new one on two lines.
      """)

  @Flag(help: "Remove the passphrase.")
  var remove = false

  @Flag(help: "Continue without a forgotten passphrase.")
  var forget = false

  @Flag(help: "Put back the keys of the most recently forgotten passphrase.")
  var remember = false

  func validate() throws {
    guard [remove, forget, remember].count(where: \.self) <= 1 else {
      throw ValidationError(
        "use only one of --remove, --forget and --remember")
    }
  }

  func run() throws {
    do {
      let paths = try Workspace.paths()
      let vault = Vault(paths)
      guard !remove else { return try PassphraseRemoval(paths, vault).run() }
      guard !forget else { return try PassphraseForgetting(paths, vault).run() }
      guard !remember else { return try PassphraseRemembering(paths, vault).run() }
      if let keys = try vault.open() {
        try change(keys)
      } else {
        try makeKeys(in: vault, paths)
        Console.message("Passphrase set; open windows now ask for it")
      }
      try paths.requestLock()
    } catch {
      Console.fail(error)
    }
  }

  /// Makes keys, and seals the household's credentials and the agent's memory with them.
  private func makeKeys(in vault: Vault, _ paths: AppDirectories) throws {
    let credentials = try CredentialFile.of(paths).read()
    let passphrase = Passphrase(try Self.newPassphrase())
    try vault.make(passphrase)
    guard let keys = try vault.open() else { return }
    try AgentMemory.seal(of: paths, with: keys)
    // The passphrase was just typed, so unlock for the commands that follow, such as `household join`.
    try keys.unlock(passphrase: passphrase)
    guard let credentials else { return }
    try CredentialFile.of(paths, keys: keys).write(credentials)
  }

  private func change(_ keys: KeyBag) throws {
    let old = try Self.passphrase()
    // Check the old passphrase before the user types a new one twice.
    if SecretPrompt.isTerminal { try keys.unlock(passphrase: old) }
    try keys.changePassphrase(from: old, to: Passphrase(Self.newPassphrase()))
    Console.message("Passphrase changed")
  }

  /// Asks for the current passphrase.
  static func passphrase() throws -> Passphrase {
    Passphrase(try SecretPrompt.line("Passphrase: "))
  }

  /// Whether a window takes a character: everything but control characters and breaks of a line.
  private static func canBeTyped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }

  private static func newPassphrase() throws -> String {
    let typed = try SecretPrompt.line("New passphrase: ")
    guard !typed.isEmpty else {
      throw UsageFailure(status: .badData, message: "an empty passphrase protects nothing")
    }
    guard typed.unicodeScalars.allSatisfy(Self.canBeTyped) else {
      throw UsageFailure(
        status: .badData,
        message:
          "a passphrase can't contain Tab, Esc or other control characters: windows can't receive them"
      )
    }
    if SecretPrompt.isTerminal {
      guard try SecretPrompt.line("Repeat it: ") == typed else {
        throw UsageFailure(
          status: .badData, message: "the two passphrases don't match; nothing has changed")
      }
    }
    return typed
  }
}
