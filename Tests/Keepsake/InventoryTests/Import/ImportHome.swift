import Foundation
import InventorySupport
import Testing

@testable import Inventory

/// Imports tables into an inventory of its own.
struct ImportHome {
  let home: InventoryHome
  let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  /// Prepares the import of a text.
  func importer(
    _ text: String, _ change: (inout TableImportOptions) -> Void = { _ in }
  ) throws -> TableImporter {
    try importer(Array(text.utf8), change)
  }

  /// Prepares the import of a file, which is written and recognized as a person's is.
  func importer(
    _ bytes: [UInt8], _ change: (inout TableImportOptions) -> Void = { _ in }
  ) throws -> TableImporter {
    var options = TableImportOptions()
    change(&options)
    let path = try home.file("file-\(UUID().uuidString)", bytes: bytes)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let file = try ImportedFile(descriptor: descriptor, path: path)
    return try TableImporter(store: store, file: try file.table(options), options: options)
  }

  /// Imports a text.
  @discardableResult
  func take(
    _ text: String, _ change: (inout TableImportOptions) -> Void = { _ in }
  ) throws -> TableImportReport {
    try importer(text, change).run(session: InventoryHome.session)
  }

  /// The items by name.
  func items() throws -> [String: Item] {
    let list = try ItemList(store: store)
    return try (0..<list.count).reduce(into: [:]) { found, index in
      guard let row = try list.row(at: index), let item = try store.items.fetch(row.uuid) else {
        return
      }
      found[item.name] = item
    }
  }

  /// The only item.
  func only() throws -> Item { try #require(try items().values.first) }

  /// The path of an item's place.
  func place(of item: Item) throws -> String? {
    try item.place.flatMap { try store.places.fetch($0) }?.path
  }
}
