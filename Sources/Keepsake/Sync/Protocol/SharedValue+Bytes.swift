import Storage

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
      guard number.isFinite else { throw DecodingFailure.malformed("it is no value of a row") }
      self = .real(number)
    case 3: self = .text(try reader.readText())
    default: throw DecodingFailure.malformed("it is no value of a row")
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
    guard count <= most else { throw DecodingFailure.malformed("it is no value of a row") }
    var values = [String: SharedValue](minimumCapacity: min(count, 64))
    for _ in 0..<count { values[try readText()] = try SharedValue(from: &self) }
    return values
  }

  mutating func readNumbers(atMost most: Int = .max) throws(DecodingFailure) -> [String: Int64] {
    let count = try readLength()
    guard count <= most else { throw DecodingFailure.malformed("it is no value of a row") }
    var numbers: [String: Int64] = [:]
    for _ in 0..<count { numbers[try readText()] = try readInt() }
    return numbers
  }
}
