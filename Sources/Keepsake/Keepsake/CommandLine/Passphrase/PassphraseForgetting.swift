import Preservation
import Reprise
import RepriseCommands
import RepriseSecurity
import Sync

/// `keepsake passphrase --forget`: windows open without the passphrase that nobody knows.
///
/// What it sealed stays sealed, and the keys are put aside and not destroyed: a passphrase sometimes comes back to mind.
nonisolated struct PassphraseForgetting {
  private let paths: AppDirectories
  private let vault: Vault

  /// The question on a terminal; scripts aren't asked.
  private static let question =
    "Forget the passphrase? Where your windows were is lost. Private items stay sealed until you "
    + "remember it."

  init(_ paths: AppDirectories, _ vault: Vault) {
    (self.paths, self.vault) = (paths, vault)
  }

  func run() throws {
    guard vault.exists else {
      throw UsageFailure(status: .noInput, message: "there is no passphrase to forget")
    }
    guard !Console.hasPerson || Console.confirms(Self.question) else {
      return Console.message("Nothing has changed")
    }
    // Damaged keys open nothing, and are a reason to go on without them.
    let keys = try? vault.open()
    let things = try PrivateThings(in: paths)
    var keepsHousehold = true
    var aside = ""
    do {
      try StateHome(path: paths.state).whileNoneIsOpen { sessions, isAlone in
        if let keys { try AgentMemory.unseal(of: paths, with: keys) }
        // The household stays where the passphrase was typed since the machine started.
        keepsHousehold = try CredentialFile.giveToLogin(paths, from: keys) {
          aside = try vault.putAside(ifAlone: isAlone)
        }
        sessions.forEach { $0.forgetOutline() }
      }
    } catch StateError.busy {
      throw Vault.isOpen
    }
    Console.message("Windows open without a passphrase now; where they stood is lost")
    if let things { Console.message("Still sealed: \(things.words)") }
    Console.message(
      "The keys lie in \(aside): whoever remembers the passphrase puts them back with “keepsake "
        + "passphrase --remember”")
    guard !keepsHousehold else { return }
    Console.message(
      "The key of the household is lost as well: “keepsake household leave --regardless”, then "
        + "join again")
  }
}
