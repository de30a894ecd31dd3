import Synchronization

/// The file of a store, which is opened anew when it can be written again.
///
/// A file that was opened without locks stays open as long as the store is there: closing it would
/// take away the locks that this process has on it by any other connection.
final class StoreFile: Sendable {
  private struct Files {
    var current: DatabaseFile
    var former: [DatabaseFile] = []
    var reader: DatabaseFile?
    /// Connections that only read, and that nobody reads through just now.
    var idle: [DatabaseFile] = []
  }

  private let files: Mutex<Files>

  init(_ file: DatabaseFile) { files = Mutex(Files(current: file)) }

  /// The file to work with.
  var current: DatabaseFile { files.withLock { $0.current } }

  /// Opens the file for writing where that was wanted and could not be done; says why it still cannot.
  ///
  /// - Returns: Whether it can be written now and could not before.
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

  /// A connection that only reads; where there are no locks, one for all who ask.
  ///
  /// To be given back: it is kept for the next who asks. To close one costs more than time: what
  /// GRDB has on a queue is disposed of on a global one, and from the first use of those on libdispatch
  /// looks after their threads every second, as long as the process lives.
  func reader(
    _ open: () throws(InventoryError) -> DatabaseFile
  ) throws(InventoryError) -> DatabaseFile {
    if let reader = files.withLock({ $0.reader ?? $0.idle.popLast() }) { return reader }
    let opened = try open()
    guard opened.isUnlocked else { return opened }
    files.withLock { files in
      if let reader = files.reader { files.former.append(reader) }
      files.reader = opened
    }
    return opened
  }

  /// Takes a connection back that was asked for, unless there are enough.
  func giveBack(_ reader: DatabaseFile) {
    guard !reader.isUnlocked else { return }
    files.withLock { files in
      if files.idle.count < Self.mostIdle { files.idle.append(reader) }
    }
  }

  private static let mostIdle = 3

  /// Gives back the pages that SQLite keeps in memory for connections that nobody uses.
  func releaseMemory() {
    let files = files.withLock { [$0.current] + $0.idle }
    files.forEach { $0.releaseMemory() }
  }
}
