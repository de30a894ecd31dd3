import Storage

/// A row as a device keeps it.
///
/// Most values stand once in the merged row and are shown: those are written once.
extension SharedRow {
  private static let format: UInt8 = 1

  /// The bytes.
  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.format)
    writer.write(shown)
    writer.write(waiting)
    let operationIDs = Array(Set(merged.cells.values.joined().map(\.operationID)))
      .sorted { $0.sequence < $1.sequence }
    let places = Dictionary(uniqueKeysWithValues: zip(operationIDs, operationIDs.indices))
    writer.write(length: operationIDs.count)
    for operationID in operationIDs {
      writer.write(operationID.device)
      writer.write(operationID.number)
      writer.write(operationID.sequence)
    }
    writer.write(length: merged.cells.count)
    for (column, heads) in merged.cells.sorted(by: { $0.key < $1.key }) {
      writer.write(column)
      writer.write(length: heads.count)
      for head in heads {
        writer.write(length: places[head.operationID] ?? 0)
        let isShown = head.value == shown[column, default: .null]
        writer.write(UInt8(isShown ? 1 : 0))
        if !isShown { head.value.write(to: &writer) }
      }
    }
    return writer.bytes
  }

  /// Reads a row.
  ///
  /// - Throws: `DecodingFailure`.
  public init(bytes: [UInt8]) throws(DecodingFailure) {
    var reader = ByteReader(bytes)
    guard try reader.readByte() == Self.format else {
      throw DecodingFailure.malformed("it is no row of a household")
    }
    shown = try reader.readValues()
    waiting = try reader.readNumbers()
    var operationIDs: [OperationID] = []
    for _ in 0..<(try reader.readLength()) {
      operationIDs.append(
        OperationID(
          device: try reader.readText(), number: try reader.readInt(),
          sequence: try reader.readInt()))
    }
    var cells: [String: [MergedRow.Head]] = [:]
    for _ in 0..<(try reader.readLength()) {
      let column = try reader.readText()
      var heads: [MergedRow.Head] = []
      for _ in 0..<(try reader.readLength()) {
        let index = try reader.readIndex(below: operationIDs.count)
        let isShown = try reader.readByte() == 1
        let value = isShown ? shown[column, default: .null] : try SharedValue(from: &reader)
        heads.append(MergedRow.Head(operationID: operationIDs[index], value: value))
      }
      cells[column] = heads
    }
    merged = MergedRow(cells: cells)
    guard reader.isAtEnd else { throw DecodingFailure.malformed("it is no row of a household") }
  }
}
