import Foundation

/// A copy of inventory and drafts to try things on.
///
/// It lies in a private directory beside the data, so that nothing of it is ever readable by others.
/// The directory is gone as soon as the copies are open: the system keeps them for this process only.
public struct ScratchCopy {
  /// The copied inventory.
  public let inventory: InventoryStore
  /// The copied drafts.
  public let drafts: DraftStore

  /// Copies what is in a directory; what is not there is empty in the copy.
  ///
  /// - Throws: as `InventoryStore` does.
  public init(of source: String) throws(InventoryError) {
    let scratch = try ScratchDirectory(in: source)
    let directory = scratch.path
    let present = try DataDirectory(path: source, create: false)
    if present.contains("inventory.sqlite") {
      try InventoryStore(directory: source, access: .read).file
        .copy(to: directory + "/inventory.sqlite")
    }
    if present.contains("drafts.sqlite") {
      try DraftStore(directory: source, access: .read).file
        .copy(to: directory + "/drafts.sqlite")
    }
    inventory = try InventoryStore(directory: directory)
    drafts = try DraftStore(directory: directory)
    withExtendedLifetime(scratch) {}
  }
}
