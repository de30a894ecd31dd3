import CSystem
import Storage

/// The kernel's keyring of this user (keyrings(7)), which the kernel keeps until the machine starts anew.
///
/// Where the system has a directory for the login, a key lies there sealed with a secret of the login, and is forgotten at the
/// log-out. Where a sandbox forbids the keyring, or it is full, nothing is stored: then each program has to be given the
/// passphrase.
struct KernelKeyring: KeyShelf {
  /// See ``LoginSecret/directory``.
  var login = LoginSecret.directory

  func store(_ key: SecretKey, as name: String) -> Bool {
    var bytes = key.copy()
    defer { KeyMemory.wipe(&bytes) }
    guard let secret = login.flatMap(LoginSecret.ensure),
      let sealed = try? secret.seal(bytes, for: Array(name.utf8))
    else { return keyring_store(name, bytes, bytes.count) == 0 }
    // One that was stored outside of any login would outlive this one.
    _ = keyring_remove(name)
    return keyring_store(Self.sealed(name), sealed, sealed.count) == 0
  }

  func key(named name: String) -> SecretKey? {
    if let secret = login.flatMap(LoginSecret.existing),
      let sealed = bytes(named: Self.sealed(name), count: Sealing.sealedKey),
      var opened = secret.open(sealed, for: Array(name.utf8))
    {
      return try? SecretKey(wiping: &opened)
    }
    guard var bytes = bytes(named: name, count: SecretKey.size) else { return nil }
    return try? SecretKey(wiping: &bytes)
  }

  private static func sealed(_ name: String) -> String { name + ":login" }

  private func bytes(named name: String, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    guard keyring_read(name, &bytes, count) == 0 else {
      KeyMemory.wipe(&bytes)
      return nil
    }
    return bytes
  }
}
