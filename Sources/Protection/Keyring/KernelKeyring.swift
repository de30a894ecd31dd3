import CKeyring
import SystemSupport

/// The kernel's keyring of this user (keyrings(7)): it forgets everything when the machine starts anew, and where the user
/// has no process left.
///
/// Where a sandbox forbids it, or the keyring is full, nothing is stored: then each program has to be given the passphrase.
struct KernelKeyring: KeyShelf {
  func store(_ key: SecretKey, as name: String) -> Bool {
    var bytes = key.copy()
    defer { KeyMemory.wipe(&bytes) }
    return keyring_store(name, bytes, bytes.count) == 0
  }

  func key(named name: String) -> SecretKey? {
    var bytes = [UInt8](repeating: 0, count: SecretKey.size)
    let code = keyring_read(name, &bytes, bytes.count)
    // Wipes the bytes as well.
    let key = try? SecretKey(wiping: &bytes)
    return code == 0 ? key : nil
  }
}
