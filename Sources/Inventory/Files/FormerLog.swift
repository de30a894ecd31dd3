import Foundation
import GRDB

/// Keeps SQLite from taking the log of one database for that of another.
///
/// A log does not say which file it belongs to. Where the database was replaced while its log lay beside
/// it, SQLite would write the pages of the former file into the new one. So the lock file notes which
/// file was opened last.
enum FormerLog {
  /// Puts the log aside when it does not go with the database, before anything opens the two.
  ///
  /// A copy of both together is another file, too, and sound: so what decides is whether the two are.
  ///
  /// - Returns: The name under which the log was kept; nil when there is nothing to keep.
  static func putAside(path: String, lock: FileLock) throws(InventoryError) -> String? {
    guard isDoubtful(path: path, noted: lock.note) else { return nil }
    do {
      return try lock.withLock(patience: 5000) {
        // Another program may have seen to it meanwhile.
        guard isDoubtful(path: path, noted: lock.note), try !isSound(path: path) else {
          return nil
        }
        let kept = try move(path + "-wal")
        unlink(path + "-shm")
        return kept
      }
    } catch {
      throw .database(error, path: path)
    }
  }

  /// Whether another file was opened with the log than the one that is there now.
  static func isDoubtful(path: String, noted: String) -> Bool {
    guard !noted.isEmpty, let present = FileIdentity(path: path), present.text != noted else {
      return false
    }
    var status = stat()
    return lstat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  /// Looks through the whole database with its log; opened for reading only, so that closing it moves
  /// nothing of the log.
  ///
  /// - Throws: When that cannot be told, as on a full disk: nothing is put aside then.
  private static func isSound(path: String) throws -> Bool {
    do {
      let verdict = try DatabaseFile.readingQueue(path).queue.unsafeRead {
        try String.fetchOne($0, sql: "PRAGMA integrity_check(1)")
      }
      return verdict == "ok"
    } catch let error as DatabaseError
      where InventoryError.database(error, path: path).kind == .badData
    {
      return false
    }
  }

  private static func move(_ log: String) throws -> String {
    // Nobody else puts anything there meanwhile: the directory is ours, and so is the lock.
    for number in 1...99 where FileIdentity(path: "\(log).former-\(number)") == nil {
      let kept = "\(log).former-\(number)"
      guard rename(log, kept) == 0 else { throw InventoryError.system("move", log, code: errno) }
      return URL(fileURLWithPath: kept).lastPathComponent
    }
    throw InventoryError(.io, "there are too many former logs beside \(log); move them away")
  }
}
