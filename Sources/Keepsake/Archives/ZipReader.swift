import CArchive
import Foundation

/// Reads a ZIP file entry by entry, with libarchive; other formats are refused.
///
/// Don't trust an entry before checking it: names may lead anywhere, and sizes may be wrong.
public final class ZipReader {
  /// The description of an entry in the archive.
  public struct Entry: Hashable, Sendable {
    /// The kind of an entry.
    public enum Kind: Hashable, Sendable {
      case file
      case directory
      /// A link, a device, a pipe.
      case other
    }

    /// The stored name; empty if it isn't UTF-8.
    public var name: String
    /// The kind of the entry.
    public var kind: Kind
    /// The stated number of bytes; `nil` if the archive states it only after the content.
    public var size: Int64?
  }

  private let archive: OpaquePointer

  /// Begins to read an open, seekable file; the caller closes it.
  public init(descriptor: Int32) throws(ArchiveFailure) {
    guard let archive = archive_read_new() else {
      throw ArchiveFailure(code: ENOMEM, reason: "out of memory")
    }
    self.archive = archive
    // Read the list at the end of the file, so that a truncated file is refused.
    guard archive_read_support_format_zip_seekable(archive) == ARCHIVE_OK,
      archive_read_open_fd(archive, descriptor, 1 << 18) == ARCHIVE_OK
    else { throw ArchiveFailure(archive) }
  }

  deinit { archive_read_free(archive) }

  /// Moves to the next entry, skipping unread content of the previous one.
  ///
  /// - Returns: nil at the end.
  public func next() throws(ArchiveFailure) -> Entry? {
    var entry: OpaquePointer?
    let code = archive_read_next_header(archive, &entry)
    if code == ARCHIVE_EOF { return nil }
    guard code == ARCHIVE_OK || code == ARCHIVE_WARN, let entry else {
      throw ArchiveFailure(archive)
    }
    let name = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
    let isPlain = archive_entry_hardlink(entry) == nil && archive_entry_symlink(entry) == nil
    let kind: Entry.Kind =
      switch archive_entry_filetype(entry) {
      case S_IFREG where isPlain: .file
      case S_IFDIR: .directory
      default: .other
      }
    return Entry(
      name: name.flatMap { String(validatingCString: $0) } ?? "", kind: kind,
      size: archive_entry_size_is_set(entry) != 0 ? archive_entry_size(entry) : nil)
  }

  /// Reads the next bytes of the entry.
  ///
  /// - Returns: How many; 0 at its end.
  /// - Throws: Also where the entry does not agree with its checksum.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveFailure) -> Int {
    while true {
      let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard count == Int(ARCHIVE_RETRY) else { throw ArchiveFailure(archive) }
    }
  }
}
