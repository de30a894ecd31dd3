import Foundation
import GRDB
import GRDBSQLite
import Storage

/// The saved state of one session: a row per preserved object in an SQLite file.
///
/// A commit is one transaction in WAL mode with `synchronous=NORMAL`. It survives the death of the
/// process at once (*kill-safe*) and the loss of power after ``PowerSync`` has synced the log
/// (*power-safe*).
package final class StateArchive {
  /// The longest sealed record that is stored or read, in bytes.
  package static let recordLimit = 4 << 20

  /// The largest number of records that is read.
  static let countLimit = 200_000

  let database: DatabaseQueue
  let key: SessionKey
  private(set) var manifest: Manifest
  private(set) var fingerprints: [NodeID: Fingerprint] = [:]
  private var nonces = NonceSource()

  /// The location of the newest manifest.
  private let newest = NewestManifest()

  /// Whether the manifest's own table holds a row, however old.
  ///
  /// It does from the first commit on: a file that lost all its objects must not look like a new
  /// one.
  private var hasOwnManifest = false

  /// Whether the rows are out of the order of their keys: pages were swapped, and SQLite's lookups
  /// would miss rows that the next change has to replace.
  private(set) var isOutOfOrder = false

  /// Whether this program has just created the file.
  private(set) var isNew = false

  /// The digest of the screen picture that this program sealed last.
  private var keptSnapshot: String?

  /// The random identity that distinguishes this archive from any other.
  var identity: [UInt8] { key.session }

  /// Facts about the program that made the last commit.
  package var info: ArchiveInfo { manifest.info }

  /// Opens the archive at a path, or creates an empty one; without a path it is in memory.
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
        isNew = try ArchiveLayout.checkHeader(ofFile: path)
      }
      let configuration = ArchiveLayout.configuration(isNew: isNew)
      database =
        try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
        ?? DatabaseQueue(configuration: configuration)
      let isLaidOut = try database.writeWithoutTransaction(ArchiveLayout.checkShape)
      guard isLaidOut || mayInitialize else {
        throw StateError.damaged("the state file is empty, and its log cannot be read")
      }
      self.isNew = !isLaidOut
      key = try database.writeWithoutTransaction { database in
        isLaidOut
          ? try ArchiveLayout.readKey(in: database, keys: keys)
          : try ArchiveLayout.makeFile(in: database, keys: keys)
      }
      manifest = .empty
      try database.writeWithoutTransaction(ArchiveLayout.checkWritable)
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
      let opened = try OpenedArchive(rows, with: key)
      manifest = opened.manifest
      fingerprints = opened.currentFingerprints(of: rows.objects, with: key)
      newest.place = opened.place
      hasOwnManifest = rows.manifests.contains { $0.node == nil }
      return opened.records
    } catch let error as DatabaseError {
      throw StateError(error)
    }
  }

  /// Accepts the file as complete: allows checkpoints on close and waits for short locks of others.
  func acceptFile() {
    database.writeWithoutTransaction { database in
      database.keepLogOnClose(false)
      database.setBusyTimeout(milliseconds: 1_000)
    }
  }

  // MARK: - Storing

  /// Seals the changes of one turn, for ``commit(_:)`` and for the data that they belong to.
  ///
  /// - Throws: ``StateError`` when the system returned no random bytes.
  package func seal(_ changes: ArchiveChanges, info: ArchiveInfo) throws -> SealedChanges {
    var sealed = try SealedChanges(
      sealing: changes, info, with: key, nonces.draw(changes.upserts.count))
    sealed.redoRecord = try RedoRecord.bytes(
      of: sealed, after: manifest, with: key, nonces.draw(1))
    return sealed
  }

  /// Stores the changes of one turn in one transaction.
  ///
  /// An object larger than ``recordLimit`` is refused. Its stored version stays, and all other
  /// objects are stored.
  ///
  /// - Returns: The objects that were refused.
  /// - Throws: ``StateError`` when nothing could be stored; the archive is unchanged then.
  @discardableResult
  package func commit(_ sealed: SealedChanges) throws -> [NodeID] {
    var update = ManifestUpdate(after: manifest, of: fingerprints, info: sealed.info)
    for row in sealed.rows {
      update.replace(row.node, fingerprints[row.node], by: row.fingerprint)
    }
    for node in sealed.changes.deletions { update.replace(node, fingerprints[node], by: nil) }
    let bearer = hasOwnManifest ? bearer(in: sealed) : nil
    do {
      try database.writeWithoutTransaction { database in
        try database.inOneTransaction {
          try store(sealed, update.manifest, in: bearer, database)
        }
        newest.place = .init(bearer)
      }
    } catch let error as DatabaseError {
      throw StateError(error)
    }
    manifest = update.manifest
    hasOwnManifest = true
    for (node, fingerprint) in update.changed { fingerprints[node] = fingerprint }
    return sealed.refused
  }

  /// Seals and stores changes without a redo record.
  @discardableResult
  package func commit(_ changes: ArchiveChanges, info: ArchiveInfo) throws -> [NodeID] {
    try commit(
      SealedChanges(sealing: changes, info, with: key, nonces.draw(changes.upserts.count)))
  }

  /// Stores the objects, and the manifest in the bearer's row, whose page is written anyway.
  private func store(
    _ sealed: SealedChanges, _ manifest: Manifest, in bearer: NodeID?, _ database: Database
  ) throws {
    // The first commit migrates a file of the first format, which did not number commits.
    if self.manifest.sequence == 0 { try ArchiveLayout.addManifestColumn(database) }
    let storing = try database.insertObjectStatement()
    for row in sealed.rows where row.node != bearer {
      try storing.run(row.node.rawValue, row.sealed)
    }
    try database.delete(sealed.changes.deletions)
    let sealedManifest = try key.seal(
      manifest.encoded(), row: Manifest.row, nonce: nonces.draw(1)[0])
    if let last = sealed.rows.first(where: { $0.node == bearer }) {
      try storing.run(last.node.rawValue, last.sealed, sealedManifest)
    } else {
      try database.storeManifest(sealedManifest)
    }
  }

  /// The object whose row takes the manifest: the row with the previous manifest, which needs no
  /// more room when it is replaced, or the last object in the list.
  private func bearer(in sealed: SealedChanges) -> NodeID? {
    let present = newest.place.node
    let records = sealed.changes.upserts
    let bearer = records.first { $0.node == present }?.node ?? records.last?.node
    return bearer.flatMap { sealed.refused.contains($0) ? nil : $0 }
  }

  /// Applies a redo record if the archive is in the state for which the record was made.
  ///
  /// Any other record is ignored: its changes are stored already, the archive was restored from a
  /// copy, or it belongs to another archive. The bytes are not trusted.
  ///
  /// - Returns: Whether the changes were applied; the archive has to be loaded again then.
  /// - Throws: ``StateError`` when they could not be stored.
  package func replay(_ redo: Data) throws -> Bool {
    switch RedoRecord.content(of: redo, for: manifest, with: key) {
    case .plain(let changes, let info): try commit(changes, info: info)
    case .sealed(let sealed): try commit(sealed)
    case nil: return false
    }
    return true
  }

  // MARK: - Quiet moments

  /// Copies the log into the main file, and the newest manifest into its own table.
  ///
  /// For quiet moments: it takes milliseconds. Once the manifest is stored apart from the objects, it
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

  /// Releases cached pages, which can be read again (contract 8.5.6).
  func releaseMemory() {
    // An open read keeps its pages, so end it; the next commit opens it again.
    try? database.writeWithoutTransaction { try $0.endReadTransaction() }
    database.releaseMemory()
  }

  /// The bytes of the file in SQLite's cache; for tests.
  var bytesInMemory: Int {
    (try? database.read { database in
      var (now, highest): (Int32, Int32) = (0, 0)
      sqlite3_db_status(
        database.sqliteConnection, SQLITE_DBSTATUS_CACHE_USED, &now, &highest, 0)
      return Int(now)
    }) ?? 0
  }

  // MARK: - The picture of the screen

  /// The row number under which the picture is sealed; no node has it.
  private static let snapshotRow: Int64 = 2

  /// The longest sealed picture that is stored or read, in bytes.
  static let snapshotLimit = 4 << 20

  /// Stores a picture of the objects as they are stored now; `nil` removes the last one.
  ///
  /// An unchanged picture is not written again: that would wait for the disk.
  ///
  /// - Throws: ``StateError`` when it cannot be stored; the objects stay unchanged.
  package func keepSnapshot(_ bytes: [UInt8]?) throws {
    do {
      guard let bytes, bytes.count < Self.snapshotLimit / 2 else { return try removeSnapshot() }
      var writer = ByteWriter()
      writer.write(manifest.binding)
      writer.write(Data(bytes))
      let digest = Digest.of(writer.bytes)
      guard digest != keptSnapshot else { return }
      let sealed = try key.seal(writer.bytes, row: Self.snapshotRow)
      try database.write {
        try $0.execute(
          sql: "INSERT OR REPLACE INTO meta (key, value) VALUES ('snapshot', ?)",
          arguments: [sealed])
      }
      keptSnapshot = digest
    } catch let error as DatabaseError {
      throw StateError(error)
    }
  }

  private func removeSnapshot() throws {
    keptSnapshot = nil
    try database.write { try $0.execute(sql: "DELETE FROM meta WHERE key = 'snapshot'") }
  }

  /// The stored picture, if there is one.
  ///
  /// - Throws: ``StateError/damaged(_:)`` when its seal is broken.
  package func snapshot() throws -> StoredSnapshot? {
    let kept = keptSnapshot
    // An unreadable picture has to be written again.
    keptSnapshot = nil
    do {
      // One statement, so one moment: GRDB's `read` would run five more around it.
      let found = try database.unsafeRead {
        try Self.readSnapshot(in: $0, key: key, manifest: manifest)
      }
      keptSnapshot = kept
      return found
    } catch let error as DatabaseError {
      throw StateError(error)
    }
  }

  /// Reads the picture from a file whose manifest is known.
  static func readSnapshot(
    in database: Database, key: SessionKey, manifest: Manifest
  ) throws -> StoredSnapshot? {
    guard
      let row = try Row.fetchOne(
        database.makeStatement(
          sql: "SELECT value FROM meta WHERE key = 'snapshot' AND length(value) <= ?"),
        arguments: [snapshotLimit])
    else { return nil }
    do {
      guard let sealed = Data.fromDatabaseValue(row[0]) else { throw SealFailure() }
      var reader = ByteReader(try key.open(sealed, row: snapshotRow))
      let binding = try reader.readData()
      return StoredSnapshot(
        bytes: Array(try reader.readData()), isCurrent: binding == manifest.binding)
    } catch is SealFailure {
      throw StateError.damaged("the picture of the screen was changed from outside")
    } catch let failure as DecodingFailure {
      throw StateError.damaged("the picture of the screen is damaged: \(failure)")
    }
  }

  /// Describes the problem with the picture in a file, in one line.
  static func problemWithSnapshot(
    in database: Database, key: SessionKey, _ manifests: [StoredManifest]
  ) -> String? {
    do {
      _ = try readSnapshot(in: database, key: key, manifests)
      return nil
    } catch let error as StateError {
      return "\(error)"
    } catch {
      return "the picture of the screen cannot be read"
    }
  }

  /// Reads the picture and compares it with the newest manifest of the file.
  ///
  /// If one manifest is broken, it may have been the newest, so no picture matches.
  static func readSnapshot(
    in database: Database, key: SessionKey, _ manifests: [StoredManifest]
  ) throws -> StoredSnapshot? {
    let opened = OpenedManifests(manifests, with: key)
    let manifest = opened.failure == nil ? opened.newest : nil
    var snapshot = try readSnapshot(in: database, key: key, manifest: manifest ?? .empty)
    if manifest == nil { snapshot?.isCurrent = false }
    return snapshot
  }
}

extension Manifest {
  /// Identifies the objects of one commit: their number and their fingerprint.
  var binding: Data {
    var writer = ByteWriter()
    writer.write(count)
    writer.write(Int64(bitPattern: fingerprint.low))
    writer.write(Int64(bitPattern: fingerprint.high))
    return Data(writer.bytes)
  }
}

/// A picture of the screen, stored with the objects (contract 8.2.1).
package struct StoredSnapshot: Hashable, Sendable {
  /// The picture, encoded by the kit.
  package var bytes: [UInt8]

  /// Whether the objects are still those in the picture; otherwise it is outdated (contract
  /// 10.1.14).
  package var isCurrent: Bool
}
