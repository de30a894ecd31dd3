import RepriseCommands
import Foundation
import Inventory
import Reprise

/// Writes values as lines of JSON, in the format of ``Console/json(_:)``.
///
/// `JSONEncoder` builds a tree for every value and formats every line, which takes longer than reading the
/// items. This encoder writes values straight into bytes and sorts only their keys.
nonisolated struct JSONLines {
  /// The bytes collected before a write.
  private static let blockSize = 1 << 16

  private var bytes: [UInt8] = []
  private let encoder = ObjectEncoder()
  private let output: ([UInt8]) -> Void

  /// Makes a writer.
  ///
  /// - Parameter output: Takes whole lines.
  init(output: @escaping ([UInt8]) -> Void) {
    self.output = output
  }

  /// Writes a value as one line; it must encode as an object.
  mutating func add(_ value: some Encodable) throws {
    encoder.object.clear()
    try value.encode(to: encoder)
    encoder.object.append(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.blockSize { flush() }
  }

  /// Writes what is still collected.
  mutating func flush() {
    if !bytes.isEmpty { output(bytes) }
    bytes.removeAll(keepingCapacity: true)
  }
}

/// The encoded members of one object.
private nonisolated final class EncodedObject {
  private var members: [(key: String, range: Range<Int>)] = []
  private var bytes: [UInt8] = []

  func add(_ key: String, _ body: (inout [UInt8]) throws -> Void) rethrows {
    let start = bytes.count
    try body(&bytes)
    members.append((key, start..<bytes.count))
  }

  /// Removes all members and keeps the memory for the next line.
  func clear() {
    members.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes the object with its members sorted by name.
  func append(to target: inout [UInt8]) {
    members.sort { $0.key < $1.key }
    target.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { target.append(UInt8(ascii: ",")) }
      target.appendJSON(member.key)
      target.append(UInt8(ascii: ":"))
      target.append(contentsOf: bytes[member.range])
    }
    target.append(UInt8(ascii: "}"))
  }
}

/// Collects the members of an object from its `encode(to:)`.
private nonisolated struct ObjectEncoder: Encoder {
  let object = EncodedObject()
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Container<Key>(object: object))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    preconditionFailure("a line must be an object")
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    preconditionFailure("a line must be an object")
  }

  private struct Container<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let object: EncodedObject
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) {
      object.add(key.stringValue) { $0.append(contentsOf: "null".utf8) }
    }

    mutating func encode(_ value: String, forKey key: Key) {
      object.add(key.stringValue) { $0.appendJSON(value) }
    }

    mutating func encode(_ value: Bool, forKey key: Key) {
      object.add(key.stringValue) { $0.append(contentsOf: (value ? "true" : "false").utf8) }
    }

    /// Uses `JSONEncoder` for all other values, which are rare or short.
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      try object.add(key.stringValue) { bytes in
        if let texts = value as? [String] {
          bytes.appendJSON(texts)
        } else if let number = value as? Double, let whole = Int32(exactly: number) {
          bytes.append(contentsOf: String(whole).utf8)
        } else {
          let encoder = JSONEncoder()
          encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
          let text = String(decoding: try encoder.encode(value), as: UTF8.self)
          bytes.append(contentsOf: Console.shown(json: text).utf8)
        }
      }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
      preconditionFailure("members are encoded as values")
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      preconditionFailure("members are encoded as values")
    }

    mutating func superEncoder() -> any Encoder { preconditionFailure("there is no class above") }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
      preconditionFailure("there is no class above")
    }
  }
}

nonisolated extension [UInt8] {
  /// Appends a quoted string; escapes what JSON requires, and invisible characters.
  fileprivate mutating func appendJSON(_ text: String) {
    append(UInt8(ascii: "\""))
    let start = count
    append(contentsOf: text.utf8)
    if !self[start...].allSatisfy(Self.isPlain) {
      removeSubrange(start...)
      for scalar in text.unicodeScalars { appendJSON(scalar) }
    }
    append(UInt8(ascii: "\""))
  }

  /// Whether a byte is a whole character and needs no escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte <= 0x7E && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func appendJSON(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append(contentsOf: "\\\"".utf8)
    case "\\": append(contentsOf: "\\\\".utf8)
    case "\u{8}": append(contentsOf: "\\b".utf8)
    case "\u{C}": append(contentsOf: "\\f".utf8)
    case "\n": append(contentsOf: "\\n".utf8)
    case "\r": append(contentsOf: "\\r".utf8)
    case "\t": append(contentsOf: "\\t".utf8)
    case _ where Console.isShown(scalar): append(contentsOf: UTF8.encode(scalar) ?? .init())
    default: append(contentsOf: Console.shown(json: String(scalar)).utf8)
    }
  }

  fileprivate mutating func appendJSON(_ texts: [String]) {
    append(UInt8(ascii: "["))
    for (index, text) in texts.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      appendJSON(text)
    }
    append(UInt8(ascii: "]"))
  }
}
