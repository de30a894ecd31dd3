import Sync
import Preservation
import Reprise
import RepriseCommands
import RepriseSecurity

/// `keepsake passphrase --forget`: opens windows without the forgotten passphrase.
///
/// Sealed content stays sealed, and the keys are kept, in case you remember the passphrase.
nonisolated struct PassphraseForgetting {
  private let paths: AppDirectories
  private let vault: Vault

  /// The question on a terminal; scripts aren't asked.
  private static let question =
    "Forget the passphrase? You lose your place in the windows, and private items stay encrypted "
    + "until you remember it."

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
    // Damaged keys open nothing: that is a reason to continue without them.
    let keys = try? vault.open()
    let things = try PrivateThings(in: paths)
    var keepsHousehold = true
    var aside = ""
    do {
      try StateHome(path: paths.state).whileNoneIsOpen { sessions, isAlone in
        if let keys { try AgentMemory.unseal(of: paths, with: keys) }
        // The household survives if the passphrase was typed since the machine started.
        keepsHousehold = try CredentialFile.giveToLogin(paths, from: keys) {
          aside = try vault.putAside(ifAlone: isAlone)
        }
        sessions.forEach { $0.forgetOutline() }
      }
    } catch StateError.busy {
      throw Vault.isOpen
    }
    Console.message("Windows now open without a passphrase; your place in them is lost")
    if let things { Console.message("Still encrypted: \(things.words)") }
    Console.message(
      "The keys are now in \(aside); if you remember the passphrase, run “keepsake "
        + "passphrase --remember”")
    guard !keepsHousehold else { return }
    Console.message(
      "The household's key is lost, too: run “keepsake household leave --force”, then "
        + "join again")
  }
}

/// `keepsake passphrase --remember`: puts back the keys that were forgotten last.
///
/// The current keys are set aside, so nothing is lost, and running the command again swaps them back.
nonisolated struct PassphraseRemembering {
  private let paths: AppDirectories
  private let vault: Vault

  init(_ paths: AppDirectories, _ vault: Vault) {
    (self.paths, self.vault) = (paths, vault)
  }

  func run() throws {
    guard Vault.forgottenKeys(in: paths.data) != nil else {
      throw UsageFailure(status: .noInput, message: "there are no forgotten keys to put back")
    }
    var keepsHousehold = true
    var aside: String?
    do {
      try StateHome(path: paths.state).whileNoneIsOpen { sessions, isAlone in
        if vault.exists {
          keepsHousehold = try change { aside = try vault.putBack(ifAlone: isAlone) }
          sessions.forEach { $0.forgetOutline() }
        } else {
          aside = try vault.putBack(ifAlone: isAlone)
        }
        sealWithKeysThatAreBack()
      }
    } catch StateError.busy {
      throw Vault.isOpen
    }
    Console.message("The forgotten keys are back; windows ask for their passphrase")
    guard let aside else { return }
    Console.message(
      "The newer keys are now in \(aside), and your place in the windows is lost; run the command "
        + "again to change back")
    guard !keepsHousehold else { return }
    Console.message(
      "Only the newer keys open the household's key: change back, or run “keepsake household leave "
        + "--force” and join again")
  }

  /// Swaps the keys, after resealing with the login's key everything that only the current keys can open.
  ///
  /// - Returns: Whether the household's credentials are still readable afterwards.
  private func change(_ exchange: () throws -> Void) throws -> Bool {
    // Damaged keys open nothing, so they can be replaced, too.
    let keys = try? vault.open()
    if let keys { try AgentMemory.unseal(of: paths, with: keys) }
    return try CredentialFile.giveToLogin(paths, from: keys, whileTaking: exchange)
  }

  /// Reseals the login's content with the restored keys; content that can't be resealed stays readable with the login's key.
  private func sealWithKeysThatAreBack() {
    guard let keys = try? vault.open() else { return }
    try? AgentMemory.seal(of: paths, with: keys)
    guard let file = try? CredentialFile.of(paths, keys: keys), let credentials = try? file.read()
    else { return }
    try? file.write(credentials)
  }
}
