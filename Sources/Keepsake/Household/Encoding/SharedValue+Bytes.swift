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

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    switch try reader.byte() {
    case 0: self = .null
    case 1: self = .integer(try reader.number())
    case 2:
      let number = try reader.real()
      guard number.isFinite else { throw MalformedBytes() }
      self = .real(number)
    case 3: self = .text(try reader.text())
    default: throw MalformedBytes()
    }
  }
}

extension ByteWriter {
  /// Values by name, in the order of the names, so that equal ones give equal bytes.
  mutating func write(_ values: [String: SharedValue]) {
    write(count: values.count)
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      write(name)
      value.write(to: &self)
    }
  }

  /// Numbers by name.
  mutating func write(_ numbers: [String: Int64]) {
    write(count: numbers.count)
    for (name, number) in numbers.sorted(by: { $0.key < $1.key }) {
      write(name)
      write(number)
    }
  }
}

extension ByteReader {
  mutating func values(atMost most: Int = .max) throws(MalformedBytes) -> [String: SharedValue] {
    let count = try count()
    guard count <= most else { throw MalformedBytes() }
    var values = [String: SharedValue](minimumCapacity: min(count, 64))
    for _ in 0..<count { values[try text()] = try SharedValue(from: &self) }
    return values
  }

  mutating func numbers(atMost most: Int = .max) throws(MalformedBytes) -> [String: Int64] {
    let count = try count()
    guard count <= most else { throw MalformedBytes() }
    var numbers: [String: Int64] = [:]
    for _ in 0..<count { numbers[try text()] = try number() }
    return numbers
  }
}
