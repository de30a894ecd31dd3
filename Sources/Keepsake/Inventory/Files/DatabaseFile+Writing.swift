import Storage
import GRDB

extension DatabaseFile {
  /// Runs a write transaction under the lock, completely or not at all.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for another writer, in milliseconds.
  ///   - body: Returns its result and whether to commit.
  func write<Value>(
    timeout: Int = 2000,
    _ body: (Database) throws -> (value: Value, end: Database.TransactionCompletion)
  ) throws(InventoryError) -> Value {
    guard let lock else {
      throw unwritable ?? InventoryError(.permission, "\(path) is open for reading only")
    }
    do {
      return try lock.withLock(timeout: timeout) {
        try opened?.check()
        return try queue.writeWithoutTransaction { db in
          var result: Value?
          try db.inTransaction(.immediate) {
            try checkFormat(db)
            let (value, end) = try body(db)
            result = value
            return end
          }
          guard let result else {
            throw InventoryError(.io, "the transaction on \(path) did not finish")
          }
          return result
        }
      }
    } catch {
      throw Self.failure(error, path: path)
    }
  }

  /// Makes sure that no newer program has upgraded the file: its rows have values that this program doesn't know.
  private func checkFormat(_ db: Database) throws {
    let version = try Int.fetchOne(db.cachedStatement(sql: "PRAGMA user_version")) ?? 0
    guard version > format else { return }
    throw InventoryError(
      .replaced,
      "\(path) was upgraded by a newer Keepsake while it was open: quit, then start it again"
    )
  }

  /// Whether no transaction is being written, so that everything written can be read.
  ///
  /// A watcher of the log is notified of a transaction before the transaction can be read.
  ///
  /// - Parameter timeout: How long to wait for a writer, in milliseconds.
  func isAtRest(timeout: Int) -> Bool {
    guard let lock else { return true }
    return (try? lock.withLock(timeout: timeout) {}) != nil
  }

  /// Reads without a transaction: only each single statement is consistent.
  func read<Value>(_ body: (Database) throws -> Value) throws(InventoryError) -> Value {
    do {
      return try queue.unsafeRead(body)
    } catch {
      throw Self.failure(error, path: path)
    }
  }

  /// Checkpoints the log and syncs the database.
  ///
  /// Waits for the disk: call it at quiet moments, not while a key is handled.
  ///
  /// - Returns: `false` if another program is writing, or reading what would be replaced.
  @discardableResult
  func checkpoint(
    _ kind: Database.CheckpointMode = .passive
  ) throws(InventoryError) -> Bool {
    guard let lock else { return false }
    do {
      let frames = try lock.withLock(timeout: 0) {
        try opened?.check()
        return try queue.writeWithoutTransaction { try $0.checkpoint(kind) }
      }
      return frames.walFrameCount == frames.checkpointedFrameCount
    } catch let error as InventoryError where error.kind == .locked {
      return false
    } catch {
      throw .database(error, path: path)
    }
  }

  /// Writes a snapshot into a new file, which must not exist.
  func copy(to target: String) throws(InventoryError) {
    do {
      let copy = try DatabaseQueue(path: target)
      try queue.backup(to: copy)
      try copy.close()
    } catch {
      throw .database(error, path: path)
    }
  }

  /// The size of SQLite's cache, in KiB.
  enum Cache: Int {
    case usual = 2000
    /// While all rows are read.
    case reading = 16_384
    /// While thousands of rows are written.
    case bulk = 32_768
  }

  /// Runs the body with another size of SQLite's cache.
  func withCache<Value, Failure>(
    _ cache: Cache, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    set(cache)
    defer { set(.usual) }
    return try body()
  }

  /// Without it, everything takes only longer.
  private func set(_ cache: Cache) {
    _ = try? read { try $0.run("PRAGMA cache_size = -\(cache.rawValue)") }
  }
}
