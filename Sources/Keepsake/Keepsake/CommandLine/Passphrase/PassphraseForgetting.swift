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
    // Damaged keys open nothing: that is a reason to continue without them.
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

/// `keepsake passphrase --remember`: puts back the keys that were forgotten last.
///
/// The present keys are put aside in the same way, so nothing is lost, and running it again changes
/// back.
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
    Console.message("The forgotten keys are back: the next window asks for their passphrase")
    guard let aside else { return }
    Console.message(
      "Those that were there lie in \(aside), and where windows stood is lost; the same command "
        + "changes back")
    guard !keepsHousehold else { return }
    Console.message(
      "They alone open the key of the household: change back, or “keepsake household leave "
        + "--regardless”, then join again")
  }

  /// Gives to the login what the present keys sealed, and the coming ones do not open, while they change.
  ///
  /// - Returns: Whether what the household needs is there afterwards.
  private func change(_ exchange: () throws -> Void) throws -> Bool {
    // Damaged keys open nothing, and can go like others.
    let keys = try? vault.open()
    if let keys { try AgentMemory.unseal(of: paths, with: keys) }
    return try CredentialFile.giveToLogin(paths, from: keys, whileTaking: exchange)
  }

  /// Seals what the login has with the keys that are back; what does not succeed stays with the login, which opens it as well.
  private func sealWithKeysThatAreBack() {
    guard let keys = try? vault.open() else { return }
    try? AgentMemory.seal(of: paths, with: keys)
    guard let file = try? CredentialFile.of(paths, keys: keys), let credentials = try? file.read()
    else { return }
    try? file.write(credentials)
  }
}
