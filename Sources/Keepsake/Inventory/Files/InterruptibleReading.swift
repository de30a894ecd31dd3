import Storage
import GRDB
import Synchronization

/// Background reading that can be cancelled at any time, even within a statement.
final class InterruptibleReading: Sendable {
  private struct State {
    var isCancelled = false
    var connection: DatabaseQueue?
  }

  private let state = Mutex(State())

  /// Whether ``cancel()`` has been called.
  var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Cancels the reading soon, wherever it is.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.connection?.interrupt()
    }
  }

  /// Reads through a connection of its own, or through the interface's if there can be no other, as for
  /// a scratch copy.
  ///
  /// `body` reads a consistent snapshot.
  ///
  /// - Returns: `nil` if it was cancelled.
  func read<Value>(
    _ reader: DatabaseFile?, or file: DatabaseFile, _ body: (Database) throws -> Value
  ) throws(InventoryError) -> Value? {
    do {
      guard let reader else { return try file.queue.unsafeRead { try Self.atOneMoment($0, body) } }
      let isWanted = state.withLock { state in
        if !state.isCancelled { state.connection = reader.queue }
        return !state.isCancelled
      }
      defer { state.withLock { $0.connection = nil } }
      return isWanted ? try reader.queue.unsafeRead { try Self.atOneMoment($0, body) } : nil
    } catch {
      guard !isCancelled else { return nil }
      throw .database(error, path: file.path)
    }
  }

  private static func atOneMoment<Value>(
    _ db: Database, _ body: (Database) throws -> Value
  ) throws -> Value? {
    var value: Value?
    try db.inTransaction(.deferred) {
      value = try body(db)
      return .commit
    }
    return value
  }
}
