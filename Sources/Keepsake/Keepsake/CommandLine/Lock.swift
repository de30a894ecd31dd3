import RepriseCommands
import ArgumentParser
import Reprise

/// `keepsake lock`: has every open window ask for the passphrase.
struct Lock: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lock all open windows until you enter the passphrase.",
    discussion: """
      Each window comes back as it was, half-typed words included, when you enter the passphrase (`keepsake \
      passphrase` sets one). In config.toml, `lock-after = 10` locks a window after ten minutes without a key press, \
      and `lock-when-away = true` locks all windows when your desktop reports you as away.
      """)

  func run() throws {
    do {
      let paths = try Workspace.paths()
      guard Vault(paths).exists else {
        throw UsageFailure(
          status: .noInput, message: "there is no passphrase yet; set one with: keepsake passphrase"
        )
      }
      try paths.requestLock()
      Console.message("Open windows now ask for the passphrase")
    } catch {
      Console.fail(error)
    }
  }
}
