extension ObjectRecord {
  /// The version of the layout below; the first byte of every record.
  static let layoutVersion: UInt8 = 1

  /// The record as bytes, without its node, which the row's key and its seal carry.
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.layoutVersion)
    writer.write(kind.rawValue)
    writer.write(parent?.rawValue ?? 0)
    writer.write(identifier)
    writer.write(Int64(index ?? -1))
    writer.write(typeKey)
    writer.write(restorationClass ?? "")
    writer.write(keyedValues.count)
    for entry in keyedValues {
      writer.write(entry.key)
      writer.write(entry.value)
    }
    return writer.bytes
  }

  /// Reads a record.
  ///
  /// - Throws: ``DecodingFailure`` when the bytes are not a record of a known layout.
  init(node: NodeID, bytes: [UInt8]) throws(DecodingFailure) {
    var reader = ByteReader(bytes)
    guard try reader.readByte() == Self.layoutVersion else {
      throw .malformed("the record has an unknown layout")
    }
    guard let kind = Kind(rawValue: try reader.readByte()) else {
      throw .malformed("the record is of an unknown kind")
    }
    let parent = try reader.readInt()
    let identifier = try reader.readString()
    let index = try reader.readInt()
    let typeKey = try reader.readString()
    let restorationClass = try reader.readString()
    let count = try reader.readCount()
    var values: [(key: String, value: Value)] = []
    for _ in 0..<count {
      let key = try reader.readString()
      values.append((key, try reader.readValue()))
    }
    guard reader.isAtEnd else { throw .malformed("bytes are left over after the record") }
    self.init(
      node: node, kind: kind, parent: parent == 0 ? nil : NodeID(rawValue: parent),
      identifier: identifier, index: index < 0 ? nil : Int(exactly: index), typeKey: typeKey,
      restorationClass: restorationClass.isEmpty ? nil : restorationClass, values: values)
  }

  /// The bytes that the object's keys and values take by themselves; what an archive is measured by.
  public var valueSize: Int {
    var writer = ByteWriter()
    for entry in keyedValues {
      writer.write(entry.key)
      writer.write(entry.value)
    }
    return writer.bytes.count
  }
}
