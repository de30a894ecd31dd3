import Storage
import Synchronization

/// The sealed summary of the whole archive, of constant size, written with every commit.
///
/// The commit stores it in the row of an object that it stores anyway, so a turn that changes one
/// object writes one page. The first commit, a commit without an object, and a checkpoint store it
/// in its own table. Older manifests may remain in other rows: the highest sequence number counts.
///
/// It detects rows that were lost, added, swapped or replaced by older ones of the same session. It
/// cannot detect an older copy of the whole file, which is genuine (reliability S10). Until the
/// next checkpoint it cannot detect an older copy of the last stored row either, since that row
/// contains the manifest.
struct Manifest: Hashable {
  /// The number of the commit; 0 in files of the first format, which did not number commits.
  var sequence: Int64
  var count: Int
  var fingerprint: Fingerprint
  var info: ArchiveInfo

  static let empty = Manifest(
    sequence: 0, count: 0, fingerprint: Fingerprint(), info: ArchiveInfo())

  /// Whether it has the first format, whose fingerprints differ.
  var isLegacy: Bool { sequence == 0 && count > 0 }

  /// The row number under which the manifest is sealed; no node has it.
  static let row: Int64 = 0

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(count)
    writer.write(Int64(bitPattern: fingerprint.low))
    writer.write(Int64(bitPattern: fingerprint.high))
    writer.write(info.bundleVersion)
    writer.write(info.systemVersion)
    writer.write(info.timestamp)
    writer.write(sequence)
    return writer.bytes
  }
}

extension Manifest {
  init(bytes: [UInt8]) throws(DecodingFailure) {
    var reader = ByteReader(bytes)
    let count = try reader.readInt()
    let low = try reader.readInt()
    let high = try reader.readInt()
    guard let count = Int(exactly: count), count >= 0 else {
      throw .malformed("the manifest's count")
    }
    self.count = count
    fingerprint = Fingerprint(low: UInt64(bitPattern: low), high: UInt64(bitPattern: high))
    info = ArchiveInfo(
      bundleVersion: try reader.readString(), systemVersion: try reader.readString(),
      timestamp: try reader.readDouble())
    sequence = reader.isAtEnd ? 0 : try reader.readInt()
    guard sequence >= 0 else { throw .malformed("the manifest's number") }
  }
}

/// The manifest of a commit in progress.
struct ManifestUpdate {
  private(set) var manifest: Manifest

  /// The new fingerprints, in the order of the changes; `nil` for a deleted row.
  private(set) var changed: [(node: NodeID, fingerprint: Fingerprint?)] = []

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

/// The location of the newest manifest.
///
/// Commits set it on the main thread and checkpoints on theirs, each while it holds the database.
final class NewestManifest: Sendable {
  /// A location of a manifest.
  enum Place: Equatable {
    /// Not known yet.
    case unknown
    /// Its own table.
    case table
    /// The row of an object.
    case row(NodeID)

    /// The row of an object, or the table for `nil`.
    init(_ node: NodeID?) {
      self = node.map(Place.row) ?? .table
    }

    /// The object whose row holds it.
    var node: NodeID? {
      guard case .row(let node) = self else { return nil }
      return node
    }
  }

  private let state = Mutex(Place.unknown)

  /// The current place.
  var place: Place {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// The manifests of a file after decryption.
struct OpenedManifests {
  /// The newest manifest that opens.
  ///
  /// If a newer one does not open, this one does not match the rows.
  private(set) var newest: Manifest?

  /// The location of ``newest``.
  private(set) var place = NewestManifest.Place.table

  /// The error of a manifest that did not open; harmless if that one is outdated.
  private(set) var failure: (any Error)?

  init(_ manifests: [StoredManifest], with key: SessionKey) {
    for stored in manifests {
      do {
        let manifest = try Manifest(bytes: key.open(stored.sealed, row: Manifest.row))
        guard manifest.sequence >= newest?.sequence ?? 0 else { continue }
        newest = manifest
        place = .init(stored.node)
      } catch {
        failure = error
      }
    }
  }
}
