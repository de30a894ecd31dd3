import Storage

/// The saved state of one restorable object.
package struct ObjectRecord: Hashable, Sendable {
  /// The kind of object, which decides how a restore finds it.
  package enum Kind: UInt8, Sendable {
    /// The application; its delegate writes the record.
    case application = 0
    /// A window.
    case window = 1
    /// A view controller.
    case controller = 2
    /// A view, found in the view hierarchy of its controller.
    case view = 3
    /// A registered object that is neither (contract 6).
    case object = 4
    /// The stand-in for a damaged record, of which only the node is known.
    ///
    /// Never stored.
    case damaged = 254
    /// The stand-in for a record that this program cannot read although its seal is intact: a newer
    /// program wrote it.
    ///
    /// Never stored: the archive keeps the original.
    case unreadable = 255
  }

  /// The identity.
  package var node: NodeID

  /// The kind of object.
  package var kind: Kind

  /// The object that contains or presents this one (contract 2.A.2).
  package var parent: NodeID?

  /// The object's own restoration identifier: the last component of its path.
  package var identifier: String

  /// The position that distinguishes siblings with the same identifier (contract 2.A.4).
  package var index: Int?

  /// The stable key of the object's type, for the class check (contract 3.7).
  package var typeKey: String

  /// The version of the keys and values that the type stores (contract 10.1.4).
  package var schema: Int

  /// The stable key of the restoration class, if the object has one.
  package var restorationClass: String?

  /// The encoded values, in the order of encoding.
  package var values: [(key: String, value: Value)] {
    get { keyedValues.pairs }
    set { keyedValues = [KeyedValue](newValue) }
  }

  /// Data that another version of the program stored and this one preserves.
  package var carried: UnknownRecords

  /// The ``values``, as a coder stores them.
  package var keyedValues: [KeyedValue]

  /// Makes a record.
  package init(
    node: NodeID, kind: Kind, parent: NodeID?, identifier: String, index: Int? = nil,
    typeKey: String, schema: Int = 1, restorationClass: String? = nil,
    values: [(key: String, value: Value)] = [], carried: UnknownRecords = UnknownRecords()
  ) {
    self.init(
      node: node, kind: kind, parent: parent, identifier: identifier, index: index,
      typeKey: typeKey, schema: schema, restorationClass: restorationClass,
      keyedValues: [KeyedValue](values), carried: carried)
  }

  /// Makes a record from a coder's values.
  package init(
    node: NodeID, kind: Kind, parent: NodeID?, identifier: String, index: Int?, typeKey: String,
    schema: Int, restorationClass: String?, keyedValues: [KeyedValue], carried: UnknownRecords
  ) {
    self.node = node
    self.kind = kind
    self.parent = parent
    self.identifier = identifier
    self.index = index
    self.typeKey = typeKey
    self.schema = schema
    self.restorationClass = restorationClass
    self.carried = carried
    self.keyedValues = keyedValues
  }

  /// Every referenced object, in order; carried references come last.
  package var references: [NodeID] {
    var found: [NodeID] = []
    for entry in keyedValues { entry.value.appendReferences(to: &found) }
    carried.appendReferences(to: &found)
    return found
  }

  // MARK: - Bytes

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
    let carried = hasHistory ? try reader.readCarried() : UnknownRecords()
    guard reader.isAtEnd else { throw .malformed("bytes are left over after the record") }
    guard let schema = Int(exactly: schema) else { throw .malformed("the schema's number") }
    self.init(
      node: node, kind: kind, parent: parent == 0 ? nil : NodeID(rawValue: parent),
      identifier: identifier, index: index < 0 ? nil : Int(exactly: index), typeKey: typeKey,
      schema: schema, restorationClass: restorationClass.isEmpty ? nil : restorationClass,
      keyedValues: values, carried: carried)
  }

  /// The encoded size of the object's keys and values alone, in bytes.
  package var valueSize: Int {
    var writer = ByteWriter()
    writer.write(keyedValues)
    return writer.bytes.count
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

  fileprivate mutating func readCarried() throws(DecodingFailure) -> UnknownRecords {
    var carried = UnknownRecords()
    carried.values = try readKeyedValues()
    for _ in 0..<(try readCount()) {
      let key = try readString()
      let saved = try readValue()
      let seen = try readByte() == 0 ? nil : try readValue()
      carried.links.append(UnknownRecords.Link(key: key, saved: saved, seen: seen))
    }
    return carried
  }
}
