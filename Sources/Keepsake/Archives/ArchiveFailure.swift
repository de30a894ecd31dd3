import CArchive
import Foundation

/// Why an archive cannot be read or written, in libarchive's words.
public struct ArchiveFailure: Error, Equatable, Sendable {
  /// The `errno` that libarchive reports; 0 or negative where the archive itself is at fault.
  public var code: Int32
  /// One line without a full stop.
  public var reason: String

  /// Makes one.
  public init(code: Int32, reason: String) {
    self.code = code
    self.reason = reason
  }

  init(_ archive: OpaquePointer?) {
    code = archive_errno(archive)
    // Some reasons end with a line break, or have several lines.
    let text = archive_error_string(archive).map { String(cString: $0) } ?? ""
    reason = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "unknown reason"
  }

  /// Whether the system refused, such as on a full disk, and not the archive.
  public var isOfSystem: Bool {
    [ENOSPC, EDQUOT, EIO, EFBIG, EROFS, EACCES, EPERM].contains(code)
  }
}
