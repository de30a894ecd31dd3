import RepriseCommands
import ArgumentParser
import Reprise

/// `keepsake lock`: has every open window ask for the passphrase.
struct Lock: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lock every open window: each asks for the passphrase.",
    discussion: """
      Everything in the windows is kept, what is being typed too, and comes back with the passphrase \
      (`keepsake passphrase` sets one). `lock-after = 10` in config.toml locks a window after ten minutes \
      without a key, and `lock-when-away = true` all when the desktop takes you to be away.
      """)

  func run() throws {
    do {
      let paths = try Workspace.paths()
      guard Vault(paths).exists else {
        throw UsageFailure(
          status: .noInput, message: "there is no passphrase to lock with: keepsake passphrase")
      }
      try paths.requestLock()
      Console.message("Windows that are open ask for the passphrase now")
    } catch {
      Console.fail(error)
    }
  }
}
