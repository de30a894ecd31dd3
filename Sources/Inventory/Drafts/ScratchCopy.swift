import Foundation

/// A copy of inventory and drafts to try things on.
///
/// It lies in a private directory beside the data, so that nothing of it is ever readable by others.
/// The directory is there as long as the copy is held: what is written looks whether its files still
/// lie where they were opened.
public struct ScratchCopy {
  /// The copied inventory.
  public let inventory: InventoryStore
  /// The copied drafts.
  public let drafts: DraftStore

  /// The directory that was copied, in which the contents of attachments stay.
  public let source: String

  private let directory: ScratchDirectory

  /// Copies what is in a directory; what is not there is empty in the copy.
  ///
  /// - Throws: as `InventoryStore` does.
  public init(of source: String) throws(InventoryError) {
    let present = try DataDirectory(path: source, create: true)
    let scratch = try ScratchDirectory(in: source)
    let path = scratch.path
    if present.contains("inventory.sqlite") {
      try InventoryStore(directory: source, access: .read).file
        .copy(to: path + "/inventory.sqlite")
    }
    if present.contains("drafts.sqlite") {
      try DraftStore(directory: source, access: .read).file
        .copy(to: path + "/drafts.sqlite")
    }
    inventory = try InventoryStore(directory: path)
    drafts = try DraftStore(directory: path)
    directory = scratch
    self.source = source
  }
}
