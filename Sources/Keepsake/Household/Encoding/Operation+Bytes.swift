/// An operation as bytes, before they are sealed.
extension Operation {
  private static let format: UInt8 = 1

  /// The bytes; equal operations give equal ones.
  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.format)
    writer.write(seen)
    writer.write(former)
    writer.write(author)
    writer.write(at)
    writer.write(count: writes.count)
    for write in writes {
      writer.write(write.row.kind)
      writer.write(write.row.key)
      writer.write(write.cells)
    }
    return writer.bytes
  }

  /// Reads an operation.
  ///
  /// Lengths beyond ``Bounds`` are rejected before memory is allocated for them.
  ///
  /// - Parameter isOwn: Whether it is from this device's own queue, which an earlier version may have filled without limits.
  /// - Throws: `MalformedBytes`.
  public init(bytes: [UInt8], isOwn: Bool = false) throws(MalformedBytes) {
    var reader = ByteReader(bytes)
    guard try reader.byte() == Self.format else { throw MalformedBytes() }
    seen = try reader.number()
    former = try reader.numbers(atMost: Bounds.formerNames)
    author = try reader.text()
    at = try reader.number()
    let count = try reader.count()
    guard isOwn || count <= Bounds.rowsPerOperation else { throw MalformedBytes() }
    writes = []
    for _ in 0..<count {
      let row = RowID(kind: try reader.text(), key: try reader.text())
      writes.append(RowWrite(row, try reader.values(atMost: isOwn ? .max : Bounds.valuesPerRow)))
    }
    guard reader.isAtEnd, seen >= 0 else { throw MalformedBytes() }
  }
}
