import Storage
import Foundation
import GRDB

/// The archive keeps one picture of the screen in `meta`. It is sealed with the session's key,
/// together with the manifest's fingerprint at that time. A missing or unreadable picture loses
/// nothing: the app takes another.
extension StateArchive {
  /// The row number under which the picture is sealed; no node has it.
  static let snapshotRow: Int64 = 2

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
    // One that cannot be read has to be written again.
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

  /// Describes in one line what is wrong with the picture in a file.
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
