import Foundation
import GRDB

/// Writes the inventory as a file that Homebox of either generation and this program read
/// (csv-formats, "universal Homebox").
///
/// Everything but the trash is written, in the order of asset numbers, so equal data gives equal
/// bytes. An item that came from nowhere has its identity as its import reference; that makes
/// reading the file in again an update, and lets other rows name it as their parent.
public struct CSVExporter {
  private let store: InventoryStore

  /// Makes an exporter of a store.
  public init(store: InventoryStore) {
    self.store = store
  }

  /// Writes a file; it appears under its name only when it is complete.
  ///
  /// - Returns: how many items were written.
  @discardableResult
  public func export(to path: String) throws(InventoryError) -> Int {
    let file = try ExportFile(path: path)
    do {
      let count = try export(descriptor: file.descriptor, name: path)
      try file.commit()
      return count
    } catch {
      file.discard()
      throw error
    }
  }

  /// Writes to an open file or pipe; the caller closes it.
  ///
  /// - Returns: how many items were written.
  @discardableResult
  public func export(
    descriptor: Int32, name: String = "the output"
  ) throws(InventoryError) -> Int {
    do {
      return try store.file.queue.read { db in
        var writer = CSVWriter(descriptor: descriptor, name: name)
        let header = try ExportHeader(db)
        try writer.write(header.names)
        let ids = try Int64.fetchCursor(
          db, sql: "SELECT id FROM item WHERE deleted_at IS NULL ORDER BY asset_no, id")
        var count = 0
        while let id = try ids.next() {
          guard let stored = try StoredItem.fetch(db, id: id) else { continue }
          try writer.write(try header.fields(of: stored, currency: store.currency, db))
          count += 1
        }
        try writer.flush()
        return count
      }
    } catch {
      throw .database(error, path: store.path)
    }
  }
}
