/// What this process writes to inventories.
public enum InventoryWriting {
  /// Runs something that stops this process, once no thread of it writes.
  ///
  /// A process that is stopped in the middle of a transaction keeps every other program from writing.
  ///
  /// - Parameters:
  ///   - patience: How long to wait for a transaction, in milliseconds; one that takes longer is stopped with the process.
  ///   - stop: Stops the process, and returns when it goes on.
  public static func paused(patience: Int, _ stop: () -> Void) {
    DatabaseLock.gate.closed(patience: patience, stop)
  }
}
