import Foundation

/// Whether the file of an attachment is what was stored.
public enum AttachmentCondition: String, Hashable, Codable, Sendable {
  /// The file is as it was stored.
  case intact
  /// The size is right, but the modification time isn't: only the digest can decide.
  case doubtful
  /// The file does not exist.
  case missing
  /// The content differs, or cannot be read.
  case altered

  /// Whether the file has no intact content to show.
  public var isIncomplete: Bool { self == .missing || self == .altered }

  /// The words for a line, such as `missing`; empty for an intact file.
  public var words: String {
    switch self {
    case .intact, .doubtful: ""
    case .missing: "file missing"
    case .altered: "file altered"
    }
  }
}

extension AttachmentDirectory {
  /// Checks the file of an attachment.
  ///
  /// - Parameter thoroughly: Whether to read the file and take its digest; otherwise size and modification
  ///   time decide.
  func condition(
    of attachment: Attachment, thoroughly: Bool
  ) -> AttachmentCondition {
    let file: Int32
    do throws(InventoryError) {
      guard let opened = try openContent(attachment.sha256) else { return .missing }
      file = opened
    } catch {
      return .altered
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, Int64(status.st_size) == attachment.bytes else {
      return .altered
    }
    let isSealed = AttachmentSeal.isOn(status, sha256: attachment.sha256)
    guard thoroughly else { return isSealed ? .intact : .doubtful }
    let digest = try? FileBytes.digest(of: file, path: path(of: attachment.sha256))
    guard digest?.text == attachment.sha256 else { return .altered }
    if !isSealed { AttachmentSeal.put(on: file, sha256: attachment.sha256) }
    return .intact
  }
}

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
