import Foundation

/// The changes of one turn outside of the archive: sealed, and kept with the data that they belong to.
///
/// Data and state lie in two files, which no transaction spans. Who stores data first and the state
/// after it stores a redo record in the transaction of the data: a state that did not get the changes,
/// since a kill came between or since it could not be written, takes them from there. So both are of
/// the same turn, always.
extension StateArchive {
  /// The row under which a redo record is sealed; no node has it.
  static let redoRow: Int64 = 3

  /// The longest redo record that is made or read, in bytes.
  static let redoLimit = 16 << 20

  /// The layout of redo records that this program writes.
  private static let redoVersion: UInt8 = 1

  /// What ``replay(_:)`` needs to bring an archive in the present state to the next one; nil when it
  /// would be too long.
  public func redoRecord(of changes: ArchiveChanges, info: ArchiveInfo) throws -> Data? {
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

  /// Makes the changes of a redo record, if they are those that come next: the archive holds what it
  /// held when the record was made.
  ///
  /// Any other record is passed over: the archive has its changes already, was put back, or is
  /// another one. The bytes may come from anywhere.
  ///
  /// - Returns: Whether the changes are in the archive now, which has to be loaded anew.
  /// - Throws: ``StateError`` when they could not be stored.
  public func replay(_ redo: Data) throws -> Bool {
    let head = Self.redoHead(after: manifest)
    guard redo.count < Self.redoLimit, redo.starts(with: head),
      let bytes = try? key.open(Data(redo.dropFirst(head.count)), row: Self.redoRow),
      let (changes, info) = try? changes(in: bytes)
    else { return false }
    try commit(changes, info: info)
    return true
  }

  /// What stands in front of the sealed part: a record that does not fit is not even opened.
  private static func redoHead(after manifest: Manifest) -> Data {
    var head = ByteWriter()
    head.write(redoVersion)
    head.write(manifest.sequence)
    return Data(head.bytes)
  }

  /// The changes in an opened record; nil when they belong to other objects than those stored now.
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
