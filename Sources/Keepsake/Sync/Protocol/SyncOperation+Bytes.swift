import Storage

/// An operation as bytes, before they are sealed.
extension SyncOperation {
  private static let format: UInt8 = 1

  /// The bytes; equal operations give equal ones.
  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.format)
    writer.write(lastSequence)
    writer.write(former)
    writer.write(author)
    writer.write(at)
    writer.write(length: writes.count)
    for write in writes {
      writer.write(write.row.kind)
      writer.write(write.row.key)
      writer.write(write.cells)
    }
    return writer.bytes
  }

  /// Reads an operation.
  ///
  /// Lengths beyond ``OperationBounds`` are rejected before memory is allocated for them.
  ///
  /// - Parameter isOwn: Whether it is from this device's own queue, which an earlier version may have filled without limits.
  /// - Throws: `DecodingFailure`.
  public init(bytes: [UInt8], isOwn: Bool = false) throws(DecodingFailure) {
    var reader = ByteReader(bytes)
    guard try reader.readByte() == Self.format else {
      throw DecodingFailure.malformed("it is no change of a member")
    }
    lastSequence = try reader.readInt()
    former = try reader.readNumbers(atMost: OperationBounds.formerNames)
    author = try reader.readText()
    at = try reader.readInt()
    let count = try reader.readLength()
    guard isOwn || count <= OperationBounds.rowsPerOperation else {
      throw DecodingFailure.malformed("it is no change of a member")
    }
    writes = []
    for _ in 0..<count {
      let row = RowID(kind: try reader.readText(), key: try reader.readText())
      writes.append(
        RowWrite(row, try reader.readValues(atMost: isOwn ? .max : OperationBounds.valuesPerRow)))
    }
    guard reader.isAtEnd, lastSequence >= 0 else {
      throw DecodingFailure.malformed("it is no change of a member")
    }
  }
}
