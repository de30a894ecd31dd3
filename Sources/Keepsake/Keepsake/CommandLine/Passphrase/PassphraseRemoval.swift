import Inventory
import Preservation
import Reprise
import RepriseCommands
import RepriseSecurity
import Sync

/// `keepsake passphrase --remove`: everything that the passphrase sealed is sealed as if there had been none, then it goes.
///
/// Private items would be lost with the keys, so there must be none. The states go first: with a passphrase, a window seals
/// those of a login again, so a kill in between costs nothing.
nonisolated struct PassphraseRemoval {
  private let paths: AppDirectories
  private let vault: Vault

  init(_ paths: AppDirectories, _ vault: Vault) {
    (self.paths, self.vault) = (paths, vault)
  }

  func run() throws {
    guard let keys = try vault.open() else {
      throw UsageFailure(status: .noInput, message: "there is no passphrase to remove")
    }
    try keys.unlock(passphrase: PassphraseCommand.passphrase())
    let home = StateHome(path: paths.state)
    let login = try LoginKeyProvider.mending(file: paths.keyFile)
    do {
      try home.resealAll(from: keys, to: login) { isAlone in
        // Nobody makes an item private meanwhile: that takes a window.
        try refuseForPrivateItems(keys)
        try openTrashedPlaces(keys)
        // What cannot be opened would be lost.
        _ = try CredentialFile.of(paths, keys: keys).read()
        try AgentMemory.unseal(of: paths, with: keys)
        _ = try CredentialFile.giveToLogin(paths, from: keys) {
          try vault.remove(ifAlone: isAlone)
        }
      }
    } catch StateError.busy {
      throw Vault.isOpen
    }
    Console.message("The passphrase is removed; windows open without one now")
  }

  /// Opens the names of places in the trash, where nobody can reach them: they would be lost with the keys.
  private func openTrashedPlaces(_ keys: KeyBag) throws {
    let store = try Workspace.openInventory(access: .write, in: paths.data)
    store.openPrivateItems(with: PrivateSealing(keys: keys))
    // What these keys do not open is another home's.
    for place in try store.privacy.places() where place.isPrivate && place.deletedAt != nil {
      try store.changes.perform(
        .setPlacePrivacy(place.uuid, isPrivate: false), session: "passphrase")
    }
  }

  /// Says what only the passphrase opens, if there is anything.
  private func refuseForPrivateItems(_ keys: KeyBag) throws {
    guard let there = try PrivateThings(in: paths, openedWith: keys) else { return }
    throw UsageFailure(
      status: .badData,
      message: "the passphrase stays: without it \(there.words) would be lost; in a window "
        + there.advice)
  }
}
