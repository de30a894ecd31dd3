/// What was saved last, and how safe it is.
public struct SaveStatus: Hashable, Sendable {
  /// One transaction, as it was stored.
  public struct Transaction: Hashable, Sendable {
    /// The objects that were stored, in no particular order.
    public var stored: [NodeID]

    /// The objects that were deleted.
    public var deleted: [NodeID]

    /// How long storing took, in microseconds.
    public var microseconds: Double

    /// When it was done, in seconds since 1970-01-01 00:00 UTC: it outlives the process since then.
    public var killSafeAt: Double
  }

  /// The last transaction of this launch.
  public var lastTransaction: Transaction?

  /// When the last sync to the disk was done, in seconds since 1970: it outlives the machine.
  public var powerSafeAt: Double?

  /// Whether what was saved last would survive the loss of power.
  public var isPowerSafe = true

  /// Makes the status of an app that has saved nothing yet.
  public init() {}
}

extension StateStore {
  /// What was saved last, and how safe it is.
  public var status: SaveStatus {
    var status = SaveStatus()
    status.lastTransaction = lastTransaction
    status.powerSafeAt = sync?.syncedAt
    status.isPowerSafe = lastTransaction == nil || sync?.isSynced ?? false
    return status
  }
  /// The bytes of the archive that are kept in memory; for tests.
  package var bytesInMemory: Int { archive?.bytesInMemory ?? 0 }

  /// What the archive holds now, read back from it; for tests.
  package func storedRecords() throws -> [ObjectRecord] {
    try archive?.load() ?? []
  }
}
