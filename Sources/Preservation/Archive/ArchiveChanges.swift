/// The changes of one turn, stored in one transaction.
public struct ArchiveChanges: Sendable {
  /// Records to insert or to replace.
  public var upserts: [ObjectRecord]

  /// Objects that are no longer part of the interface.
  public var deletions: [NodeID]

  /// Makes a set of changes.
  public init(upserts: [ObjectRecord] = [], deletions: [NodeID] = []) {
    self.upserts = upserts
    self.deletions = deletions
  }

  /// Whether there is nothing to store.
  public var isEmpty: Bool { upserts.isEmpty && deletions.isEmpty }
}
