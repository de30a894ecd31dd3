import Foundation

/// The state of a turn in the keeping of the data that it belongs to.
extension StateStore {
  /// The changes that are about to be stored, sealed, for ``replay(_:)`` at a launch that finds them
  /// missing; nil where nothing is being saved.
  public func redoRecord(of changes: ArchiveChanges, info: ArchiveInfo) -> Data? {
    guard let archive, !changes.isEmpty else { return nil }
    return (try? archive.redoRecord(of: changes, info: info)) ?? nil
  }

  /// Catches up with data that is one turn ahead, before anything is restored.
  ///
  /// Where the changes cannot be stored, what was stored before comes back.
  public func replay(_ redo: Data) {
    guard let archive, !records.isEmpty, (try? archive.replay(redo)) == true else { return }
    noteCommit(to: archive)
    if let loaded = try? archive.load() { records = loaded }
  }
}
