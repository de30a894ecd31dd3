import Synchronization

/// The file of a store, reopened when it becomes writable.
///
/// A file opened without locks stays open as long as the store: closing it would release the locks that other
/// connections of this process hold on it.
final class StoreFile: Sendable {
  private struct Files {
    var current: DatabaseFile
    var former: [DatabaseFile] = []
    var reader: DatabaseFile?
    /// The read-only connections that are idle.
    var idle: [DatabaseFile] = []
    /// The read-only connections that may be handed out again.
    var reusable: Set<ObjectIdentifier> = []
    /// How often the limits of the login changed.
    var generation = 0
  }

  private let files: Mutex<Files>

  init(_ file: DatabaseFile) { files = Mutex(Files(current: file)) }

  /// The present file.
  var current: DatabaseFile { files.withLock { $0.current } }

  /// Opens the file for writing if that was asked for and failed; records why it still fails.
  ///
  /// - Returns: Whether the file became writable.
  func recover(
    in directory: String, _ open: () throws(InventoryError) -> DatabaseFile
  ) -> Bool {
    guard current.unwritable != nil else { return false }
    do throws(InventoryError) {
      let opened = try open()
      files.withLock { files in
        files.former += [files.current, files.reader].compactMap(\.self)
        (files.current, files.reader, files.idle) = (opened, nil, [])
      }
      return true
    } catch {
      files.withLock { $0.current.unwritable = .unwritable(error, directory: directory) }
      return false
    }
  }

  /// A read-only connection; where there are no locks, one for all callers.
  ///
  /// Give it back, to be kept for the next caller. Closing it would not only take time: GRDB disposes
  /// of a queue's content on a global queue, and once those are used, libdispatch checks their threads
  /// every second as long as the process runs.
  func reader(
    _ open: () throws(InventoryError) -> DatabaseFile
  ) throws(InventoryError) -> DatabaseFile {
    let (reader, generation) = files.withLock { files in
      (files.reader ?? files.idle.popLast(), files.generation)
    }
    if let reader { return reader }
    let opened = try open()
    files.withLock { files in
      // Limits changed in the meantime may not have reached it.
      guard files.generation == generation else {
        if opened.isUnlocked { files.former.append(opened) }
        return
      }
      files.reusable.insert(ObjectIdentifier(opened.queue))
      guard opened.isUnlocked else { return }
      if let reader = files.reader { files.former.append(reader) }
      files.reader = opened
    }
    return opened
  }

  /// Takes a connection back, and keeps it unless there are enough.
  func giveBack(_ reader: DatabaseFile) {
    guard !reader.isUnlocked else { return }
    files.withLock { files in
      guard files.reusable.contains(ObjectIdentifier(reader.queue)) else {
        return files.former.append(reader)
      }
      if files.idle.count < Self.mostIdle {
        files.idle.append(reader)
      } else {
        files.reusable.remove(ObjectIdentifier(reader.queue))
      }
    }
  }

  /// Never hands out the present read-only connections again, since they show what other limits allowed.
  func retireReaders() {
    files.withLock { files in
      files.former += files.idle + [files.reader].compactMap(\.self)
      (files.idle, files.reader, files.reusable) = ([], nil, [])
      files.generation += 1
    }
  }

  private static let mostIdle = 3

  /// Frees the caches of unused connections.
  func releaseMemory() {
    let files = files.withLock { [$0.current] + $0.idle }
    files.forEach { $0.releaseMemory() }
  }
}
