import Archives
import Foundation

/// A ZIP file from outside, read entry by entry and never trusted.
struct ArchiveFile {
  /// The maximum unpacked size as a multiple of the archive's size.
  ///
  /// Only for archives of other programs: the user's own data may compress better.
  static let mostInflation = Bounds.archiveRatio

  let path: String
  /// The expected kind of file, for messages: `backup of Keepsake`.
  let noun: String
  /// The size in bytes.
  let size: Int64
  private let descriptor: Int32

  /// Opens an archive; the caller calls ``end()``.
  init(path: String, noun: String) throws(InventoryError) {
    self.path = path
    self.noun = noun
    // Unlike the files of the data directory, this may be a link.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .system("open", path, code: errno, fallback: .noInput) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw InventoryError(.noInput, "\(path) is not a file; name a \(noun)")
    }
    size = Int64(status.st_size)
  }

  /// Closes the file.
  func end() { close(descriptor) }

  /// The error for a failed check.
  func damaged(_ reason: String) -> InventoryError {
    InventoryError(.badData, "\(path) is damaged (\(reason)); nothing was changed")
  }

  /// Refuses an archive whose claimed size is impossible for its own.
  func checkInflation(to total: Int64) throws(InventoryError) {
    guard total / Self.mostInflation <= size else {
      throw damaged("it claims to contain more than a file of its size can")
    }
  }

  /// Visits the entries in order; refuses anything but regular files.
  func forEachEntry(
    _ body: (ZipReader.Entry, ZipReader) throws(InventoryError) -> Void
  ) throws(InventoryError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .system("read", path, code: errno) }
    let zip: ZipReader
    do throws(ArchiveFailure) {
      zip = try ZipReader(descriptor: descriptor)
    } catch {
      guard !error.isOfSystem else { throw .system("read", path, code: error.code) }
      throw InventoryError(
        .badData, "\(path) is not a \(noun), or was cut short; nothing was changed")
    }
    while let entry = try reading({ () throws(ArchiveFailure) in try zip.next() }) {
      guard entry.kind == .file else {
        throw damaged("“\(entry.name.prefix(100))” is not a plain file")
      }
      try body(entry, zip)
    }
  }

  /// Reads the rest of an entry, up to a limit.
  func read(
    _ zip: ZipReader, atMost most: Int64, _ name: String,
    _ body: (UnsafeRawBufferPointer) throws(InventoryError) -> Void
  ) throws(InventoryError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: FileBytes.pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    var total: Int64 = 0
    while true {
      let count = try reading { () throws(ArchiveFailure) in try zip.read(into: buffer) }
      guard count > 0 else { return }
      total += Int64(count)
      guard total <= most else { throw damaged("\(name) is longer than stated") }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  private func reading<Value>(
    _ body: () throws(ArchiveFailure) -> Value
  ) throws(InventoryError) -> Value {
    do throws(ArchiveFailure) {
      return try body()
    } catch {
      throw .archive(error, path: path, action: "read")
    }
  }
}

extension InventoryError {
  /// The error for what libarchive reported.
  static func archive(_ failure: ArchiveFailure, path: String, action: String) -> InventoryError {
    if failure.code == ENOSPC || failure.code == EDQUOT {
      return InventoryError(.io, "cannot \(action) \(path): the disk is full")
    }
    if failure.isOfSystem { return .system(action, path, code: failure.code) }
    if action == "write" { return InventoryError(.io, "cannot write \(path): \(failure.reason)") }
    return InventoryError(
      .badData, "\(path) is damaged (\(failure.reason)); nothing was changed")
  }
}

/// The kind of an archive, recognized by an entry that no other kind has, so that a mix-up can be
/// reported.
enum ArchiveKind {
  case backup, collection

  /// The kind with an entry of that name; `nil` if there is no such kind, or several.
  init?(entry name: String) {
    if name == "data/inventory.sqlite" {
      self = .backup
    } else if name.hasSuffix(".json"), !name.contains("/"), name != "manifest.json" {
      // One of its tables.
      self = .collection
    } else {
      return nil
    }
  }

  /// The error for an archive of this kind where another one was wanted.
  func misplaced(_ path: String) -> InventoryError {
    switch self {
    case .backup:
      InventoryError(.badData, "\(path) is a Keepsake backup: use keepsake restore")
    case .collection:
      InventoryError(.badData, "\(path) is a Homebox collection: use keepsake import")
    }
  }
}
