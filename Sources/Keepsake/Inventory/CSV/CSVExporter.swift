import Foundation
import GRDB

/// Writes the inventory as a CSV file that both generations of Homebox and this program read
/// (csv-formats, "universal Homebox").
///
/// Writes everything but the trash by asset number, so equal data gives equal bytes. An item without an
/// import reference gets its identity as one: importing the file again then updates the item, and other
/// rows can name it as their parent.
public struct CSVExporter {
  private let store: InventoryStore

  /// Makes an exporter of a store.
  public init(store: InventoryStore) {
    self.store = store
  }

  /// Passes whole lines to a closure, some thousand bytes at a time.
  ///
  /// - Returns: The number of items written.
  @discardableResult
  public func export(
    _ write: ([UInt8]) throws(InventoryError) -> Void
  ) throws(InventoryError) -> Int {
    do {
      return try store.database.file.queue.read { db in
        var writer = CSVWriter()
        let header = try ExportHeader(db)
        writer.append(header.names)
        var count = 0
        try StoredItem.forEachExported(db) { stored in
          writer.append(try header.fields(of: stored, currency: store.database.currency, db))
          if writer.isFull { try write(writer.take()) }
          count += 1
        }
        try write(writer.take())
        return count
      }
    } catch {
      throw .database(error, path: store.database.path)
    }
  }
}
