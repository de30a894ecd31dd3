import Storage
import Archives
import Foundation
import GRDB

/// Exports the inventory as a collection archive for Homebox and this program: places, items, tags and
/// attached files.
///
/// Exports everything but the trash. Fields that Homebox lacks become custom fields, as in a CSV file.
/// An item in another item has that item as its location.
public struct CollectionExporter {
  /// The result of an export.
  public struct Report: Sendable {
    /// The number of items.
    public internal(set) var items = 0
    /// The number of attached files.
    public internal(set) var files = 0
    /// The attached files that are missing or altered, and so not in the archive, a line each.
    public internal(set) var faults: [String] = []
  }

  private let store: InventoryStore

  /// Makes an exporter of a store.
  public init(store: InventoryStore) {
    self.store = store
  }

  /// Writes an archive to an open file, which the caller closes.
  ///
  /// - Parameter path: The path of the file, for messages.
  public func export(
    to descriptor: Int32, path: String, at time: Timestamp? = nil
  ) throws(InventoryError) -> Report {
    let time = time ?? currentTimestamp()
    let writer = try CollectionWriter(descriptor: descriptor, path: path, at: time)
    do {
      return try store.database.file.queue.unsafeRead { db in
        try db.atOneMoment { db in
          let rows = try CollectionRows(db, of: store)
          for table in CollectionLayout.Table.allCases {
            try writer.table(table) { try rows.forEach(in: table, $0) }
          }
          let report = try files(of: rows, to: writer, items: writer.counts["entities"] ?? 0)
          try writer.finish(
            CollectionManifest(
              schemaVersion: CollectionLayout.schemaVersion,
              exportedAt: CollectionValue.rfc3339(time), groupId: rows.group,
              program: CollectionLayout.program, counts: writer.counts))
          return report
        }
      }
    } catch {
      throw .database(error, path: store.database.path)
    }
  }

  private func files(
    of rows: CollectionRows, to writer: CollectionWriter, items: Int
  ) throws -> Report {
    var report = Report(items: items - rows.placeCount)
    let attachments = store.attachments
    try rows.forEachAttachment { attachment in
      let file: Int32
      do throws(InventoryError) {
        // No keys are available here, so a private file is exported as stored: sealed.
        file = try attachments.openStored(attachment)
      } catch {
        report.faults.append(error.message)
        return
      }
      defer { close(file) }
      try writer.file(CollectionRows.id(attachment.uuid), of: attachment.bytes, from: file)
      report.files += 1
    }
    return report
  }
}

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
