import Archives
import Foundation

/// Writes a collection archive row by row in constant memory.
final class CollectionWriter {
  private let zip: ZipWriter
  private let path: String
  private let modified: Int
  private let encoder = JSONEncoder()
  private(set) var counts: [String: Int] = [:]

  /// Starts an archive in an open file, which the caller closes.
  init(descriptor: Int32, path: String, at time: Timestamp) throws(InventoryError) {
    self.path = path
    modified = Int(time / 1000)
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do throws(ArchiveFailure) {
      zip = try ZipWriter(descriptor: descriptor)
    } catch {
      throw .archive(error, path: path, action: "write")
    }
  }

  /// Writes a table.
  ///
  /// - Parameter rows: Passes the rows one by one.
  func table(
    _ table: CollectionLayout.Table,
    _ rows: (([String: CollectionValue]) throws -> Void) throws -> Void
  ) throws {
    try begin(table.entry, size: nil, isCompressed: true)
    var count = 0
    var pending = Array("[".utf8)
    try rows { row in
      if count > 0 { pending.append(UInt8(ascii: ",")) }
      pending += try encoder.encode(row)
      count += 1
      guard pending.count > 1 << 16 else { return }
      try write(pending)
      pending.removeAll(keepingCapacity: true)
    }
    pending.append(UInt8(ascii: "]"))
    try write(pending)
    try end()
    counts[table.rawValue] = count
  }

  /// Writes an attached file from an open descriptor.
  func file(_ id: String, of size: Int64, from descriptor: Int32) throws(InventoryError) {
    try begin(CollectionLayout.attachments + id, size: size, isCompressed: false)
    try FileBytes.forEachPiece(descriptor, path: path) { bytes throws(InventoryError) in
      try writing { () throws(ArchiveFailure) in try zip.write(bytes) }
    }
    try end()
  }

  /// Writes the manifest and completes the archive.
  func finish(_ manifest: CollectionManifest) throws {
    let text = Array(try encoder.encode(manifest))
    try begin(CollectionLayout.manifest, size: Int64(text.count), isCompressed: true)
    try write(text)
    try end()
    try writing { () throws(ArchiveFailure) in try zip.finish() }
  }

  private func begin(_ name: String, size: Int64?, isCompressed: Bool) throws(InventoryError) {
    try writing { () throws(ArchiveFailure) in
      try zip.begin(name, size: size, isCompressed: isCompressed, modified: modified)
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { raw in
      try writing { () throws(ArchiveFailure) in try zip.write(raw) }
    }
  }

  private func end() throws(InventoryError) {
    try writing { () throws(ArchiveFailure) in try zip.end() }
  }

  private func writing(_ body: () throws(ArchiveFailure) -> Void) throws(InventoryError) {
    do throws(ArchiveFailure) {
      try body()
    } catch {
      throw .archive(error, path: path, action: "write")
    }
  }
}
