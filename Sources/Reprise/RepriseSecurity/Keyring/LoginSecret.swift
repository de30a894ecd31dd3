import Foundation
import Storage

/// A secret that ends with the login: it lies in the directory that the system makes for a user with the first session, and
/// removes with the last one (`pam_systemd`).
///
/// The kernel keeps the keyring of a user until the machine starts anew. What lies there sealed with this secret is of no
/// use any more once the user has logged out.
enum LoginSecret {
  /// The directory; `nil` where the system makes none.
  ///
  /// A program without `XDG_RUNTIME_DIR`, as one that cron starts, looks where `pam_systemd` makes it.
  static var directory: String? {
    let named = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]
    return [named, "/run/user/\(geteuid())"].compactMap(\.self).first(where: isOwn)
  }

  /// Whether a directory is this user's alone, as the XDG specification wants it.
  private static func isOwn(_ path: String) -> Bool {
    var status = stat()
    return path.hasPrefix("/") && lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
  }

  /// The secret of the present login; `nil` where there is none yet.
  static func existing(in directory: String) -> SecretKey? {
    try? MachineKey.existing(path(in: directory))
  }

  /// The secret of the present login, made if there is none.
  static func ensure(in directory: String) -> SecretKey? {
    try? MachineKey.ensure(path(in: directory))
  }

  private static func path(in directory: String) -> String { directory + "/reprise.login" }
}
