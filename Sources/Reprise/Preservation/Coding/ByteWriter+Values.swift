import Foundation
import Storage

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
