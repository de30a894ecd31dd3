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
        (files.current, files.reader) = (opened, nil)
      }
      return true
    } catch {
      files.withLock { $0.current.unwritable = .unwritable(error, directory: directory) }
      return false
    }
  }

  /// A connection that only reads; where there are no locks, one for all who ask.
  func reader(
    _ open: () throws(InventoryError) -> DatabaseFile
  ) throws(InventoryError) -> DatabaseFile {
    if let reader = files.withLock(\.reader) { return reader }
    let opened = try open()
    guard opened.isUnlocked else { return opened }
    files.withLock { files in
      if let reader = files.reader { files.former.append(reader) }
      files.reader = opened
    }
    return opened
  }
}
