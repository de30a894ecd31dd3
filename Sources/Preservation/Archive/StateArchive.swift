import DatabaseAccess
import Foundation
import GRDB

/// The state of one session on disk: a row per preserved object in an SQLite file (design 3).
///
/// A commit is one transaction in WAL mode with `synchronous=NORMAL`: it survives the death of the
/// process at once (*kill-safe*) and the loss of power after ``PowerSync`` has synced the log
/// (*power-safe*).
public final class StateArchive {
  /// The version of the file's layout that this program writes.
  public static let formatVersion = 2

  /// The largest sealed record that is stored and read, in bytes.
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

  /// Whether the table of manifests has one, however old.
  ///
  /// It has from the first commit on: a file that lost all of its objects must not look like one that
  /// never had any.
  var hasOwnManifest = false

  /// Whether the rows lie in another order than SQLite keeps them in: pages were swapped, and the next
  /// change would not find what it is to replace.
  var isDisordered = false

  /// Whether the file was made by this program just now.
  private(set) var isNew = false

  /// The digest of what was last sealed as the picture of the screen, by this program.
  var keptSnapshot: String?

  /// What tells this archive from any other.
  var identity: [UInt8] { key.session }

  /// Facts about the program that made the last commit.
  public var info: ArchiveInfo { manifest.info }

  /// Opens the archive at a path, or makes an empty one; without a path it lives in memory.
  ///
  /// - Throws: ``StateError`` when the file cannot be used. It is left as it is.
  public convenience init(path: String?, keys: any KeyProvider) throws {
    try self.init(path: path, keys: keys, mayBegin: true)
  }

  /// The same.
  ///
  /// - Parameter mayBegin: Whether a file without tables may be laid out; else it has lost them.
  init(path: String?, keys: any KeyProvider, mayBegin: Bool) throws {
    do {
      var isNew = true
      if let path {
        try PrivateFile.ensure(path)
        try PrivateFile.closeToOthers(path + "-wal")
        try PrivateFile.closeToOthers(path + "-shm")
        isNew = try Self.checkHeader(ofFile: path)
      }
      let configuration = Self.configuration(isNew: isNew)
      database =
        try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
        ?? DatabaseQueue(configuration: configuration)
      let isLaidOut = try database.writeWithoutTransaction(Self.checkShape)
      guard isLaidOut || mayBegin else {
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

  /// Everything that is stored, in no particular order.
  ///
  /// - Throws: ``StateError/damaged(_:)`` when a row was lost, added, changed or swapped.
  public func load() throws -> [ObjectRecord] {
    do {
      let rows = try database.writeWithoutTransaction { try $0.atOneMoment(StoredRows.init) }
      isDisordered = !rows.areOrdered
      return try open(rows)
    } catch let error as DatabaseError {
      throw StateError(error)
    }
  }

  /// Copies the log into the main file, the newest manifest into the table of its own.
  ///
  /// For quiet moments: it takes milliseconds. The manifest is apart from the objects then, so that a page
  /// of theirs that was lost or put back is noticed.
  ///
  /// One that fails is made good by the next one.
  public func checkpoint() {
    _ = try? checkpointing()
  }

  /// Empties the log: before the program ends, so that the next one need not read it.
  ///
  /// Waits for nobody: who reads the file meanwhile leaves a log behind.
  func emptyLog() {
    _ = try? checkpointing()
    database.writeWithoutTransaction { database in
      database.waitForOthers(milliseconds: 20)
      _ = try? database.checkpoint(.truncate)
      database.waitForOthers(milliseconds: 1_000)
    }
  }

  /// The same as ``checkpoint()``, to be called from any thread; says whether the whole log was copied.
  var checkpointing: @Sendable () throws -> Bool {
    { [database, newest] in
      let frames = try database.writeWithoutTransaction {
        try $0.stopReading()
        // What could not be gathered is as safe where it is.
        if newest.place != .unknown, (try? $0.gatherManifests(newestIn: newest.place.node)) != nil {
          newest.place = .table
        }
        return try $0.checkpoint(.passive)
      }
      return frames.walFrameCount == frames.checkpointedFrameCount
    }
  }
}
