import Foundation

nonisolated extension UUID {
  /// The same as `uuidString`, which formats byte by byte: too slow for a list of all items, or for
  /// every key.
  var digits: String {
    let digits = Array("0123456789ABCDEF".utf8)
    return withUnsafeBytes(of: uuid) { bytes in
      String(unsafeUninitializedCapacity: 36) { text in
        var end = 0
        for (index, byte) in bytes.enumerated() {
          if index == 4 || index == 6 || index == 8 || index == 10 {
            text[end] = UInt8(ascii: "-")
            end += 1
          }
          text[end] = digits[Int(byte >> 4)]
          text[end + 1] = digits[Int(byte & 15)]
          end += 2
        }
        return end
      }
    }
  }
}
