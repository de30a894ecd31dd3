import Storage
import Foundation

/// Redo records: the sealed changes of one turn, stored with the data they belong to.
///
/// Data and state lie in two files, which no transaction spans. The app commits the data first,
/// with a redo record in the same transaction, and the state after it. If a kill or a failed write
/// keeps the changes from the state, the next launch replays the record. So both files always show
/// the same turn.
extension StateArchive {
  /// The row number under which a redo record is sealed; no node has it.
  static let redoRow: Int64 = 3

  /// The longest redo record that is made or read, in bytes.
  static let redoLimit = 16 << 20

  /// The layout of redo records that this program writes.
  private static let redoVersion: UInt8 = 1

  /// The record from which ``replay(_:)`` brings the present archive to its next state; `nil` when
  /// it would be too long.
  package func redoRecord(of changes: ArchiveChanges, info: ArchiveInfo) throws -> Data? {
    var writer = ByteWriter()
    writer.write(manifest.binding)
    writer.write(info.bundleVersion)
    writer.write(info.systemVersion)
    writer.write(info.timestamp)
    writer.write(changes.deletions.count)
    for node in changes.deletions { writer.write(node.rawValue) }
    writer.write(changes.upserts.count)
    for record in changes.upserts {
      var body = ByteWriter()
      record.write(to: &body)
      writer.write(record.node.rawValue)
      writer.write(Data(body.bytes))
    }
    guard writer.bytes.count < Self.redoLimit / 2 else { return nil }
    let sealed = try key.seal(writer.bytes, row: Self.redoRow, nonce: nonces.draw(1)[0])
    return Self.redoHead(after: manifest) + sealed
  }

  /// Applies a redo record if the archive is in the state for which the record was made.
  ///
  /// Any other record is ignored: its changes are stored already, the archive was restored from a
  /// copy, or it belongs to another archive. The bytes are not trusted.
  ///
  /// - Returns: Whether the changes were applied; the archive has to be loaded again then.
  /// - Throws: ``StateError`` when they could not be stored.
  package func replay(_ redo: Data) throws -> Bool {
    let head = Self.redoHead(after: manifest)
    guard redo.count < Self.redoLimit, redo.starts(with: head),
      let bytes = try? key.open(Data(redo.dropFirst(head.count)), row: Self.redoRow),
      let (changes, info) = try? changes(in: bytes)
    else { return false }
    try commit(changes, info: info)
    return true
  }

  /// The unsealed head, by which a record that does not match is skipped unopened.
  private static func redoHead(after manifest: Manifest) -> Data {
    var head = ByteWriter()
    head.write(redoVersion)
    head.write(manifest.sequence)
    return Data(head.bytes)
  }

  /// The changes in an opened record; `nil` when they do not match the stored objects.
  private func changes(
    in bytes: [UInt8]
  ) throws(DecodingFailure) -> (ArchiveChanges, ArchiveInfo)? {
    var reader = ByteReader(bytes)
    guard try reader.readData() == manifest.binding else { return nil }
    let info = ArchiveInfo(
      bundleVersion: try reader.readString(), systemVersion: try reader.readString(),
      timestamp: try reader.readDouble())
    var changes = ArchiveChanges()
    for _ in 0..<(try reader.readCount()) {
      changes.deletions.append(NodeID(rawValue: try reader.readInt()))
    }
    for _ in 0..<(try reader.readCount()) {
      let node = NodeID(rawValue: try reader.readInt())
      changes.upserts.append(
        try ObjectRecord(node: node, bytes: Array(try reader.readData())))
    }
    guard reader.isAtEnd else { throw .malformed("bytes are left over after the changes") }
    return (changes, info)
  }
}
