import Storage
import Foundation
import GRDB

extension StateArchive {
  /// Stores the changes of one turn in one transaction.
  ///
  /// An object larger than ``recordLimit`` is refused: on reading, it would cost the whole state.
  /// Its stored version stays, and all other objects are stored.
  ///
  /// - Returns: The objects that were refused.
  /// - Throws: ``StateError`` when nothing could be stored; the archive is unchanged then.
  @discardableResult
  package func commit(_ changes: ArchiveChanges, info: ArchiveInfo) throws -> [NodeID] {
    var commit = Commit(after: manifest, of: fingerprints, info: info)
    let bearer = hasOwnManifest ? bearer(among: changes.upserts) : nil
    do {
      try database.writeWithoutTransaction { database in
        try database.inOneTransaction { try store(changes, bearer, &commit, in: database) }
        newest.place = .init(bearer.flatMap { commit.refused.contains($0) ? nil : $0 })
      }
    } catch let error as DatabaseError {
      throw StateError(error)
    }
    manifest = commit.manifest
    hasOwnManifest = true
    for (node, fingerprint) in commit.changed { fingerprints[node] = fingerprint }
    return commit.refused
  }

  /// Stores the objects, and the manifest in the bearer's row, whose page is written anyway.
  private func store(
    _ changes: ArchiveChanges, _ bearer: NodeID?, _ commit: inout Commit, in database: Database
  ) throws {
    // The first commit migrates a file of the first format, which did not number commits.
    if manifest.sequence == 0 { try Self.addManifestColumn(database) }
    let storing = try database.insertObjectStatement()
    var last: SealedRow?
    try forEachSealed(changes.upserts, refused: { commit.refused.append($0) }) { row in
      commit.replace(row.node, fingerprints[row.node], by: row.fingerprint)
      if row.node == bearer { last = row } else { try storing.run(row.node.rawValue, row.sealed) }
    }
    for node in changes.deletions { commit.replace(node, fingerprints[node], by: nil) }
    try database.delete(changes.deletions)
    let sealed = try key.seal(
      commit.manifest.encoded(), row: Manifest.row, nonce: nonces.draw(1)[0])
    if let last {
      try storing.run(last.node.rawValue, last.sealed, sealed)
    } else {
      try database.storeManifest(sealed)
    }
  }

  /// The object whose row takes the manifest: the one that holds the last, which is replaced and
  /// needs no more room, or else the last in the list.
  private func bearer(among records: [ObjectRecord]) -> NodeID? {
    let present = newest.place.node
    return records.first { $0.node == present }?.node ?? records.last?.node
  }

  /// Seals objects, many of them on all processors, and hands them over on this thread.
  ///
  /// They come in the order of the table, so that pages fill up and each is looked up once. Objects
  /// that are too large are refused.
  private func forEachSealed(
    _ records: [ObjectRecord], refused: (NodeID) -> Void, _ body: (SealedRow) throws -> Void
  ) throws {
    let nonces = try nonces.draw(records.count)
    let order = records.indices.sorted { records[$0].node < records[$1].node }
    try order.forEachPart { [key] part in
      var writer = ByteWriter()
      var sealedPart = SealedPart()
      for index in part {
        writer.removeAll()
        records[index].write(to: &writer)
        let node = records[index].node
        guard writer.bytes.count <= Self.recordLimit - SessionKey.overhead else {
          sealedPart.refused.append(node)
          continue
        }
        let row = node.rawValue
        let sealed = try key.seal(writer.bytes, row: row, nonce: nonces[index])
        sealedPart.rows.append(
          SealedRow(
            node: node, sealed: sealed,
            fingerprint: key.digest.fingerprint(row: row, sealed: sealed)))
      }
      return sealedPart
    } body: { (part: SealedPart) in
      part.refused.forEach(refused)
      try part.rows.forEach(body)
    }
  }
}

/// The sealed objects of one part.
private struct SealedPart: Sendable {
  var rows: [SealedRow] = []

  /// Objects that are too large.
  var refused: [NodeID] = []
}

/// The manifest of a commit in progress.
private struct Commit {
  private(set) var manifest: Manifest

  /// The new fingerprints, in the order of the changes; `nil` for a deleted row.
  private(set) var changed: [(node: NodeID, fingerprint: Fingerprint?)] = []

  /// The objects that are too large to be stored.
  var refused: [NodeID] = []

  init(after last: Manifest, of fingerprints: [NodeID: Fingerprint], info: ArchiveInfo) {
    manifest = last
    if last.isLegacy { manifest.fingerprint = Fingerprint(sumOf: fingerprints.values) }
    // The number comes from a file, so it may have no successor: start again rather than trap.
    manifest.sequence = last.sequence < .max ? last.sequence + 1 : 1
    manifest.info = info
  }

  /// Replaces one row's fingerprint in the sum.
  mutating func replace(_ node: NodeID, _ old: Fingerprint?, by new: Fingerprint?) {
    if let old {
      manifest.fingerprint.remove(old)
      manifest.count &-= 1
    }
    if let new {
      manifest.fingerprint.add(new)
      manifest.count &+= 1
    }
    changed.append((node, new))
  }
}
