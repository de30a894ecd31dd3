import Foundation

/// The state of a turn, stored with the data that it belongs to.
extension StateStore {
  /// Seals the changes that are about to be stored, for ``replay(_:)`` at a launch that misses
  /// them; `nil` while nothing is saved.
  package func redoRecord(of changes: ArchiveChanges, info: ArchiveInfo) -> Data? {
    guard let archive, !changes.isEmpty else { return nil }
    return (try? archive.redoRecord(of: changes, info: info)) ?? nil
  }

  /// Replays the changes of data that is one turn ahead of the state, before anything is restored.
  ///
  /// If they cannot be stored, the older state is restored.
  package func replay(_ redo: Data) {
    guard let archive, !records.isEmpty, (try? archive.replay(redo)) == true else { return }
    noteCommit(to: archive)
    if let loaded = try? archive.load() { records = loaded }
  }
}
