import Archives
import Foundation

/// Reads a backup, and trusts nothing in it: neither names nor sizes nor what it says of itself.
struct BackupReader {
  /// How long the list of files may be, in bytes; one for each of 300,000 attachments fits.
  static let longestManifest = 64 << 20

  /// How much a backup may unpack to, as a multiple of its own size.
  ///
  /// Databases shrink to a fourth or a tenth, pictures not at all.
  static let mostInflation: Int64 = 100

  let path: String
  private let descriptor: Int32
  private let size: Int64

  /// Opens a backup; the caller ends it.
  init(path: String) throws(InventoryError) {
    self.path = path
    // Unlike what lies in the data directory, this may be a link of the person's own.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .system("open", path, code: errno, fallback: .noInput) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw InventoryError(.noInput, "\(path) is not a file; name a backup")
    }
    size = Int64(status.st_size)
  }

  /// Gives the file back.
  func end() { close(descriptor) }

  /// The list of files, checked against the names in the archive.
  func manifest() throws(InventoryError) -> BackupManifest {
    var names: [String] = []
    var text: [UInt8]?
    try forEachEntry { name, zip throws(InventoryError) in
      guard BackupLayout.mayHold(name) else {
        throw .damagedBackup(path, "it holds “\(name.prefix(100))”, which no backup does")
      }
      guard name == BackupLayout.manifest else { return names.append(name) }
      guard text == nil else { throw .damagedBackup(path, "it has two lists of files") }
      var bytes: [UInt8] = []
      try read(zip, atMost: Int64(Self.longestManifest), name) { bytes += $0 }
      text = bytes
    }
    guard let text else { throw InventoryError(.badData, "\(path) is no backup of Keepsake") }
    let manifest = try BackupManifest(text, path: path)
    let listed = manifest.files.map(\.name)
    guard Set(listed).count == listed.count, listed == names,
      listed.contains(BackupLayout.inventory),
      manifest.files.allSatisfy({ $0.bytes >= 0 && SHA256Text.isOne($0.sha256) })
    else { throw .damagedBackup(path, "files are missing, or there are more than it lists") }
    var total: Int64 = 0
    for file in manifest.files {
      let (sum, overflows) = total.addingReportingOverflow(file.bytes)
      guard !overflows, sum / Self.mostInflation <= size else {
        throw .damagedBackup(path, "it claims to unpack to more than a backup of its size can")
      }
      total = sum
    }
    return manifest
  }

  /// Reads every file, and checks each against the list.
  ///
  /// - Parameter body: Gets the bytes of a file piece by piece, and at its end nil.
  func readAll(
    _ manifest: BackupManifest,
    _ body: (BackupManifest.File, UnsafeRawBufferPointer?) throws(InventoryError) -> Void
  ) throws(InventoryError) {
    var rest = manifest.files[...]
    try forEachEntry { name, zip throws(InventoryError) in
      guard name != BackupLayout.manifest else { return }
      guard let file = rest.popFirst(), file.name == name else {
        throw .damagedBackup(path, "it holds “\(name.prefix(100))”, which it does not list")
      }
      var digest = ContentDigest()
      try read(zip, atMost: file.bytes, name) { bytes throws(InventoryError) in
        digest.add(bytes)
        try body(file, bytes)
      }
      guard digest.count == file.bytes, digest.text == file.sha256 else {
        throw .damagedBackup(path, "\(name) is not what was stored")
      }
      try body(file, nil)
    }
    guard rest.isEmpty else { throw .damagedBackup(path, "files are missing") }
  }

  private func forEachEntry(
    _ body: (String, ZipReader) throws(InventoryError) -> Void
  ) throws(InventoryError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .system("read", path, code: errno) }
    let zip: ZipReader
    do throws(ArchiveFailure) {
      zip = try ZipReader(descriptor: descriptor)
    } catch {
      guard !error.isOfSystem else { throw .system("read", path, code: error.code) }
      throw InventoryError(
        .badData, "\(path) is no backup of Keepsake, or was cut short; nothing was changed")
    }
    while let entry = try reading({ () throws(ArchiveFailure) in try zip.next() }) {
      guard entry.kind == .file else {
        throw .damagedBackup(path, "“\(entry.name.prefix(100))” is not a plain file")
      }
      try body(entry.name, zip)
    }
  }

  /// Reads the rest of an entry, and stops as soon as there is more than there may be.
  private func read(
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
      guard total <= most else { throw .damagedBackup(path, "\(name) is longer than it says") }
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
