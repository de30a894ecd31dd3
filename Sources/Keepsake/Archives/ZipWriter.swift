import CArchive
import Foundation

/// Writes a ZIP file from its first entry to its last, by libarchive.
///
/// Names are ASCII: libarchive converts others by the locale.
public final class ZipWriter {
  private let archive: OpaquePointer

  /// Begins an archive in an open file, at its present position; the caller closes the file.
  public init(descriptor: Int32) throws(ArchiveFailure) {
    guard let archive = archive_write_new() else {
      throw ArchiveFailure(code: ENOMEM, reason: "out of memory")
    }
    self.archive = archive
    try check(archive_write_set_format_zip(archive))
    // Level 1: the higher ones take several times as long for some per cent.
    try check(archive_write_set_format_option(archive, "zip", "compression-level", "1"))
    try check(archive_write_set_bytes_per_block(archive, 1 << 18))
    try check(archive_write_open_fd(archive, descriptor))
  }

  deinit {
    // Without this, freeing would finish the archive: what was not finished must not look so.
    archive_write_fail(archive)
    archive_write_free(archive)
  }

  /// Begins the next entry, a plain file.
  ///
  /// - Parameters:
  ///   - name: ASCII, with `/` between directories.
  ///   - size: How many bytes will be written; nil: not known before.
  ///   - isCompressed: Whether deflating is worth the time; not for pictures.
  ///   - modified: Seconds since 1970.
  public func begin(
    _ name: String, size: Int64?, isCompressed: Bool, modified: Int
  ) throws(ArchiveFailure) {
    guard let entry = archive_entry_new() else {
      throw ArchiveFailure(code: ENOMEM, reason: "out of memory")
    }
    defer { archive_entry_free(entry) }
    archive_entry_set_pathname(entry, name)
    if let size { archive_entry_set_size(entry, size) }
    archive_entry_set_filetype(entry, S_IFREG)
    archive_entry_set_perm(entry, 0o600)
    archive_entry_set_mtime(entry, time_t(modified), 0)
    try check(
      isCompressed
        ? archive_write_zip_set_compression_deflate(archive)
        : archive_write_zip_set_compression_store(archive))
    try check(archive_write_header(archive, entry))
  }

  /// Adds bytes to the entry.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(ArchiveFailure) {
    guard bytes.count > 0 else { return }
    let written = archive_write_data(archive, bytes.baseAddress, bytes.count)
    guard written == bytes.count else {
      // libarchive takes what fits into the size that was announced, and no more.
      guard written < 0 else {
        throw ArchiveFailure(code: 0, reason: "the file grew while it was read")
      }
      throw ArchiveFailure(archive)
    }
  }

  /// Adds a whole entry.
  public func add(
    _ name: String, _ bytes: [UInt8], isCompressed: Bool = true, modified: Int
  ) throws(ArchiveFailure) {
    try begin(name, size: Int64(bytes.count), isCompressed: isCompressed, modified: modified)
    var failure: ArchiveFailure?
    bytes.withUnsafeBytes { raw in
      do throws(ArchiveFailure) { try write(raw) } catch { failure = error }
    }
    if let failure { throw failure }
    try end()
  }

  /// Ends the entry.
  public func end() throws(ArchiveFailure) { try check(archive_write_finish_entry(archive)) }

  /// Writes the list of entries; without it there is no archive.
  public func finish() throws(ArchiveFailure) { try check(archive_write_close(archive)) }

  private func check(_ code: Int32) throws(ArchiveFailure) {
    guard code == ARCHIVE_OK else { throw ArchiveFailure(archive) }
  }
}
