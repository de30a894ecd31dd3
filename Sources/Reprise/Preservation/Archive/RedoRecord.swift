import Foundation
import Storage

/// Reads and writes redo records: the sealed changes of one turn, stored with the data they belong
/// to.
///
/// Data and state are in two files, which no transaction spans. The app commits the data first,
/// with a redo record in the same transaction, and the state after it. If a kill or a failed write
/// keeps the changes from the state, the next launch replays the record. So both files always show
/// the same turn.
///
/// The bytes are an unsealed head, a sealed list of the changes, and the rows as the archive stores
/// them. The first layout had the plain objects in the sealed list; it is still read.
enum RedoRecord {
  /// The row numbers under which the lists of the two layouts are sealed; no node has them.
  private static let (firstRow, row): (Int64, Int64) = (3, 4)

  /// The longest redo record that is made or read, in bytes.
  static let limit = 16 << 20

  /// The layouts, as the first byte names them.
  private static let (firstLayout, layout): (UInt8, UInt8) = (1, 2)

  /// The changes in a record.
  enum Content {
    /// Objects that have yet to be sealed.
    case plain(ArchiveChanges, ArchiveInfo)
    /// Rows to be stored as they are.
    case sealed(SealedChanges)
  }

  // MARK: - Writing

  /// The record that brings an archive with this manifest to its next state; `nil` when it would be
  /// too long.
  static func bytes(
    of sealed: SealedChanges, after manifest: Manifest, with key: SessionKey, _ nonces: Nonces
  ) throws -> Data? {
    let size = sealed.rows.reduce(0) { $0 + $1.sealed.count }
    guard size < limit / 2 else { return nil }
    var list = ByteWriter()
    list.write(manifest.binding)
    list.write(sealed.info.bundleVersion)
    list.write(sealed.info.systemVersion)
    list.write(sealed.info.timestamp)
    list.write(sealed.changes.deletions.count)
    for node in sealed.changes.deletions { list.write(node.rawValue) }
    list.write(sealed.rows.count)
    for row in sealed.rows {
      list.write(row.node.rawValue)
      list.write(row.sealed.count)
      list.write(Int64(bitPattern: row.fingerprint.low))
      list.write(Int64(bitPattern: row.fingerprint.high))
    }
    guard size + list.bytes.count < limit / 2 else { return nil }
    var bytes = head(layout, after: manifest)
    bytes.write(try key.seal(list.bytes, row: row, nonce: nonces[0]))
    var record = Data(bytes.bytes)
    record.reserveCapacity(record.count + size)
    for row in sealed.rows { record.append(row.sealed) }
    return record
  }

  /// The unsealed head, by which a record that does not match is skipped unopened.
  private static func head(_ layout: UInt8, after manifest: Manifest) -> ByteWriter {
    var head = ByteWriter()
    head.write(layout)
    head.write(manifest.sequence)
    return head
  }

  // MARK: - Reading

  /// The changes in a record, if it was made for an archive with this manifest; otherwise `nil`.
  ///
  /// The bytes are not trusted.
  static func content(of bytes: Data, for manifest: Manifest, with key: SessionKey) -> Content? {
    guard bytes.count < limit else { return nil }
    let first = head(firstLayout, after: manifest).bytes
    let head = head(layout, after: manifest).bytes
    if bytes.starts(with: head) {
      return try? sealed(Array(bytes.dropFirst(head.count)), manifest, key)
    }
    guard bytes.starts(with: first) else { return nil }
    return try? plain(Data(bytes.dropFirst(first.count)), manifest, key)
  }

  private static func sealed(
    _ bytes: [UInt8], _ manifest: Manifest, _ key: SessionKey
  ) throws -> Content? {
    var rest = ByteReader(bytes)
    var list = ByteReader(try key.open(try rest.readData(), row: row))
    guard let (info, deletions) = try beginning(of: &list, manifest) else { return nil }
    var changes = ArchiveChanges(deletions: deletions)
    var rows: [SealedRow] = []
    for _ in 0..<(try list.readCount()) {
      let node = NodeID(rawValue: try list.readInt())
      let length = Int(try list.readInt())
      let fingerprint = Fingerprint(
        low: UInt64(bitPattern: try list.readInt()), high: UInt64(bitPattern: try list.readInt()))
      let sealed = Data(try rest.readBytes(length: length))
      // The list names this very version of the object; any other genuine one would open, too.
      guard fingerprint == key.digest.fingerprint(row: node.rawValue, sealed: sealed) else {
        return nil
      }
      changes.upserts.append(
        try ObjectRecord(node: node, bytes: try key.open(sealed, row: node.rawValue)))
      rows.append(SealedRow(node: node, sealed: sealed, fingerprint: fingerprint))
    }
    guard list.isAtEnd, rest.isAtEnd else { return nil }
    return .sealed(SealedChanges(changes, info, rows: rows))
  }

  private static func plain(
    _ sealed: Data, _ manifest: Manifest, _ key: SessionKey
  ) throws -> Content? {
    var list = ByteReader(try key.open(sealed, row: firstRow))
    guard let (info, deletions) = try beginning(of: &list, manifest) else { return nil }
    var changes = ArchiveChanges(deletions: deletions)
    for _ in 0..<(try list.readCount()) {
      let node = NodeID(rawValue: try list.readInt())
      changes.upserts.append(try ObjectRecord(node: node, bytes: Array(try list.readData())))
    }
    return list.isAtEnd ? .plain(changes, info) : nil
  }

  /// Reads what both layouts begin with; `nil` when the changes do not follow the stored objects.
  private static func beginning(
    of list: inout ByteReader, _ manifest: Manifest
  ) throws(DecodingFailure) -> (ArchiveInfo, [NodeID])? {
    guard try list.readData() == manifest.binding else { return nil }
    let info = ArchiveInfo(
      bundleVersion: try list.readString(), systemVersion: try list.readString(),
      timestamp: try list.readDouble())
    var deletions: [NodeID] = []
    for _ in 0..<(try list.readCount()) { deletions.append(NodeID(rawValue: try list.readInt())) }
    return (info, deletions)
  }
}
