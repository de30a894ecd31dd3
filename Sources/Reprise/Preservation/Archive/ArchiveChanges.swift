/// The changes of one turn, stored in one transaction.
package struct ArchiveChanges: Sendable {
  /// Records to insert or to replace.
  package var upserts: [ObjectRecord]

  /// Objects that are no longer part of the interface.
  package var deletions: [NodeID]

  /// Makes a set of changes.
  package init(upserts: [ObjectRecord] = [], deletions: [NodeID] = []) {
    self.upserts = upserts
    self.deletions = deletions
  }

  /// Whether there is nothing to store.
  package var isEmpty: Bool { upserts.isEmpty && deletions.isEmpty }
}
