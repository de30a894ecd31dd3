import Storage

extension ObjectRecord {
  /// The version of the layout below; the first byte of every record.
  ///
  /// Version 1 had neither schema nor carried state. Every version is readable.
  static let layoutVersion: UInt8 = 2

  /// Writes the record as bytes, without its node: the row's key and seal carry that.
  func write(to writer: inout ByteWriter) {
    writer.write(Self.layoutVersion)
    writer.write(kind.rawValue)
    writer.write(parent?.rawValue ?? 0)
    writer.write(identifier)
    writer.write(Int64(index ?? -1))
    writer.write(typeKey)
    writer.write(restorationClass ?? "")
    writer.write(schema)
    writer.write(keyedValues)
    writer.write(carried.values)
    writer.write(carried.links.count)
    for link in carried.links {
      writer.write(link.key)
      writer.write(link.saved)
      writer.write(UInt8(link.seen == nil ? 0 : 1))
      if let seen = link.seen { writer.write(seen) }
    }
  }

  /// Decodes a record.
  ///
  /// - Throws: ``DecodingFailure`` when the bytes are not a record of a known layout.
  init(node: NodeID, bytes: [UInt8]) throws(DecodingFailure) {
    var reader = ByteReader(bytes)
    let layout = try reader.readByte()
    guard (1...Self.layoutVersion).contains(layout) else {
      throw .malformed("the record has an unknown layout")
    }
    guard let kind = Kind(rawValue: try reader.readByte()), kind.isStored else {
      throw .malformed("the record is of an unknown kind")
    }
    let parent = try reader.readInt()
    let identifier = try reader.readString()
    let index = try reader.readInt()
    let typeKey = try reader.readString()
    let restorationClass = try reader.readString()
    let hasHistory = layout >= 2
    let schema = hasHistory ? try reader.readInt() : 1
    let values = try reader.readKeyedValues()
    let carried = hasHistory ? try reader.readCarried() : Carried()
    guard reader.isAtEnd else { throw .malformed("bytes are left over after the record") }
    guard let schema = Int(exactly: schema) else { throw .malformed("the schema's number") }
    self.init(
      node: node, kind: kind, parent: parent == 0 ? nil : NodeID(rawValue: parent),
      identifier: identifier, index: index < 0 ? nil : Int(exactly: index), typeKey: typeKey,
      schema: schema, restorationClass: restorationClass.isEmpty ? nil : restorationClass,
      keyedValues: values, carried: carried)
  }
}

extension ObjectRecord.Kind {
  fileprivate var isStored: Bool { self != .unreadable && self != .damaged }
}

extension ByteWriter {
  fileprivate mutating func write(_ values: [KeyedValue]) {
    write(values.count)
    for entry in values {
      write(entry.key)
      write(entry.value)
    }
  }
}

extension ByteReader {
  fileprivate mutating func readKeyedValues() throws(DecodingFailure) -> [KeyedValue] {
    let count = try readCount()
    var values: [KeyedValue] = []
    for _ in 0..<count {
      let key = try readString()
      values.append(KeyedValue(key: key, value: try readValue()))
    }
    return values
  }

  fileprivate mutating func readCarried() throws(DecodingFailure) -> Carried {
    var carried = Carried()
    carried.values = try readKeyedValues()
    for _ in 0..<(try readCount()) {
      let key = try readString()
      let saved = try readValue()
      let seen = try readByte() == 0 ? nil : try readValue()
      carried.links.append(Carried.Link(key: key, saved: saved, seen: seen))
    }
    return carried
  }
}

extension ObjectRecord {
  /// The encoded size of the object's keys and values alone, in bytes.
  package var valueSize: Int {
    var writer = ByteWriter()
    writer.write(keyedValues)
    return writer.bytes.count
  }
}
