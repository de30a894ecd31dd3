import GRDB

extension InventoryStore {
  /// When the last backup was made, as far as the data knows; nil: never.
  ///
  /// It is no change of the data: nothing to undo, nothing that lists show.
  package func lastBackup() throws(InventoryError) -> Timestamp? {
    try file.read { try Timestamp.fetchOne($0, sql: Self.lastBackupQuery) }
  }

  /// Takes note of a backup, unless a later one is known.
  package func noteBackup(at time: Timestamp) throws(InventoryError) {
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
