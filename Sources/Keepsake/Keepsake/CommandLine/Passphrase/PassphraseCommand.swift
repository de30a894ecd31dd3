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
      With a passphrase every window asks for it when it opens and after `keepsake lock`, and what was on the \
      screen, half-typed words too, is sealed with it, and so is every item that you make private. The rest of the \
      inventory is a file that only your login can read, as before.

      A forgotten passphrase cannot be found out, by nobody: private items are lost then, and where your windows \
      stood; everything else stays. After five wrong ones the next has to wait.

      `--remove` asks for it a last time. No window may be open then, and no item, place or draft private: `H` on an \
      item or a place ends that, and a draft is saved or discarded. `--forget` asks for no passphrase: windows open again, and what was private stays sealed. The keys are put \
      aside, for the day on which you remember. `--remember` puts them back then, and those of a passphrase that was \
      set meanwhile aside: said again, it changes back. It asks for nothing either; the next window does.

      A script gives the passphrase on standard input: one line, or the old and the new one.
      """)

  @Flag(help: "Take the passphrase away.")
  var remove = false

  @Flag(help: "Go on without the passphrase that nobody remembers.")
  var forget = false

  @Flag(help: "Put back the keys of the passphrase that was forgotten last.")
  var remember = false

  func validate() throws {
    guard [remove, forget, remember].count(where: \.self) <= 1 else {
      throw ValidationError(
        "--remove takes the passphrase away, --forget goes on without it and --remember with it: "
          + "say one")
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
        Console.message("The passphrase is set; windows that are open ask for it now")
      }
      try paths.requestLock()
    } catch {
      Console.fail(error)
    }
  }

  /// Makes keys, and seals with them what the household needs and what the agent remembers.
  private func makeKeys(in vault: Vault, _ paths: AppDirectories) throws {
    let credentials = try CredentialFile.of(paths).read()
    let passphrase = Passphrase(try Self.newPassphrase())
    try vault.make(passphrase)
    guard let keys = try vault.open() else { return }
    try AgentMemory.seal(of: paths, with: keys)
    // It was just typed: what the first unlock opens is open for the commands that follow, such as `household join`.
    try keys.unlock(passphrase: passphrase)
    guard let credentials else { return }
    try CredentialFile.of(paths, keys: keys).write(credentials)
  }

  private func change(_ keys: KeyBag) throws {
    let old = try Self.passphrase()
    // Check before the person types a new one twice.
    if SecretPrompt.isTerminal { try keys.unlock(passphrase: old) }
    try keys.changePassphrase(from: old, to: Passphrase(Self.newPassphrase()))
    Console.message("The passphrase is changed")
  }

  /// Asks for the passphrase that there is.
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
      guard try SecretPrompt.line("The same again: ") == typed else {
        throw UsageFailure(
          status: .badData, message: "the two are not the same; nothing has changed")
      }
    }
    return typed
  }
}
