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
      throw DecodingFailure.malformed("not a change of a member")
    }
    lastSequence = try reader.readInt()
    former = try reader.readNumbers(atMost: OperationBounds.formerNames)
    author = try reader.readText()
    at = try reader.readInt()
    let count = try reader.readLength()
    guard isOwn || count <= OperationBounds.rowsPerOperation else {
      throw DecodingFailure.malformed("not a change of a member")
    }
    writes = []
    for _ in 0..<count {
      let row = RowID(kind: try reader.readText(), key: try reader.readText())
      writes.append(
        RowWrite(row, try reader.readValues(atMost: isOwn ? .max : OperationBounds.valuesPerRow)))
    }
    guard reader.isAtEnd, lastSequence >= 0 else {
      throw DecodingFailure.malformed("not a change of a member")
    }
  }
}

/// A row as a device stores it.
///
/// Most values are unique in the merged row and shown, so they are written once.
extension SharedRow {
  private static let format: UInt8 = 1

  /// The bytes.
  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.format)
    writer.write(applied)
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
        let isShown = head.value == applied[column, default: .null]
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
      throw DecodingFailure.malformed("not a row of a household")
    }
    applied = try reader.readValues()
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
        let value = isShown ? applied[column, default: .null] : try SharedValue(from: &reader)
        heads.append(MergedRow.Head(operationID: operationIDs[index], value: value))
      }
      cells[column] = heads
    }
    merged = MergedRow(cells: cells)
    guard reader.isAtEnd else { throw DecodingFailure.malformed("not a row of a household") }
  }
}

extension SharedValue {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .null: writer.write(UInt8(0))
    case .integer(let number):
      writer.write(UInt8(1))
      writer.write(number)
    case .real(let number):
      writer.write(UInt8(2))
      writer.write(number)
    case .text(let text):
      writer.write(UInt8(3))
      writer.write(text)
    }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    switch try reader.readByte() {
    case 0: self = .null
    case 1: self = .integer(try reader.readInt())
    case 2:
      let number = try reader.readDouble()
      guard number.isFinite else { throw DecodingFailure.malformed("not a value of a row") }
      self = .real(number)
    case 3: self = .text(try reader.readText())
    default: throw DecodingFailure.malformed("not a value of a row")
    }
  }
}

extension ByteWriter {
  /// Values by name, in the order of the names, so that equal ones give equal bytes.
  mutating func write(_ values: [String: SharedValue]) {
    write(length: values.count)
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      write(name)
      value.write(to: &self)
    }
  }

  /// Numbers by name.
  mutating func write(_ numbers: [String: Int64]) {
    write(length: numbers.count)
    for (name, number) in numbers.sorted(by: { $0.key < $1.key }) {
      write(name)
      write(number)
    }
  }
}

extension ByteReader {
  mutating func readValues(atMost most: Int = .max) throws(DecodingFailure) -> [String: SharedValue]
  {
    let count = try readLength()
    guard count <= most else { throw DecodingFailure.malformed("not a value of a row") }
    var values = [String: SharedValue](minimumCapacity: min(count, 64))
    for _ in 0..<count { values[try readText()] = try SharedValue(from: &self) }
    return values
  }

  mutating func readNumbers(atMost most: Int = .max) throws(DecodingFailure) -> [String: Int64] {
    let count = try readLength()
    guard count <= most else { throw DecodingFailure.malformed("not a value of a row") }
    var numbers: [String: Int64] = [:]
    for _ in 0..<count { numbers[try readText()] = try readInt() }
    return numbers
  }
}

/// How a household reads.
extension ByteReader {
  /// Reads how many things follow, each of which takes a byte at least.
  mutating func readLength() throws(DecodingFailure) -> Int {
    let length = try readUnsigned()
    guard length <= UInt64(remaining) else { throw .truncated }
    return Int(length)
  }

  /// Reads the index of one of so many things.
  mutating func readIndex(below limit: Int) throws(DecodingFailure) -> Int {
    let index = try readUnsigned()
    guard index < UInt64(limit) else { throw .malformed("there is no such part") }
    return Int(index)
  }

  mutating func readText() throws(DecodingFailure) -> String {
    try readString(length: readLength())
  }
}

/// How a household writes: every text and list is preceded by its length, which is never negative.
extension ByteWriter {
  mutating func write(length: Int) { write(unsigned: UInt64(length)) }

  mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      write(length: utf8.count)
      write(contentsOf: utf8)
    }
  }
}
