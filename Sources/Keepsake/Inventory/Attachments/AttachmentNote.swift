import Foundation
import Storage

/// A note next to the incomplete files of an attach: their names, and the identities of the attachments.
///
/// It is written before the first byte is copied and removed after the rows are committed. A leftover note
/// belongs to a killed attach.
struct AttachmentNote {
  /// The contents of a note.
  struct Contents: Codable {
    /// The names of the files; empty for a private item, whose files must not be named on the disk.
    var names: [String]
    /// The number of files.
    var count: Int
    /// The attachments to be.
    var attachments: [UUID]
  }

  /// The end of its name, which begins with ``AttachmentDirectory/temporaryPrefix``.
  static let suffix = ".note"

  /// The most bytes that are read.
  private static let limit = 1 << 20

  private let name: String

  /// Writes a note into the directory of attached files.
  init(_ contents: Contents, in directory: AttachmentDirectory) throws(InventoryError) {
    name = AttachmentDirectory.temporaryPrefix + UUID().uuidString + Self.suffix
    let full = directory.path + "/" + name
    let file = openat(
      directory.descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system("create", full, code: errno, fallback: .cannotCreate) }
    defer { close(file) }
    let bytes = (try? JSONEncoder().encode(contents)) ?? Data()
    guard bytes.withUnsafeBytes({ writeAll($0, toFile: file) }) else {
      let code = errno
      remove(from: directory)
      guard code == ENOSPC || code == EDQUOT || code == EFBIG else {
        throw .system("write", full, code: code)
      }
      throw InventoryError(.io, "cannot store the file in \(full): the disk is full")
    }
  }

  /// Removes the note: its attach is complete, or has failed and reports that itself.
  func remove(from directory: AttachmentDirectory) {
    unlinkat(directory.descriptor, name, 0)
  }

  /// Reads a leftover note; `nil` if it was cut short.
  static func contents(of name: String, in directory: AttachmentDirectory) -> Contents? {
    let file = openat(
      directory.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    guard let bytes = try? handle.read(upToCount: limit) else { return nil }
    return try? JSONDecoder().decode(Contents.self, from: bytes)
  }
}
