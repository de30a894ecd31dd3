/// Bytes as hexadecimal digits.
///
/// Written plainly: a join makes the keys of all items several times, where Foundation's formatting
/// took about a tenth of the time.
public enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  /// The digits of bytes, in lower case.
  public static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      for (index, byte) in bytes.enumerated() {
        text[2 * index] = digits[Int(byte >> 4)]
        text[2 * index + 1] = digits[Int(byte & 15)]
      }
      return 2 * bytes.count
    }
  }

  /// The bytes of digits in either case; `nil` for anything else.
  public static func bytes(_ text: String) -> [UInt8]? {
    let halves = text.utf8.compactMap(value(ofDigit:))
    guard halves.count == text.utf8.count, halves.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: halves.count, by: 2).map { halves[$0] << 4 | halves[$0 + 1] }
  }

  private static func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
