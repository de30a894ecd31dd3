import Foundation

/// Encodes bytes in Base64 as they come.
///
/// The photos of a report are gigabytes of text. Foundation encodes a third of a gigabyte per second,
/// which would take most of a report's time; a table of letter pairs is several times as fast.
struct Base64Stream {
  /// The bytes that do not fill a group of three yet.
  private var rest: [UInt8] = []

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The two letters for each twelve bits, the first in the low byte.
  private static let pairs: [UInt16] = (0..<4096).map { bits in
    UInt16(letters[bits >> 6]) | UInt16(letters[bits & 63]) << 8
  }

  /// Encodes more bytes.
  ///
  /// - Returns: The text that is complete so far.
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

  /// The text of whole groups of three bytes: two groups at a time, as long as eight bytes can be read.
  private static func encode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let groups = bytes.count / 3
    return pairs.withUnsafeBufferPointer { pairs in
      [UInt8](unsafeUninitializedCapacity: groups * 4) { text, count in
        let out = UnsafeMutableRawBufferPointer(text)
        func letters(_ word: UInt64, _ shift: Int) -> UInt64 {
          UInt64(pairs[Int(truncatingIfNeeded: word >> shift) & 4095])
        }
        var (place, end) = (0, 0)
        while place + 8 <= bytes.count {
          let word = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
          let four = letters(word, 52) | letters(word, 40) << 16
          let text = four | letters(word, 28) << 32 | letters(word, 16) << 48
          out.storeBytes(of: text.littleEndian, toByteOffset: end, as: UInt64.self)
          place += 6
          end += 8
        }
        while place + 3 <= bytes.count {
          let group = UInt64(bytes[place]) << 16 | UInt64(bytes[place + 1]) << 8
          let word = group | UInt64(bytes[place + 2])
          let text = UInt32(letters(word, 12) | letters(word, 0) << 16)
          out.storeBytes(of: text.littleEndian, toByteOffset: end, as: UInt32.self)
          place += 3
          end += 4
        }
        count = end
      }
    }
  }
}

/// Embeds a file in a page.
enum DataURI {
  /// Writes a JPEG as a `data:` URI.
  static func write(
    jpeg bytes: [UInt8], _ write: ([UInt8]) throws(InventoryError) -> Void
  ) throws(InventoryError) {
    try write(Array("data:image/jpeg;base64,".utf8))
    var stream = Base64Stream()
    let text = bytes.withUnsafeBytes { stream.text(of: $0) }
    try write(text)
    try write(stream.end())
  }

  /// Writes a picture as a `data:` URI.
  static func write(
    _ attachment: Attachment, of store: AttachmentStore,
    _ write: ([UInt8]) throws(InventoryError) -> Void
  ) throws(InventoryError) {
    let file = try store.open(attachment)
    defer { close(file) }
    try write(Array("data:\(attachment.mediaType);base64,".utf8))
    var stream = Base64Stream()
    try FileBytes.forEachPiece(file, path: store.path(of: attachment)) {
      bytes throws(InventoryError) in try write(stream.text(of: bytes))
    }
    try write(stream.end())
  }
}
