/// The fast path of ``CellText``: the code points that fill most screens.
///
/// Two adjacent everyday code points are always two graphemes, each a piece of known width. The
/// ranges contain only assigned letters, digits, punctuation and box drawing, no marks and no
/// emoji. Tests compare them with the C library and with Swift's own segmentation.
enum EverydayText {
  /// Emits pieces as long as the text is everyday text.
  ///
  /// - returns: The number of bytes consumed. The text after them may combine with the last
  ///   everyday character, so that character is not consumed.
  @inline(__always)
  static func forEachPiece(
    of utf8: UnsafeBufferPointer<UInt8>, _ body: (CellText.Piece) -> Void
  ) -> Int {
    var done = 0
    var held: (value: UInt32, width: Int)?
    var offset = 0
    while offset < utf8.count, let (value, length) = scalar(utf8, at: offset),
      let width = width(value)
    {
      if let held { body(piece(held.value, held.width)) }
      held = (value, width)
      done = offset
      offset += length
    }
    guard offset == utf8.count, let held else { return done }
    body(piece(held.value, held.width))
    return offset
  }

  /// The width of an everyday code point, or `nil` for any other.
  @inline(__always)
  static func width(_ value: UInt32) -> Int? {
    switch value {
    case 0x20...0x7E, 0xA1...0xA8, 0xAF...0x2FF, 0x3A3...0x481, 0x48A...0x52F: 1
    case 0x2010...0x2027, 0x2500...0x259F: 1
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FD5, 0xAC00...0xD7A3: 2
    default: nil
    }
  }

  @inline(__always)
  private static func piece(_ value: UInt32, _ width: Int) -> CellText.Piece {
    CellText.Piece(glyph: Glyph(base: value), width: width, startsGrapheme: true)
  }

  /// The code point at an offset in valid UTF-8, or `nil` for one of four bytes.
  @inline(__always)
  private static func scalar(
    _ utf8: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> (value: UInt32, length: Int)? {
    let first = UInt32(utf8[offset])
    if first < 0x80 { return (first, 1) }
    if first < 0xE0, offset + 1 < utf8.count {
      return ((first & 0x1F) << 6 | UInt32(utf8[offset + 1] & 0x3F), 2)
    }
    guard first < 0xF0, offset + 2 < utf8.count else { return nil }
    let rest = UInt32(utf8[offset + 1] & 0x3F) << 6 | UInt32(utf8[offset + 2] & 0x3F)
    return ((first & 0x0F) << 12 | rest, 3)
  }
}
