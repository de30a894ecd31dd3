import Storage

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
