import Foundation
import Storage

/// One value in an object's saved state.
///
/// Plain data only. It holds no class name, no code and no path, so reading a state file can do no
/// more than fill in values.
public enum Value: Hashable, Sendable {
  /// An explicit null.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// A floating point number.
  case double(Double)
  /// Text.
  case string(String)
  /// Bytes.
  case data(Data)
  /// A moment, in seconds since 1970-01-01 00:00 UTC.
  case date(Double)
  /// Values in order.
  case array([Value])
  /// Values by name, written in the order of their names so that equal values have equal bytes.
  case dictionary([String: Value])
  /// Another restorable object (contract 2.6).
  case reference(NodeID)

  /// Every reference in the value, in order.
  public var references: [NodeID] {
    var found: [NodeID] = []
    appendReferences(to: &found)
    return found
  }

  /// Appends every reference in the value, in order; most values hold none, so no array is made for
  /// them.
  func appendReferences(to found: inout [NodeID]) {
    switch self {
    case .reference(let node): found.append(node)
    case .array(let values):
      for value in values { value.appendReferences(to: &found) }
    case .dictionary(let values):
      for entry in values.sorted(by: { $0.key < $1.key }) {
        entry.value.appendReferences(to: &found)
      }
    default: break
    }
  }
}

/// A value and its key, as an object encoded them.
package struct KeyedValue: Hashable, Sendable {
  package var key: String
  package var value: Value
}

extension [KeyedValue] {
  /// Converts the pairs that apps use.
  package init(_ pairs: [(key: String, value: Value)]) {
    self = pairs.map { KeyedValue(key: $0.key, value: $0.value) }
  }

  /// The pairs that apps use.
  var pairs: [(key: String, value: Value)] { map { ($0.key, $0.value) } }
}

/// How saved state is written: every text and list is preceded by its count.
extension ByteWriter {
  package mutating func write(_ count: Int) {
    write(Int64(count))
  }

  package mutating func write(_ text: String) {
    write(text.utf8.count)
    write(contentsOf: text.utf8)
  }

  package mutating func write(_ data: Data) {
    write(data.count)
    write(contentsOf: data)
  }

  package mutating func write(_ value: Value) {
    switch value {
    case .null:
      write(Tag.null.rawValue)
    case .bool(let flag):
      write(Tag.bool.rawValue)
      write(UInt8(flag ? 1 : 0))
    case .int(let number):
      write(Tag.int.rawValue)
      write(number)
    case .double(let number):
      write(Tag.double.rawValue)
      write(number)
    case .string(let text):
      write(Tag.string.rawValue)
      write(text)
    case .data(let data):
      write(Tag.data.rawValue)
      write(data)
    case .date(let seconds):
      write(Tag.date.rawValue)
      write(seconds)
    case .array(let values):
      write(Tag.array.rawValue)
      write(values.count)
      for value in values { write(value) }
    case .dictionary(let values):
      write(Tag.dictionary.rawValue)
      write(values.count)
      for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        write(key)
        write(value)
      }
    case .reference(let node):
      write(Tag.reference.rawValue)
      write(node.rawValue)
    }
  }

  /// The byte that precedes each value and names its type; part of the file format.
  enum Tag: UInt8 {
    case null = 0
    case bool = 1
    case int = 2
    case double = 3
    case string = 4
    case data = 5
    case date = 6
    case array = 7
    case dictionary = 8
    case reference = 9
  }
}

/// How saved state is read: nesting is limited, too (design 3, reliability S6).
extension ByteReader {
  /// How deep arrays and dictionaries may nest.
  static let depthLimit = 64

  /// Reads the count of items that take at least one byte each.
  package mutating func readCount() throws(DecodingFailure) -> Int {
    let count = try readInt()
    guard count >= 0, count <= Int64(remaining) else { throw .truncated }
    return Int(count)
  }

  package mutating func readString() throws(DecodingFailure) -> String {
    try readString(length: readCount())
  }

  package mutating func readData() throws(DecodingFailure) -> Data {
    Data(try readBytes(length: readCount()))
  }

  package mutating func readValue(depth: Int = 0) throws(DecodingFailure) -> Value {
    guard depth < Self.depthLimit else { throw .malformed("values nest too deep") }
    guard let tag = ByteWriter.Tag(rawValue: try readByte()) else {
      throw .malformed("a value has an unknown type")
    }
    switch tag {
    case .null: return .null
    case .bool: return .bool(try readByte() != 0)
    case .int: return .int(try readInt())
    case .double: return .double(try readDouble())
    case .string: return .string(try readString())
    case .data: return .data(try readData())
    case .date: return .date(try readDouble())
    case .array: return .array(try readArray(depth: depth))
    case .dictionary: return .dictionary(try readDictionary(depth: depth))
    case .reference: return .reference(NodeID(rawValue: try readInt()))
    }
  }

  private mutating func readArray(depth: Int) throws(DecodingFailure) -> [Value] {
    let count = try readCount()
    var values: [Value] = []
    for _ in 0..<count {
      values.append(try readValue(depth: depth + 1))
    }
    return values
  }

  private mutating func readDictionary(depth: Int) throws(DecodingFailure) -> [String: Value] {
    let count = try readCount()
    var values: [String: Value] = [:]
    for _ in 0..<count {
      let key = try readString()
      values[key] = try readValue(depth: depth + 1)
    }
    return values
  }
}

/// The identity of a preserved object: random, and stable across launches.
///
/// It does not depend on the object's place in the interface, so moving an object changes no key.
public struct NodeID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number; also the key of the object's row.
  public let rawValue: Int64

  /// Makes an identity from a stored number.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// The application itself: what the delegate encodes (contract 1.1.5).
  public static let application = NodeID(rawValue: 1)

  /// A new random identity; never one of the small reserved numbers.
  public static func random() -> NodeID {
    NodeID(rawValue: Int64.random(in: 1_000...Int64.max))
  }

  /// Orders by number, which has no meaning.
  public static func < (left: NodeID, right: NodeID) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Hexadecimal digits.
  public var description: String { String(rawValue, radix: 16) }
}
