import Storage
import Foundation

extension StateArchive {
  /// Opens and checks all rows, and keeps their fingerprints for the next commits.
  func open(_ rows: StoredRows) throws -> [ObjectRecord] {
    let opened = try Self.open(rows, with: key)
    manifest = opened.manifest
    fingerprints =
      manifest.isLegacy
      ? Self.currentFingerprints(of: rows.objects, with: key) : opened.fingerprints
    newest.place = opened.place
    hasOwnManifest = rows.manifests.contains { $0.node == nil }
    return opened.records
  }

  struct Opened {
    var records: [ObjectRecord] = []
    var fingerprints: [NodeID: Fingerprint] = [:]
    var manifest = Manifest.empty

    /// Where the newest manifest lies.
    var place = NewestManifest.Place.table

    /// The rows whose seal is broken.
    fileprivate var broken: [StoredRow] = []

    fileprivate mutating func take(_ rows: [OpenedRow]) {
      records = rows.map(\.record)
      fingerprints.reserveCapacity(rows.count)
      for row in rows { fingerprints[row.record.node] = row.fingerprint }
      broken = rows.compactMap(\.broken)
    }

    fileprivate var matchesManifest: Bool {
      // A file without our schema could hold a row twice.
      manifest.count == records.count && records.count == fingerprints.count
        && manifest.fingerprint == Fingerprint(sumOf: fingerprints.values)
    }
  }

  /// Computes the present fingerprints of rows that a manifest of the first format has proven.
  private static func currentFingerprints(
    of rows: [StoredRow], with key: SessionKey
  ) -> [NodeID: Fingerprint] {
    rows.reduce(into: [:]) { fingerprints, row in
      fingerprints[row.node] = key.digest.fingerprint(row: row.node.rawValue, sealed: row.sealed)
    }
  }

  /// Opens and checks all rows.
  ///
  /// A row with a broken seal becomes a damaged stand-in, provided the manifest proves that all
  /// other rows are those of the last commit.
  static func open(_ rows: StoredRows, with key: SessionKey) throws -> Opened {
    var opened = Opened()
    let manifests = OpenedManifests(rows.manifests, with: key)
    if let newest = manifests.newest { opened.manifest = newest }
    opened.place = manifests.place
    let digest = opened.manifest.isLegacy ? key.legacyDigest : key.digest
    do {
      if manifests.newest == nil, let failure = manifests.failure { throw failure }
      opened.take(try rows.objects.mapParts { try $0.map { try open($0, with: key, digest) } })
    } catch let failure as DecodingFailure {
      throw StateError.damaged("an object of the saved state is damaged: \(failure)")
    } catch is SealFailure {
      throw StateError.damaged("an object of the saved state was changed from outside")
    }
    if !opened.matchesManifest { recomputeFingerprint(in: &opened, with: key, digest) }
    guard opened.matchesManifest else {
      throw StateError.damaged("objects of the saved state are missing, foreign or outdated")
    }
    linkStandIns(in: &opened.records)
    return opened
  }

  private static func open(
    _ row: StoredRow, with key: SessionKey, _ digest: RowDigest
  ) throws -> OpenedRow {
    let fingerprint = digest.fingerprint(row: row.node.rawValue, sealed: row.sealed)
    do {
      let bytes = try key.open(row.sealed, row: row.node.rawValue)
      return OpenedRow(record: try record(row.node, bytes), fingerprint: fingerprint)
    } catch let failure as SealFailure {
      // Without the application's record no other object is reachable.
      if row.node == .application { throw failure }
      return OpenedRow(
        record: .standIn(for: row.node, .damaged), fingerprint: fingerprint, broken: row)
    }
  }

  /// Recomputes the fingerprint of a single broken row from its text.
  ///
  /// A fingerprint is made of the row's tag. Damage to the text leaves the tag and the fingerprint
  /// intact; after damage to the tag, the text yields the tag again.
  private static func recomputeFingerprint(
    in opened: inout Opened, with key: SessionKey, _ digest: RowDigest
  ) {
    guard let row = opened.broken.first, opened.broken.count == 1,
      let whole = try? key.withRecomputedTag(row.sealed, row: row.node.rawValue)
    else { return }
    opened.fingerprints[row.node] = digest.fingerprint(row: row.node.rawValue, sealed: whole)
  }

  /// Reads a record; a newer program's yields a stand-in, so that it is kept.
  private static func record(
    _ node: NodeID, _ bytes: [UInt8]
  ) throws(DecodingFailure)
    -> ObjectRecord
  {
    do {
      return try ObjectRecord(node: node, bytes: bytes)
    } catch {
      // Without the application's record no other object is reachable.
      if node == .application { throw error }
      return .standIn(for: node, .unreadable)
    }
  }

  /// Links stand-ins to the objects that name them as parent, and damaged ones to the object that
  /// refers to them.
  private static func linkStandIns(in records: inout [ObjectRecord]) {
    for index in records.indices where records[index].isStandIn {
      let node = records[index].node
      if records[index].kind == .damaged {
        records[index].parent = records.first { $0.embeds(node) }?.node
      }
      let children = records.filter { $0.parent == node }
      records[index].values = [("children", .array(children.map { .reference($0.node) }))]
    }
  }
}

/// An opened row, or the stand-in for one that could not be opened.
private struct OpenedRow: Sendable {
  let record: ObjectRecord
  let fingerprint: Fingerprint

  /// The row itself, if its seal is broken.
  var broken: StoredRow?
}

extension ObjectRecord {
  /// The stand-in for a row without a readable record.
  fileprivate static func standIn(for node: NodeID, _ kind: Kind) -> ObjectRecord {
    ObjectRecord(node: node, kind: kind, parent: nil, identifier: "?", typeKey: "")
  }

  /// Whether nothing is known of the object but its node.
  package var isStandIn: Bool { kind == .unreadable || kind == .damaged }

  fileprivate func embeds(_ node: NodeID) -> Bool {
    (kind == .window || kind == .controller) && references.contains(node)
  }
}
