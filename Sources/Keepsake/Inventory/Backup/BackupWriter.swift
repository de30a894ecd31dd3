import Archives
import Foundation

/// Writes the entries of a backup and computes their digests.
struct BackupWriter {
  private let path: String
  private let descriptor: Int32
  private let zip: ZipWriter

  /// Starts an archive in a new file.
  init(path: String) throws(InventoryError) {
    self.path = path
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else {
      throw .system("create", path, code: errno, fallback: .cannotCreate)
    }
    do throws(ArchiveFailure) {
      zip = try ZipWriter(descriptor: descriptor)
    } catch {
      close(descriptor)
      throw .archive(error, path: path, action: "write")
    }
  }

  /// Adds the present content of a file.
  ///
  /// - Returns: Its entry for the manifest.
  func add(
    _ source: String, as name: String, isCompressed: Bool
  ) throws(InventoryError) -> BackupManifest.File {
    let file = try FileBytes.open(source)
    defer { close(file.descriptor) }
    var digest = ContentDigest()
    let size = Int64(file.status.st_size)
    try writing { () throws(ArchiveFailure) in
      try zip.begin(
        name, size: size, isCompressed: isCompressed, modified: file.status.st_mtim.tv_sec)
    }
    try FileBytes.forEachPiece(file.descriptor, path: source) { bytes throws(InventoryError) in
      digest.add(bytes)
      try writing { () throws(ArchiveFailure) in try zip.write(bytes) }
    }
    guard digest.count == size else {
      throw InventoryError(.io, "\(source) changed while it was read; try again")
    }
    try writing { () throws(ArchiveFailure) in try zip.end() }
    return BackupManifest.File(name: name, bytes: size, sha256: digest.text)
  }

  /// Adds the manifest, completes the archive and syncs it.
  func finish(_ manifest: BackupManifest) throws(InventoryError) {
    let text = try manifest.encoded()
    try writing { () throws(ArchiveFailure) in
      try zip.add(BackupLayout.manifest, text, modified: Int(manifest.created / 1000))
      try zip.finish()
    }
    guard fsync(descriptor) == 0 else { throw .system("write", path, code: errno) }
    // Drop the cached pages, so that the verification reads the disk.
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
  }

  /// Closes the file; an unfinished archive is not valid.
  func end() { close(descriptor) }

  private func writing(_ body: () throws(ArchiveFailure) -> Void) throws(InventoryError) {
    do throws(ArchiveFailure) {
      try body()
    } catch {
      throw .archive(error, path: path, action: "write")
    }
  }
}
