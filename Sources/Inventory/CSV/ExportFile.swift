import Foundation

/// A file that appears under its name only when it is complete: written beside it, synced, renamed.
struct ExportFile {
  private let path: String
  private let temporary: String
  private let descriptor: Int32

  /// Creates the temporary file (mode 0600) in the directory of the target.
  init(path: String) throws(InventoryError) {
    self.path = path
    temporary = path + ".\(getpid())-\(UInt32.random(in: 0...UInt32.max)).part"
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .system("create", path, code: errno, fallback: .cannotCreate)
    }
  }

  /// Adds bytes.
  func write(_ bytes: [UInt8]) throws(InventoryError) {
    var written = 0
    while written < bytes.count {
      let start = written
      let count = bytes.withUnsafeBytes { bytes in
        retryingAfterSignals {
          Foundation.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
        }
      }
      guard count > 0 else { throw .system("write", path, code: errno) }
      written += count
    }
  }

  /// Gives the file its name.
  ///
  /// After a failure it is still to be discarded.
  func commit() throws(InventoryError) {
    guard fsync(descriptor) == 0 else { throw .system("write", path, code: errno) }
    guard rename(temporary, path) == 0 else {
      throw .system("create", path, code: errno, fallback: .cannotCreate)
    }
    close(descriptor)
    syncDirectory()
  }

  /// Forgets what was written.
  func discard() {
    close(descriptor)
    unlink(temporary)
  }

  private func syncDirectory() {
    let slash = path.lastIndex(of: "/")
    let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let handle = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard handle >= 0 else { return }
    fsync(handle)
    close(handle)
  }
}
