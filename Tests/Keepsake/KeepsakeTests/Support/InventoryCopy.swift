import Foundation
import Inventory
import Testing

@testable import Keepsake

/// An inventory that is filled once and copied for each test, which is faster than filling it each time.
struct InventoryCopy {
  private static let name = "inventory.sqlite"
  private let bytes: Data

  /// - Parameter fill: Gets an empty inventory and its directory.
  init(filledBy fill: (InventoryStore, String) throws -> Void) throws {
    let directory = NSTemporaryDirectory() + "keepsake-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let store = try InventoryStore(directory: directory)
    try fill(store, directory)
    // The log is not copied, so it must be empty.
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
