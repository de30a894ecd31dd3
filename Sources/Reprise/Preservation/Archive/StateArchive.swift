import Storage
import Foundation
import GRDB

/// The saved state of one session: a row per preserved object in an SQLite file.
///
/// A commit is one transaction in WAL mode with `synchronous=NORMAL`. It survives the death of the
/// process at once (*kill-safe*) and the loss of power after ``PowerSync`` has synced the log
/// (*power-safe*).
package final class StateArchive {
  /// The version of the file's layout that this program writes.
  package static let formatVersion = 2

  /// The longest sealed record that is stored or read, in bytes.
  package static let recordLimit = 4 << 20

  /// The largest number of records that is read.
  static let countLimit = 200_000

  let database: DatabaseQueue
  let key: SessionKey
  var nonces = NonceSource()
  var manifest: Manifest
  var fingerprints: [NodeID: Fingerprint] = [:]

  /// Where the newest manifest lies.
  let newest = NewestManifest()

  /// Whether the manifest's own table holds a row, however old.
  ///
  /// It does from the first commit on: a file that lost all its objects must not look like a new
  /// one.
  var hasOwnManifest = false

  /// Whether the rows are out of the order of their keys: pages were swapped, and SQLite's lookups
  /// would miss rows that the next change has to replace.
  var isOutOfOrder = false

  /// Whether this program has just created the file.
  private(set) var isNew = false

  /// The digest of the screen picture that this program sealed last.
  var keptSnapshot: String?

  /// The random identity that distinguishes this archive from any other.
  var identity: [UInt8] { key.session }

  /// Facts about the program that made the last commit.
  package var info: ArchiveInfo { manifest.info }

  /// Opens the archive at a path, or creates an empty one; without a path it lives in memory.
  ///
  /// - Throws: ``StateError`` when the file cannot be used; it is left unchanged.
  package convenience init(path: String?, keys: any KeyProvider) throws {
    try self.init(path: path, keys: keys, mayInitialize: true)
  }

  /// Opens the archive at a path, which may have to exist already.
  ///
  /// - Parameter mayInitialize: Whether a file without tables may be laid out; otherwise it has lost
  ///   them.
  init(path: String?, keys: any KeyProvider, mayInitialize: Bool) throws {
    do {
      var isNew = true
      if let path {
        try PrivateFile.ensure(path)
        try PrivateFile.removeAccessForOthers(path + "-wal")
        try PrivateFile.removeAccessForOthers(path + "-shm")
        isNew = try Self.checkHeader(ofFile: path)
      }
      let configuration = Self.configuration(isNew: isNew)
      database =
        try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
        ?? DatabaseQueue(configuration: configuration)
      let isLaidOut = try database.writeWithoutTransaction(Self.checkShape)
      guard isLaidOut || mayInitialize else {
        throw StateError.damaged("the state file is empty, and its log cannot be read")
      }
      self.isNew = !isLaidOut
      key = try database.writeWithoutTransaction { database in
        isLaidOut
          ? try Self.readKey(in: database, keys: keys) : try Self.makeFile(in: database, keys: keys)
      }
      manifest = .empty
      try database.writeWithoutTransaction(Self.checkWritable)
    } catch let error as DatabaseError {
      throw StateError(error)
    }
  }

  /// All stored objects, in no particular order.
  ///
  /// - Throws: ``StateError/damaged(_:)`` when a row was lost, added, changed or swapped.
  package func load() throws -> [ObjectRecord] {
    do {
      let rows = try database.writeWithoutTransaction { try $0.atOneMoment(StoredRows.init) }
      isOutOfOrder = !rows.areOrdered
      return try open(rows)
    } catch let error as DatabaseError {
      throw StateError(error)
    }
  }

  /// Copies the log into the main file, and the newest manifest into its own table.
  ///
  /// For quiet moments: it takes milliseconds. Once the manifest lies apart from the objects, it
  /// detects a lost or outdated page of theirs.
  ///
  /// A failure is harmless: the next checkpoint copies the log.
  package func checkpoint() {
    _ = try? checkpointing()
  }

  /// Empties the log before the program ends, so that the next launch need not read it.
  ///
  /// Does not wait: a reader in another program leaves a log behind.
  func emptyLog() {
    _ = try? checkpointing()
    database.writeWithoutTransaction { database in
      database.setBusyTimeout(milliseconds: 20)
      _ = try? database.checkpoint(.truncate)
      database.setBusyTimeout(milliseconds: 1_000)
    }
  }

  /// Closes the file as it is, before it is moved away: nothing can be stored or read any more.
  func close() throws {
    database.writeWithoutTransaction { database in
      try? database.endReadTransaction()
      database.keepLogOnClose(true)
    }
    try database.close()
  }

  /// Runs ``checkpoint()`` on any thread; returns whether the whole log was copied.
  var checkpointing: @Sendable () throws -> Bool {
    { [database, newest] in
      let frames = try database.writeWithoutTransaction {
        try $0.endReadTransaction()
        // A manifest that could not be moved is as safe in its row.
        if newest.place != .unknown,
          (try? $0.moveManifestToTable(newestIn: newest.place.node)) != nil
        {
          newest.place = .table
        }
        return try $0.checkpoint(.passive)
      }
      return frames.walFrameCount == frames.checkpointedFrameCount
    }
  }
}
