import Foundation
import Preservation
import Reprise
import RepriseSecurity
import Sync

/// Seals the household's key with this login's key, stored next to it: that protects a copy of this
/// file only.
nonisolated struct LoginSealing: CredentialSealing {
  let key: LoginKeyProvider
  let kind = "login"

  func seal(_ bytes: [UInt8]) throws -> [UInt8] { Array(try key.wrap(bytes)) }

  func open(_ sealed: [UInt8]) throws -> [UInt8] { try key.unwrap(Data(sealed)) }
}

/// Seals it with the passphrase: it stays open from the first unlock until logout.
nonisolated struct PassphraseSealing: CredentialSealing {
  let keys: KeyBag
  let kind = "passphrase"

  func seal(_ bytes: [UInt8]) throws -> [UInt8] {
    try keys.seal(
      bytes, for: Self.purpose, protection: .completeUntilFirstUserAuthentication)
  }

  func open(_ sealed: [UInt8]) throws -> [UInt8] {
    try keys.open(sealed, for: Self.purpose, protection: .completeUntilFirstUserAuthentication)
  }

  private static let purpose = Array("household".utf8)
}

extension CredentialFile {
  /// Reseals the household's credentials with the login's key while the passphrase's keys are removed.
  ///
  /// - Parameter takeAway: Removes the passphrase's keys; if it fails, nothing has changed.
  /// - Returns: Whether the credentials could be opened, or there were none.
  nonisolated static func giveToLogin(
    _ paths: AppDirectories, from keys: KeyBag?, whileTaking takeAway: () throws -> Void
  ) throws -> Bool {
    let login = CredentialFile(
      in: paths.data,
      sealing: LoginSealing(key: try LoginKeyProvider.mending(file: paths.keyFile)))
    let former = try keys.map { try CredentialFile.of(paths, keys: $0) } ?? login
    let isOpen: Bool
    let credentials: SyncCredentials?
    do {
      (credentials, isOpen) = (try former.read(), true)
    } catch {
      (credentials, isOpen) = (nil, false)
    }
    // Both keys open the credentials until one is removed.
    if let credentials { try login.write(credentials) }
    do {
      try takeAway()
    } catch {
      if let credentials { try? former.write(credentials) }
      throw error
    }
    return isOpen
  }

  /// The credentials of a login, sealed with the passphrase if there is one.
  ///
  /// - Parameter keys: The keys, if they are open already.
  nonisolated static func of(
    _ paths: AppDirectories, keys: KeyBag? = nil
  ) throws -> CredentialFile {
    let login = LoginSealing(key: try LoginKeyProvider.mending(file: paths.keyFile))
    guard let keys = try keys ?? Vault(paths).open() else {
      return CredentialFile(in: paths.data, sealing: login)
    }
    return CredentialFile(
      in: paths.data, sealing: PassphraseSealing(keys: keys), former: [login])
  }
}
