import CSystem
import Foundation
import Storage

/// This user's keyring in the kernel (keyrings(7)), which exists until the machine restarts.
///
/// If the system has a directory for the login, keys in the keyring are sealed with a secret of the
/// login, which the system deletes when the user logs out. If a sandbox forbids the keyring, or the
/// keyring is full, nothing is stored, and each program has to ask for the passphrase.
struct KernelKeyring: KeyShelf {
  /// See ``LoginSecret/directory``.
  var login = LoginSecret.directory

  func store(_ key: SecretKey, as name: String) -> Bool {
    var bytes = key.copy()
    defer { KeyMemory.wipe(&bytes) }
    guard let secret = login.flatMap(LoginSecret.ensure),
      let sealed = try? secret.seal(bytes, for: Array(name.utf8))
    else { return keyring_store(name, bytes, bytes.count) == 0 }
    // A key that was stored outside any login would outlive this login.
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

/// Stores keys for programs that start later, but never on the disk.
protocol KeyShelf: Sendable {
  /// Stores a key under a name, replacing an existing one; returns whether it succeeded.
  func store(_ key: SecretKey, as name: String) -> Bool

  /// The key of a name; `nil` if the keyring has no such key.
  func key(named name: String) -> SecretKey?
}

/// A secret that lasts as long as the login.
///
/// It is stored in the directory that the system creates with a user's first session and removes
/// with the last one (`pam_systemd`).
///
/// The kernel keeps a user's keyring until the machine restarts. Keys in it that are sealed with
/// this secret become useless once the user has logged out.
enum LoginSecret {
  /// The login's runtime directory; `nil` if the system creates none.
  ///
  /// A program without `XDG_RUNTIME_DIR`, such as a cron job, looks in the default path of
  /// `pam_systemd`.
  static var directory: String? {
    let named = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]
    return [named, "/run/user/\(geteuid())"].compactMap(\.self).first(where: isOwn)
  }

  /// Whether a directory is accessible to this user only, as the XDG specification requires.
  private static func isOwn(_ path: String) -> Bool {
    var status = stat()
    return path.hasPrefix("/") && lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
  }

  /// The secret of the current login; `nil` before it is created.
  static func existing(in directory: String) -> SecretKey? {
    try? MachineKey.existing(path(in: directory))
  }

  /// The secret of the current login; creates it if needed.
  static func ensure(in directory: String) -> SecretKey? {
    try? MachineKey.ensure(path(in: directory))
  }

  private static func path(in directory: String) -> String { directory + "/reprise.login" }
}
