import GRDB

extension DatabaseFile {
  /// Runs one write transaction under the lock; all of it happens, or nothing.
  ///
  /// - Parameters:
  ///   - patience: how long to wait for another writer, in milliseconds.
  ///   - body: returns its result and whether to keep what it wrote.
  func write<Value>(
    patience: Int = 2000,
    _ body: (Database) throws -> (value: Value, end: Database.TransactionCompletion)
  ) throws(InventoryError) -> Value {
    guard let lock else {
      throw unwritable ?? InventoryError(.permission, "\(path) is open for reading only")
    }
    do {
      return try lock.withLock(patience: patience) {
        try opened?.check()
        return try queue.writeWithoutTransaction { db in
          var result: Value?
          try db.inTransaction(.immediate) {
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

  /// Runs reads without opening a transaction: each statement sees a consistent state by itself.
  func read<Value>(_ body: (Database) throws -> Value) throws(InventoryError) -> Value {
    do {
      return try queue.unsafeRead(body)
    } catch {
      throw Self.failure(error, path: path)
    }
  }

  /// Moves the log into the database file and syncs it.
  ///
  /// To be called at quiet moments, off the path of a key press: it waits for the disk.
  ///
  /// - Returns: false when another program is writing right now, or reads what would be replaced.
  @discardableResult
  func checkpoint() throws(InventoryError) -> Bool {
    guard let lock else { return false }
    do {
      let frames = try lock.withLock(patience: 0) {
        try opened?.check()
        return try queue.writeWithoutTransaction { try $0.checkpoint(.passive) }
      }
      return frames.walFrameCount == frames.checkpointedFrameCount
    } catch let error as InventoryError where error.kind == .locked {
      return false
    } catch {
      throw .database(error, path: path)
    }
  }

  /// Writes everything as it is now into a new file, which must not exist.
  func copy(to target: String) throws(InventoryError) {
    do {
      let copy = try DatabaseQueue(path: target)
      try queue.backup(to: copy)
      try copy.close()
    } catch {
      throw .database(error, path: path)
    }
  }

  /// Lets SQLite keep so much of the file in memory.
  func setCache(kibibytes: Int) throws(InventoryError) {
    try read { try $0.execute(sql: "PRAGMA cache_size = -\(kibibytes)") }
  }
}
