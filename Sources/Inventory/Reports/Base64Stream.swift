/// Turns bytes into Base64 as they come.
///
/// Photos are gigabytes of text in a report. Foundation makes a third of a gigabyte a second of it, which is
/// most of the time that a report takes; a table of pairs of letters makes several times as much.
struct Base64Stream {
  /// The bytes that do not fill a group of three yet.
  private var rest: [UInt8] = []

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The two letters of each twelve bits, the first in the low byte.
  private static let pairs: [UInt16] = (0..<4096).map { bits in
    UInt16(letters[bits >> 6]) | UInt16(letters[bits & 63]) << 8
  }

  /// Takes bytes in.
  ///
  /// - Returns: The text that is certain by now.
  mutating func text(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var bytes = bytes[...]
    var head: [UInt8] = []
    if !rest.isEmpty {
      let missing = bytes.prefix(3 - rest.count)
      rest += missing
      bytes = bytes.dropFirst(missing.count)
      guard rest.count == 3 else { return [] }
      head = rest.withUnsafeBytes { Self.encode($0) }
    }
    let whole = bytes.count / 3 * 3
    rest = Array(bytes.dropFirst(whole))
    let text = Self.encode(UnsafeRawBufferPointer(rebasing: bytes.prefix(whole)))
    return head.isEmpty ? text : head + text
  }

  /// The text of the last bytes.
  mutating func end() -> [UInt8] {
    guard !rest.isEmpty else { return [] }
    let padding = 3 - rest.count
    rest += Array(repeating: 0, count: padding)
    var text = rest.withUnsafeBytes { Self.encode($0) }
    text.replaceSubrange(
      (4 - padding)..., with: Array(repeating: UInt8(ascii: "="), count: padding))
    rest = []
    return text
  }

  /// The text of whole groups of three bytes.
  private static func encode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let groups = bytes.count / 3
    return pairs.withUnsafeBufferPointer { pairs in
      [UInt8](unsafeUninitializedCapacity: groups * 4) { text, count in
        let out = UnsafeMutableRawBufferPointer(text)
        for group in 0..<groups {
          let place = group * 3
          let bits =
            Int(bytes[place]) << 16 | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2])
          out.storeBytes(
            of: pairs[bits >> 12].littleEndian, toByteOffset: group * 4, as: UInt16.self)
          out.storeBytes(
            of: pairs[bits & 4095].littleEndian, toByteOffset: group * 4 + 2, as: UInt16.self)
        }
        count = groups * 4
      }
    }
  }
}
