import GRDB

extension InventoryStore {
  /// The time of the last backup, as far as the data knows; `nil` if there is none.
  ///
  /// Not a change of the data: undo and lists ignore it.
  public func lastBackup() throws(InventoryError) -> Timestamp? {
    try file.read { try Timestamp.fetchOne($0, sql: Self.lastBackupQuery) }
  }

  /// Records a backup, unless a later one is recorded.
  public func noteBackup(at time: Timestamp) throws(InventoryError) {
    try file.write { db in
      try db.execute(
        sql: """
          INSERT INTO meta(key, value) VALUES ('last_backup', ?)
          ON CONFLICT(key) DO UPDATE SET value = max(value, excluded.value)
          """,
        arguments: [time])
      return ((), .commit)
    }
  }

  private static let lastBackupQuery =
    "SELECT value FROM meta WHERE key = 'last_backup' AND typeof(value) = 'integer'"
}
