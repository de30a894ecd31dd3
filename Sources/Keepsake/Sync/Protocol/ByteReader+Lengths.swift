import Storage

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
