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
    let rows = try seal(changes.upserts)
    var next = manifest
    next.info = info
    for row in rows { next.replace(fingerprints[row.node], by: row.fingerprint) }
    for node in changes.deletions { next.replace(fingerprints[node], by: nil) }
    let sealedManifest = try key.seal(next.encoded(), row: Manifest.row, nonce: nonces.draw())
    do {
      try database.writeWithoutTransaction {
        try $0.store(rows, deletions: changes.deletions, manifest: sealedManifest)
      }
    } catch let error as DatabaseError {
      throw StateError(error)
    }
    manifest = next
    for row in rows { fingerprints[row.node] = row.fingerprint }
    for node in changes.deletions { fingerprints[node] = nil }
  }

  private func seal(_ records: [ObjectRecord]) throws -> [SealedRow] {
    let drawn = try records.map { (record: $0, nonce: try nonces.draw()) }
    return try drawn.mapParts { [key] part in
      var writer = ByteWriter()
      return try part.map { record, nonce in
        writer.removeAll()
        record.write(to: &writer)
        try Self.checkSize(writer.bytes.count, of: record)
        let row = record.node.rawValue
        let sealed = try key.seal(writer.bytes, row: row, nonce: nonce)
        return SealedRow(
          node: record.node, sealed: sealed, fingerprint: key.fingerprint(row: row, sealed: sealed))
      }
    }
  }

  /// Refuses what would be refused when it is read: the whole state would be put aside for it.
  private static func checkSize(_ size: Int, of record: ObjectRecord) throws {
    guard size > recordLimit - SessionKey.overhead else { return }
    let most = "\(recordLimit >> 20) MiB"
    throw StateError.unwritable(
      "the state cannot be saved: \"\(record.identifier)\" is larger than \(most)")
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
      let frames = try database.writeWithoutTransaction {
        try $0.stopReading()
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
