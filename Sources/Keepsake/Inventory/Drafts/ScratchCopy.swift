import Storage
import Foundation

/// A copy of inventory and drafts for experiments.
///
/// It is in a private directory next to the data, which other users can't read. The directory
/// exists as long as the copy is held: every write checks that its files are still where they were
/// opened.
public struct ScratchCopy {
  /// The copied inventory.
  public let inventory: InventoryStore
  /// The copied drafts.
  public let drafts: DraftStore

  /// The original directory, where the attached files stay.
  public let source: String

  private let directory: ScratchDirectory

  /// Copies the databases of a directory; a missing one is empty in the copy.
  ///
  /// - Parameter limits: The login's content limits.
  /// - Throws: The errors of `InventoryStore`.
  public init(of source: String, limits: ContentLimits = .none) throws(InventoryError) {
    let present = try DataDirectory(path: source, create: true)
    let scratch = try InventoryError.makeScratch(in: source)
    let path = scratch.path
    if present.contains("inventory.sqlite") {
      try InventoryStore(directory: source, access: .read, limits: limits).database.file
        .copy(to: path + "/inventory.sqlite")
    }
    if present.contains("drafts.sqlite") {
      try DraftStore(directory: source, access: .read).file
        .copy(to: path + "/drafts.sqlite")
    }
    inventory = try InventoryStore(directory: path, limits: limits)
    drafts = try DraftStore(directory: path)
    drafts.hide(by: inventory.database)
    directory = scratch
    self.source = source
  }
}
