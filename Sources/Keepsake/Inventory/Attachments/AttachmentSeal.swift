import Foundation

/// A modification time computed from the digest: any write to the file changes it.
///
/// Size and time then tell at a glance whether a file may have been altered, without a record of
/// either. If a copy or a backup changed the time, the digest must be taken once.
enum AttachmentSeal {
  /// Sets the modification time of a file with a known digest.
  static func put(on descriptor: Int32, sha256: String) {
    let times = [
      timespec(tv_sec: 0, tv_nsec: Int(omitted)), timespec(tv_sec: time(sha256), tv_nsec: 0),
    ]
    // A failure only means that later checks read the file.
    _ = futimens(descriptor, times)
  }

  /// Whether a file has the modification time that belongs to a digest.
  static func isOn(_ status: stat, sha256: String) -> Bool {
    status.st_mtim.tv_sec == time(sha256) && status.st_mtim.tv_nsec == 0
  }

  /// A second within the years 1970 to 2004.
  private static func time(_ sha256: String) -> Int {
    (Int(sha256.prefix(8), radix: 16) ?? 0) & 0x3FFF_FFFF
  }

  /// Leaves a time unchanged (`UTIME_OMIT`, a macro that Swift does not import).
  private static let omitted = (1 << 30) - 2
}
