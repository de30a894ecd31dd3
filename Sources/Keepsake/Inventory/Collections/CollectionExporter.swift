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
        // Nobody has the keys here, so a private one goes as it lies there: sealed.
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
