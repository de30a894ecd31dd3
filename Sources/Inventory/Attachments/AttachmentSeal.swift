import Foundation

/// A time of change that follows from the content: whatever writes into the file moves it.
///
/// So one look at size and time says whether a file may have been altered since it was stored, without
/// anything kept beside it. Where a copy or a backup moved the time, the digest has to be taken once.
enum AttachmentSeal {
  /// Seals a file whose digest is known.
  static func put(on descriptor: Int32, sha256: String) {
    let times = [
      timespec(tv_sec: 0, tv_nsec: Int(omitted)), timespec(tv_sec: time(sha256), tv_nsec: 0),
    ]
    // Without it the file is looked at more thoroughly, no more.
    _ = futimens(descriptor, times)
  }

  /// Whether a file has the seal of that digest.
  static func isOn(_ status: stat, sha256: String) -> Bool {
    status.st_mtim.tv_sec == time(sha256) && status.st_mtim.tv_nsec == 0
  }

  /// A second of the years 1970 to 2004.
  private static func time(_ sha256: String) -> Int {
    (Int(sha256.prefix(8), radix: 16) ?? 0) & 0x3FFF_FFFF
  }

  /// Leaves one of the two times as it is (`UTIME_OMIT`, a macro that Swift cannot see).
  private static let omitted = (1 << 30) - 2
}
