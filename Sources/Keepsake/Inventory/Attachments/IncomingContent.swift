import Foundation
import Storage

/// A copy of a file that is being added to the attached files.
///
/// It has a temporary name until ``keep()`` and is removed if released before that.
final class IncomingContent {
  /// The properties of the content.
  let content: AttachmentContent
  private let directory: AttachmentDirectory
  private let name: String
  private let descriptor: Int32
  private var isKept = false

  /// Copies a file, computes its digest on the way, and syncs the copy.
  ///
  /// Uses constant memory. A full disk leaves nothing behind.
  init(
    copying source: some ContentSource, into directory: AttachmentDirectory
  ) throws(InventoryError) {
    let name = AttachmentDirectory.temporaryPrefix + UUID().uuidString
    let full = directory.path + "/" + name
    let descriptor = openat(
      directory.descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .system("create", full, code: errno, fallback: .cannotCreate)
    }
    do {
      var digest = ContentDigest()
      var head: [UInt8] = []
      try source.read { (piece: UnsafeRawBufferPointer) throws(InventoryError) in
        digest.add(piece)
        if head.count < PictureHeader.length {
          head += piece.prefix(PictureHeader.length - head.count)
        }
        try Self.write(piece, to: descriptor, full)
      }
      let sha256 = digest.text
      AttachmentSeal.put(on: descriptor, sha256: sha256)
      try directory.sync(descriptor, full)
      content = Self.content(of: source, head: head, sha256: sha256, bytes: digest.count)
    } catch {
      close(descriptor)
      unlinkat(directory.descriptor, name, 0)
      throw error
    }
    (self.directory, self.name, self.descriptor) = (directory, name, descriptor)
  }

  deinit {
    close(descriptor)
    if !isKept { unlinkat(directory.descriptor, name, 0) }
  }

  /// Renames the copy to the name of its digest and syncs that.
  ///
  /// A file of that name is replaced: it has the same content, or was altered.
  func keep() throws(InventoryError) {
    let place = AttachmentDirectory.place(of: content.sha256)
    guard let below = try directory.openBelow(place.directory, create: true) else { return }
    defer { close(below) }
    let full = directory.path(of: content.sha256)
    guard renameat(directory.descriptor, name, below, place.name) == 0 else {
      throw .system("store", full, code: errno)
    }
    isKept = true
    try directory.sync(below, full)
  }

  private static func write(
    _ piece: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String
  ) throws(InventoryError) {
    if writeAll(piece, toFile: descriptor) { return }
    let code = errno
    guard code == ENOSPC || code == EDQUOT || code == EFBIG else {
      throw .system("write", path, code: code)
    }
    throw InventoryError(.io, "cannot store the file in \(path): the disk is full")
  }

  private static func content(
    of source: some ContentSource, head: [UInt8], sha256: String, bytes: Int64
  ) -> AttachmentContent {
    let header = PictureHeader(head)
    return AttachmentContent(
      fileName: source.fileName,
      mediaType: header.mediaType ?? PictureHeader.mediaType(ofName: source.fileName),
      bytes: bytes, sha256: sha256, width: header.width, height: header.height)
  }
}

/// Content in memory that is to be stored as a file.
struct MemorySource: ContentSource {
  let fileName: String
  let bytes: [UInt8]

  func read(
    _ body: (UnsafeRawBufferPointer) throws(InventoryError) -> Void
  ) throws(InventoryError) {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(InventoryError) in try body(buffer) }
    }
    try result.get()
  }
}
