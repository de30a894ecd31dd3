import Foundation
import Storage

/// One sealed object, ready to be stored.
struct SealedRow: Sendable {
  let node: NodeID

  /// Nonce, ciphertext and tag.
  let sealed: Data

  /// The row's part of the manifest's fingerprint.
  let fingerprint: Fingerprint
}

/// The changes of one turn with each object sealed: the archive stores these rows, and the redo
/// record contains the same bytes.
package struct SealedChanges: Sendable {
  /// The changes before they were sealed.
  package let changes: ArchiveChanges

  /// Facts about the program that made the changes.
  let info: ArchiveInfo

  /// The rows, in the order of the table.
  let rows: [SealedRow]

  /// The objects that are too large to be stored.
  let refused: [NodeID]

  /// The record that replays the changes, to be stored with the data they belong to; `nil` when it
  /// would be too long.
  package internal(set) var redoRecord: Data?

  init(_ changes: ArchiveChanges, _ info: ArchiveInfo, rows: [SealedRow], refused: [NodeID] = []) {
    self.changes = changes
    self.info = info
    self.rows = rows
    self.refused = refused
  }

  /// Seals objects, many of them on all processors.
  ///
  /// The rows come in the order of the table, so that pages fill up and each is looked up once. An
  /// object that is too large is refused: on reading, it would cost the whole state.
  init(
    sealing changes: ArchiveChanges, _ info: ArchiveInfo, with key: SessionKey, _ nonces: Nonces
  ) throws {
    let records = changes.upserts
    let order = records.indices.sorted { records[$0].node < records[$1].node }
    var (rows, refused) = ([SealedRow](), [NodeID]())
    rows.reserveCapacity(records.count)
    try order.forEachPart { part in
      try Self.seal(part.map { (records[$0], nonce: $0) }, with: key, nonces)
    } body: {
      rows += $0.rows
      refused += $0.refused
    }
    self.init(changes, info, rows: rows, refused: refused)
  }

  private static func seal(
    _ records: [(record: ObjectRecord, nonce: Int)], with key: SessionKey, _ nonces: Nonces
  ) throws -> (rows: [SealedRow], refused: [NodeID]) {
    var (rows, refused) = ([SealedRow](), [NodeID]())
    rows.reserveCapacity(records.count)
    var writer = ByteWriter()
    for (record, nonce) in records {
      writer.removeAll()
      record.write(to: &writer)
      guard writer.bytes.count <= StateArchive.recordLimit - SessionKey.overhead else {
        refused.append(record.node)
        continue
      }
      let row = record.node.rawValue
      let sealed = try key.seal(writer.bytes, row: row, nonce: nonces[nonce])
      rows.append(
        SealedRow(
          node: record.node, sealed: sealed,
          fingerprint: key.digest.fingerprint(row: row, sealed: sealed)))
    }
    return (rows, refused)
  }
}

/// The changes of one turn, stored in one transaction.
package struct ArchiveChanges: Sendable {
  /// Records to insert or to replace.
  package var upserts: [ObjectRecord]

  /// Objects that are no longer part of the interface.
  package var deletions: [NodeID]

  /// Makes a set of changes.
  package init(upserts: [ObjectRecord] = [], deletions: [NodeID] = []) {
    self.upserts = upserts
    self.deletions = deletions
  }

  /// Whether the set is empty.
  package var isEmpty: Bool { upserts.isEmpty && deletions.isEmpty }
}
