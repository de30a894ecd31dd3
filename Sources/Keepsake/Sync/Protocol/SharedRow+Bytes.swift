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
    let stamps = Array(Set(merged.cells.values.joined().map(\.stamp)))
      .sorted { $0.sequence < $1.sequence }
    let places = Dictionary(uniqueKeysWithValues: zip(stamps, stamps.indices))
    writer.write(length: stamps.count)
    for stamp in stamps {
      writer.write(stamp.device)
      writer.write(stamp.number)
      writer.write(stamp.sequence)
    }
    writer.write(length: merged.cells.count)
    for (column, heads) in merged.cells.sorted(by: { $0.key < $1.key }) {
      writer.write(column)
      writer.write(length: heads.count)
      for head in heads {
        writer.write(length: places[head.stamp] ?? 0)
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
    var stamps: [Stamp] = []
    for _ in 0..<(try reader.readLength()) {
      stamps.append(
        Stamp(
          device: try reader.readText(), number: try reader.readInt(),
          sequence: try reader.readInt()))
    }
    var cells: [String: [MergedRow.Head]] = [:]
    for _ in 0..<(try reader.readLength()) {
      let column = try reader.readText()
      var heads: [MergedRow.Head] = []
      for _ in 0..<(try reader.readLength()) {
        let index = try reader.readIndex(below: stamps.count)
        let isShown = try reader.readByte() == 1
        let value = isShown ? shown[column, default: .null] : try SharedValue(from: &reader)
        heads.append(MergedRow.Head(stamp: stamps[index], value: value))
      }
      cells[column] = heads
    }
    merged = MergedRow(cells: cells)
    guard reader.isAtEnd else { throw DecodingFailure.malformed("it is no row of a household") }
  }
}
