import CArchive
import Foundation

/// Reads a ZIP file entry by entry, by libarchive; nothing else is taken for an archive.
///
/// What it says of an entry is hostile until checked: names may lead anywhere, sizes may lie.
public final class ZipReader {
  /// What an archive says of one entry.
  public struct Entry: Hashable, Sendable {
    /// What it is.
    public enum Kind: Hashable, Sendable {
      case file
      case directory
      /// A link, a device, a pipe.
      case other
    }

    /// The name as it stands there; empty where it is no UTF-8.
    public var name: String
    /// What it is.
    public var kind: Kind
    /// How many bytes it claims to hold; nil where that is not said before them.
    public var size: Int64?
  }

  private let archive: OpaquePointer

  /// Begins to read an open file, which can be sought in; the caller closes it.
  public init(descriptor: Int32) throws(ArchiveFailure) {
    guard let archive = archive_read_new() else {
      throw ArchiveFailure(code: ENOMEM, reason: "out of memory")
    }
    self.archive = archive
    // By the list at the end of the file, so that a file that was cut short is none.
    guard archive_read_support_format_zip_seekable(archive) == ARCHIVE_OK,
      archive_read_open_fd(archive, descriptor, 1 << 18) == ARCHIVE_OK
    else { throw ArchiveFailure(archive) }
  }

  deinit { archive_read_free(archive) }

  /// Goes to the next entry; what was not read of the one before is passed over.
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
