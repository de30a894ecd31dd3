import Foundation
import GRDB

/// Keeps SQLite from applying the log of one database to another.
///
/// A log does not name its database. If the database is replaced while its log is still there, SQLite
/// writes the pages of the former database into the new one. So the lock file records which file was
/// opened last.
enum FormerLog {
  /// Puts the log aside if it does not belong to the database, before either is opened.
  ///
  /// A copy of both files has new identities, too, but is sound. So the integrity check decides.
  ///
  /// - Returns: The path of the quarantined log; `nil` if the log is not doubtful.
  static func putAside(path: String, lock: DatabaseLock) throws(InventoryError) -> String? {
    guard isDoubtful(path: path, noted: lock.note) else { return nil }
    do {
      return try lock.withLock(timeout: 5000) {
        // Another program may have handled it in the meantime.
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

  /// Whether the log was last opened with another file.
  static func isDoubtful(path: String, noted: String) -> Bool {
    guard !noted.isEmpty, let present = FileIdentity(path: path), present.text != noted else {
      return false
    }
    var status = stat()
    return lstat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  /// Checks the whole database together with its log.
  ///
  /// Opens it for reading only, so that closing it applies nothing of the log.
  ///
  /// - Throws: If that cannot be checked, as on a full disk; nothing is put aside then.
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
    // No race: the directory and the lock are ours.
    for number in 1...99 where FileIdentity(path: "\(log).former-\(number)") == nil {
      let kept = "\(log).former-\(number)"
      guard rename(log, kept) == 0 else { throw InventoryError.system("move", log, code: errno) }
      return URL(fileURLWithPath: kept).lastPathComponent
    }
    throw InventoryError(.io, "there are too many former logs next to \(log); move them away")
  }
}
