import Foundation
import Storage

/// The rows of an archive after they were opened and checked.
struct OpenedArchive {
  private(set) var records: [ObjectRecord] = []
  private(set) var fingerprints: [NodeID: Fingerprint] = [:]
  private(set) var manifest = Manifest.empty

  /// The location of the newest manifest.
  private(set) var place = NewestManifest.Place.table

  /// The rows whose seal is broken.
  private var broken: [StoredRow] = []

  /// Opens and checks all rows.
  ///
  /// A row with a broken seal becomes a damaged stand-in, provided the manifest proves that all
  /// other rows are those of the last commit.
  ///
  /// - Throws: ``StateError/damaged(_:)`` when a row was lost, added, changed or swapped.
  init(_ rows: StoredRows, with key: SessionKey) throws {
    let manifests = OpenedManifests(rows.manifests, with: key)
    if let newest = manifests.newest { manifest = newest }
    place = manifests.place
    let digest = manifest.isLegacy ? key.legacyDigest : key.digest
    do {
      if manifests.newest == nil, let failure = manifests.failure { throw failure }
      take(try rows.objects.mapParts { try $0.map { try OpenedRow($0, with: key, digest) } })
    } catch let failure as DecodingFailure {
      throw StateError.damaged("an object of the saved state is damaged: \(failure)")
    } catch is SealFailure {
      throw StateError.damaged("an object of the saved state was changed from outside")
    }
    if !matchesManifest { recomputeFingerprint(with: key, digest) }
    guard matchesManifest else {
      throw StateError.damaged("objects in the saved state are missing, foreign or outdated")
    }
    linkStandIns()
  }

  /// The fingerprints as the current format computes them.
  ///
  /// A manifest of the first format has proven the rows by former ones.
  func currentFingerprints(of rows: [StoredRow], with key: SessionKey) -> [NodeID: Fingerprint] {
    guard manifest.isLegacy else { return fingerprints }
    return rows.reduce(into: [:]) { fingerprints, row in
      fingerprints[row.node] = key.digest.fingerprint(row: row.node.rawValue, sealed: row.sealed)
    }
  }

  private mutating func take(_ rows: [OpenedRow]) {
    records = rows.map(\.record)
    fingerprints.reserveCapacity(rows.count)
    for row in rows { fingerprints[row.record.node] = row.fingerprint }
    broken = rows.compactMap(\.broken)
  }

  private var matchesManifest: Bool {
    // A file without our schema could hold a row twice.
    manifest.count == records.count && records.count == fingerprints.count
      && manifest.fingerprint == Fingerprint(sumOf: fingerprints.values)
  }

  /// Recomputes the fingerprint of a single broken row from its text.
  ///
  /// A fingerprint is made of the row's tag. Damage to the text leaves the tag and the fingerprint
  /// intact; after damage to the tag, the text yields the tag again.
  private mutating func recomputeFingerprint(with key: SessionKey, _ digest: RowDigest) {
    guard let row = broken.first, broken.count == 1,
      let whole = try? key.withRecomputedTag(row.sealed, row: row.node.rawValue)
    else { return }
    fingerprints[row.node] = digest.fingerprint(row: row.node.rawValue, sealed: whole)
  }

  /// Links stand-ins to the objects that name them as parent, and damaged ones to the object that
  /// refers to them.
  private mutating func linkStandIns() {
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

/// An opened row, or the stand-in for a row that could not be opened.
private struct OpenedRow: Sendable {
  let record: ObjectRecord
  let fingerprint: Fingerprint

  /// The row itself, if its seal is broken.
  var broken: StoredRow?

  init(_ row: StoredRow, with key: SessionKey, _ digest: RowDigest) throws {
    fingerprint = digest.fingerprint(row: row.node.rawValue, sealed: row.sealed)
    do {
      let bytes = try key.open(row.sealed, row: row.node.rawValue)
      record = try Self.record(row.node, bytes)
    } catch let failure as SealFailure {
      // Without the application's record no other object is reachable.
      if row.node == .application { throw failure }
      (record, broken) = (.standIn(for: row.node, .damaged), row)
    }
  }

  /// Reads a record; a newer program's yields a stand-in, so that it is kept.
  private static func record(
    _ node: NodeID, _ bytes: [UInt8]
  ) throws(DecodingFailure) -> ObjectRecord {
    do {
      return try ObjectRecord(node: node, bytes: bytes)
    } catch {
      // Without the application's record no other object is reachable.
      if node == .application { throw error }
      return .standIn(for: node, .unreadable)
    }
  }
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
