import Foundation
import GRDB

/// The state of one session on disk: a row per preserved object in an SQLite file (design 3).
///
/// A commit is one transaction in WAL mode with `synchronous=NORMAL`: it survives the death of the
/// process at once (*kill-safe*) and the loss of power after ``PowerSync`` has synced the log
/// (*power-safe*).
public final class StateArchive {
  /// The version of the file's layout that this program writes.
  public static let formatVersion = 1

  /// The largest sealed record that is read, in bytes.
  static let recordLimit = 4 << 20

  /// The largest number of records that is read.
  static let countLimit = 200_000

  let database: DatabaseQueue
  let key: SessionKey
  private var nonces = NonceSource()
  var manifest: Manifest
  var fingerprints: [NodeID: Fingerprint] = [:]

  /// What was last sealed as the picture of the screen, by this program.
  var keptSnapshot: [UInt8]?

  /// Facts about the program that made the last commit.
  public var info: ArchiveInfo { manifest.info }

  /// Opens the archive at a path, or makes an empty one; without a path it lives in memory.
  ///
  /// - Throws: ``StateError`` when the file cannot be used. It is left as it is.
  public init(path: String?, keys: any KeyProvider) throws {
    do {
      var isNew = true
      if let path {
        try PrivateFile.ensure(path)
        isNew = try Self.checkHeader(ofFile: path)
      }
      let configuration = Self.configuration(isNew: isNew)
      database =
        try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
        ?? DatabaseQueue(configuration: configuration)
      key = try database.writeWithoutTransaction { database in
        try Self.checkShape(of: database)
          ? Self.readKey(in: database, keys: keys) : Self.makeFile(in: database, keys: keys)
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
      let rows = try database.read(Self.readRows)
      return try open(rows)
    } catch let error as DatabaseError {
      throw StateError(error)
    }
  }

  /// Stores the changes of one turn in one transaction.
  ///
  /// - Throws: ``StateError`` when they could not be stored; what was there is still there.
  public func commit(_ changes: ArchiveChanges, info: ArchiveInfo) throws {
    var next = manifest
    next.info = info
    var newFingerprints: [(NodeID, Fingerprint?)] = []
    var rows: [(NodeID, Data)] = []
    for record in changes.upserts {
      let sealed = try key.seal(
        record.encoded(), row: record.node.rawValue, nonce: nonces.draw())
      let fingerprint = key.fingerprint(row: record.node.rawValue, sealed: sealed)
      next.replace(fingerprints[record.node], by: fingerprint)
      newFingerprints.append((record.node, fingerprint))
      rows.append((record.node, sealed))
    }
    for node in changes.deletions {
      next.replace(fingerprints[node], by: nil)
      newFingerprints.append((node, nil))
    }
    let sealedManifest = try key.seal(
      next.encoded(), row: Manifest.row, nonce: nonces.draw())
    do {
      try write(rows, deletions: changes.deletions, manifest: sealedManifest)
    } catch let error as DatabaseError {
      throw StateError(error)
    }
    manifest = next
    for (node, fingerprint) in newFingerprints {
      fingerprints[node] = fingerprint
    }
  }

  /// Copies the log into the main file.
  ///
  /// For quiet moments: it takes milliseconds.
  ///
  /// One that fails is made good by the next one.
  public func checkpoint() {
    _ = try? checkpointing()
  }

  /// The same, to be called from any thread; says whether the whole log was copied.
  var checkpointing: @Sendable () throws -> Bool {
    { [database] in
      let frames = try database.writeWithoutTransaction { try $0.checkpoint(.passive) }
      return frames.walFrameCount == frames.checkpointedFrameCount
    }
  }

  private func write(_ rows: [(NodeID, Data)], deletions: [NodeID], manifest: Data) throws {
    try database.writeWithoutTransaction { database in
      // Kept statements throughout: SQLite takes longer to read a statement than to run it.
      try database.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
      do {
        try Self.store(rows, deletions: deletions, manifest: manifest, in: database)
        try database.cachedStatement(sql: "COMMIT").execute()
      } catch {
        if database.isInsideTransaction { try database.rollback() }
        throw error
      }
    }
  }

  // Arguments go in unchecked: counting them takes longer than binding them.
  private static func store(
    _ rows: [(NodeID, Data)], deletions: [NodeID], manifest: Data, in database: Database
  ) throws {
    if !rows.isEmpty {
      let upsert = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO object (node, body) VALUES (?, ?)")
      for (node, sealed) in rows {
        upsert.setUncheckedArguments([node.rawValue, sealed])
        try upsert.execute()
      }
    }
    if !deletions.isEmpty {
      let delete = try database.cachedStatement(sql: "DELETE FROM object WHERE node = ?")
      for node in deletions {
        try delete.execute(arguments: [node.rawValue])
      }
    }
    let replace = try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO manifest (id, body) VALUES (0, ?)")
    replace.setUncheckedArguments([manifest])
    try replace.execute()
  }
}

extension Manifest {
  /// Takes one row's fingerprint out and puts another in; `nil` stands for no row.
  fileprivate mutating func replace(_ old: Fingerprint?, by new: Fingerprint?) {
    if let old {
      fingerprint.remove(old)
      count -= 1
    }
    if let new {
      fingerprint.add(new)
      count += 1
    }
  }
}
