import Foundation
import Inventory
import Testing

@testable import Keepsake

/// An inventory that was filled once: each test gets a copy, which is quicker than filling one.
struct InventoryCopy {
  private static let name = "inventory.sqlite"
  private let bytes: Data

  /// - Parameter fill: Gets an empty inventory and the directory it lies in.
  init(filledBy fill: (InventoryStore, String) throws -> Void) throws {
    let directory = NSTemporaryDirectory() + "keepsake-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let store = try InventoryStore(directory: directory)
    try fill(store, directory)
    // Nothing may be left in the log: it is not copied.
    try #require(try store.database.checkpoint())
    bytes = try Data(contentsOf: URL(filePath: directory + "/" + Self.name))
  }

  func write(into directory: String) throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try bytes.write(to: URL(filePath: directory + "/" + Self.name))
  }
}
