import Foundation

/// The key that sorts a name, computed once and stored with it.
///
/// The name is decomposed (NFKD), stripped of combining marks and lower-cased, so that case, accents
/// and width do not matter; `й` still comes after `и`. A run of digits is preceded by its length, so
/// that `Box 2` comes before `Box 10`. SQLite compares keys as bytes. Only the first 128 bytes are
/// kept; equal keys sort by row number.
enum SortKey {
  static let maximumBytes = 128

  static func key(for name: String) -> String {
    var folded: [UInt8] = []
    folded.reserveCapacity(maximumBytes + 16)
    let prefix = name.utf8.count > 1024 ? String(name.prefix(256)) : name
    if prefix.utf8.allSatisfy({ $0 < 128 }) {
      for byte in prefix.utf8 { folded.append((65...90).contains(byte) ? byte + 32 : byte) }
    } else {
      folded.append(contentsOf: fold(prefix).utf8)
    }
    return truncated(numbersByLength(folded))
  }

  /// A name without marks and case, as in keys; searches fold text differently.
  private static func fold(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
      if scalar.value == 0x306, let last = scalars.last, last == "и" {
        scalars.removeLast()
        scalars.append("й")
      } else if scalar.properties.generalCategory != .nonspacingMark {
        scalars.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return String(scalars)
  }

  private static func numbersByLength(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 8)
    var index = 0
    while index < bytes.count {
      guard isDigit(bytes[index]) else {
        result.append(bytes[index])
        index += 1
        continue
      }
      var end = index
      while end < bytes.count, isDigit(bytes[end]) { end += 1 }
      while index < end - 1, bytes[index] == 48 { index += 1 }
      result.append(48 + UInt8(min(end - index, 10)))
      result.append(contentsOf: bytes[index..<end])
      index = end
    }
    return result
  }

  private static func truncated(_ bytes: [UInt8]) -> String {
    guard bytes.count > maximumBytes else { return String(decoding: bytes, as: UTF8.self) }
    var end = maximumBytes
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
