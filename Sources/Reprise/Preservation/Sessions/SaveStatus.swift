/// The last commit, and how safe it is.
package struct SaveStatus: Hashable, Sendable {
  /// One committed transaction.
  package struct Transaction: Hashable, Sendable {
    /// The objects that were stored, in no particular order.
    package var stored: [NodeID]

    /// The objects that were deleted.
    package var deleted: [NodeID]

    /// How long the commit took, in microseconds.
    package var microseconds: Double

    /// When it was committed, in seconds since 1970-01-01 00:00 UTC; from then on it survives the
    /// process.
    package var killSafeAt: Double
  }

  /// The last transaction of this launch.
  package var lastTransaction: Transaction?

  /// When the last sync finished, in seconds since 1970; what it covered survives a crash of the
  /// machine.
  package var powerSafeAt: Double?

  /// Whether the last commit would survive the loss of power.
  package var isPowerSafe = true

  /// Makes the status of an app that has saved nothing yet.
  package init() {}
}

extension StateStore {
  /// The last commit, and how safe it is.
  package var status: SaveStatus {
    var status = SaveStatus()
    status.lastTransaction = lastTransaction
    status.powerSafeAt = sync?.syncedAt
    status.isPowerSafe = lastTransaction == nil || sync?.isSynced ?? false
    return status
  }
  /// The size of the archive's page cache, in bytes; for tests.
  package var bytesInMemory: Int { archive?.bytesInMemory ?? 0 }

  /// The records in the archive, read back from it; for tests.
  package func storedRecords() throws -> [ObjectRecord] {
    try archive?.load() ?? []
  }
}
