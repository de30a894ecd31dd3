import Foundation

/// A copy of inventory and drafts to try things on; it goes when it is let go of.
///
/// It lies in a private directory beside the data, so that nothing of it is ever readable by others.
public final class ScratchCopy {
  /// The copied inventory.
  public let inventory: InventoryStore
  /// The copied drafts.
  public let drafts: DraftStore

  private let directory: String

  /// Copies what is in a directory; what is not there is empty in the copy.
  ///
  /// - Throws: as `InventoryStore` does.
  public init(of source: String) throws(InventoryError) {
    directory = source + "/scratch-\(UUID().uuidString)"
    do {
      _ = try DataDirectory(path: directory, create: true)
      let present = try DataDirectory(path: source, create: false)
      if present.contains("inventory.sqlite") {
        try InventoryStore(directory: source, readOnly: true).file
          .copy(to: directory + "/inventory.sqlite")
      }
      if present.contains("drafts.sqlite") {
        try DraftStore(directory: source, readOnly: true).file
          .copy(to: directory + "/drafts.sqlite")
      }
      inventory = try InventoryStore(directory: directory)
      drafts = try DraftStore(directory: directory)
    } catch {
      try? FileManager.default.removeItem(atPath: directory)
      throw error
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: directory)
  }
}
