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

  /// The largest sealed record that is read, in bytes.
  static let recordLimit = 4 << 20

  /// The largest number of records that is read.
  static let countLimit = 200_000

  let database: DatabaseQueue
  let key: SessionKey
  private var nonces = NonceSource()
  var manifest: Manifest
  var fingerprints: [NodeID: Fingerprint] = [:]

  /// Where the newest manifest lies.
  let newestRow = NewestRow()

  /// Whether the table of manifests has one, however old.
  ///
  /// It has from the first commit on: a file that lost all of its objects must not look like one that
  /// never had any.
  var hasOwnManifest = false

  /// Whether the file is still of the first format; the first commit turns it into one of the present.
  private var isFormer = false

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
      try database.writeWithoutTransaction { database in
        try Self.checkWritable(database)
        isFormer = try !Self.hasRoomForManifests(database)
      }
    } catch let error as DatabaseError {
      throw StateError(error)
    }
  }

  /// Everything that is stored, in no particular order.
  ///
  /// - Throws: ``StateError/damaged(_:)`` when a row was lost, added, changed or swapped.
  public func load() throws -> [ObjectRecord] {
    do {
      let rows = try database.read(StoredRows.init)
      return try open(rows)
    } catch let error as DatabaseError {
      throw StateError(error)
    }
  }

  /// Stores the changes of one turn in one transaction.
  ///
  /// The manifest goes with one of the objects, whose page is written anyway.
  ///
  /// - Throws: ``StateError`` when they could not be stored; what was there is still there.
  public func commit(_ changes: ArchiveChanges, info: ArchiveInfo) throws {
    var next = manifest
    next.sequence += 1
    next.info = info
    let bearer = hasOwnManifest ? bearer(among: changes.upserts) : nil
    var stored: [(node: NodeID, fingerprint: Fingerprint)] = []
    stored.reserveCapacity(changes.upserts.count)
    do {
      try database.writeWithoutTransaction { database in
        try database.inOneTransaction {
          if isFormer { try Self.makeRoomForManifests(database) }
          let storing = try database.storingObjects()
          var last: SealedRow?
          try forEachSealed(changes.upserts) { row in
            next.replace(fingerprints[row.node], by: row.fingerprint)
            stored.append((row.node, row.fingerprint))
            if row.node == bearer {
              last = row
            } else {
              try storing.run(row.node.rawValue, row.sealed)
            }
          }
          for node in changes.deletions { next.replace(fingerprints[node], by: nil) }
          try database.delete(changes.deletions)
          let sealed = try key.seal(next.encoded(), row: Manifest.row, nonce: nonces.draw(1)[0])
          if let last {
            try storing.run(last.node.rawValue, last.sealed, sealed)
          } else {
            try database.storeManifest(sealed)
          }
        }
        newestRow.set(bearer)
      }
    } catch let error as DatabaseError {
      throw StateError(error)
    }
    manifest = next
    isFormer = false
    hasOwnManifest = true
    for row in stored { fingerprints[row.node] = row.fingerprint }
    for node in changes.deletions { fingerprints[node] = nil }
  }

  /// The object in whose row the manifest is to lie, if any is stored: the one that has the last, which
  /// goes then and takes no room, or any.
  private func bearer(among records: [ObjectRecord]) -> NodeID? {
    records.first { $0.node.rawValue == newestRow.number }?.node ?? records.last?.node
  }

  /// Seals objects, many of them on all processors, and hands them over in their order on this thread.
  private func forEachSealed(
    _ records: [ObjectRecord], _ body: (SealedRow) throws -> Void
  ) throws {
    let nonces = try nonces.draw(records.count)
    try records.forEachPart { [key] part in
      var writer = ByteWriter()
      return try part.indices.map { index in
        writer.removeAll()
        part[index].write(to: &writer)
        try Self.checkSize(writer.bytes.count, of: part[index])
        let node = part[index].node
        let row = node.rawValue
        let sealed = try key.seal(writer.bytes, row: row, nonce: nonces[index])
        return SealedRow(
          node: node, sealed: sealed,
          fingerprint: key.digest.fingerprint(row: row, sealed: sealed))
      }
    } body: { (rows: [SealedRow]) in
      try rows.forEach(body)
    }
  }

  /// Refuses what would be refused when it is read: the whole state would be put aside for it.
  private static func checkSize(_ size: Int, of record: ObjectRecord) throws {
    guard size > recordLimit - SessionKey.overhead else { return }
    let most = "\(recordLimit >> 20) MiB"
    throw StateError.unwritable(
      "the state cannot be saved: \"\(record.identifier)\" is larger than \(most)")
  }

  /// Takes out older manifests and copies the log into the main file.
  ///
  /// For quiet moments: it takes milliseconds.
  ///
  /// One that fails is made good by the next one.
  public func checkpoint() {
    _ = try? checkpointing()
  }

  /// The same, to be called from any thread; says whether the whole log was copied.
  var checkpointing: @Sendable () throws -> Bool {
    { [database, newestRow] in
      let frames = try database.writeWithoutTransaction {
        try $0.stopReading()
        // Those that stay only take room.
        if let row = newestRow.number { try? $0.removeManifests(except: row) }
        return try $0.checkpoint(.passive)
      }
      return frames.walFrameCount == frames.checkpointedFrameCount
    }
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
