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

  /// Writes whole lines to wherever they are wanted, some thousand bytes at a time.
  ///
  /// - Returns: how many items were written.
  @discardableResult
  public func export(
    _ write: ([UInt8]) throws(InventoryError) -> Void
  ) throws(InventoryError) -> Int {
    do {
      return try store.file.queue.read { db in
        var writer = CSVWriter()
        let header = try ExportHeader(db)
        writer.append(header.names)
        var count = 0
        try StoredItem.forEachExported(db) { stored in
          writer.append(try header.fields(of: stored, currency: store.currency, db))
          if writer.isFull { try write(writer.take()) }
          count += 1
        }
        try write(writer.take())
        return count
      }
    } catch {
      throw .database(error, path: store.path)
    }
  }
}
