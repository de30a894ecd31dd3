/// Decodes bytes piece by piece into UTF-8, without their byte order mark.
struct TextPieces {
  /// The bytes are no text of the encoding.
  struct Invalid: Error {}

  private let encoding: TextEncoding
  /// The bytes of a character that the last piece has only in part.
  private var rest: [UInt8] = []
  private var hasStarted = false
  /// The UTF-8 of every byte of a code page.
  private let page: [[UInt8]]

  init(_ encoding: TextEncoding) {
    self.encoding = encoding
    if case .windows(let name) = encoding, let page = WindowsCodePage(rawValue: name) {
      self.page = (0...255).map { Array(String(page.scalar($0)).utf8) }
    } else {
      page = []
    }
  }

  /// Decodes the next piece.
  ///
  /// - Parameter isLast: Whether no bytes follow.
  mutating func decode(_ piece: [UInt8], isLast: Bool) throws(Invalid) -> [UInt8] {
    var bytes = rest.isEmpty ? piece : rest + piece
    rest = []
    let decoded: [UInt8]
    switch encoding {
    case .utf8:
      if !hasStarted, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
      decoded = try utf8(bytes, isLast)
    case .utf16(let isLittleEndian): decoded = try utf16(bytes, isLittleEndian, isLast)
    case .windows:
      guard !page.isEmpty else { throw Invalid() }
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count * 2)
      for byte in bytes { if byte < 128 { text.append(byte) } else { text += page[Int(byte)] } }
      decoded = text
    }
    hasStarted = true
    guard !decoded.contains(0) else { throw Invalid() }
    return decoded
  }

  private mutating func utf8(_ bytes: [UInt8], _ isLast: Bool) throws(Invalid) -> [UInt8] {
    let whole = isLast ? bytes.count : Self.wholeCount(bytes)
    rest = Array(bytes[whole...])
    let text = whole == bytes.count ? bytes : Array(bytes[..<whole])
    guard Self.isValid(text) else { throw Invalid() }
    return text
  }

  /// Whether bytes are UTF-8.
  static func isValid(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 < 128 } || String(validating: bytes, as: UTF8.self) != nil
  }

  /// The number of bytes without a character that is cut at the end.
  static func wholeCount(_ bytes: [UInt8]) -> Int {
    for length in 1...3 where length <= bytes.count {
      let byte = bytes[bytes.count - length]
      if byte & 0xC0 == 0x80 { continue }
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return needed > length ? bytes.count - length : bytes.count
    }
    return bytes.count
  }

  private mutating func utf16(
    _ bytes: [UInt8], _ isLittleEndian: Bool, _ isLast: Bool
  ) throws(Invalid) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isLittleEndian ? second << 8 | first : first << 8 | second)
    }
    var whole = units.count
    if !isLast, let last = units.last, last & 0xFC00 == 0xD800 { whole -= 1 }
    rest = Array(bytes[(whole * 2)...])
    guard !isLast || rest.isEmpty else { throw Invalid() }
    if !hasStarted, units.first == 0xFEFF {
      units.removeFirst()
      whole -= 1
    }
    guard let text = String(validating: units[..<whole], as: UTF16.self) else { throw Invalid() }
    return Array(text.utf8)
  }
}

extension TextEncoding {
  /// The most likely encoding of a file.
  init(guessing bytes: ImportedBytes) throws(InventoryError) {
    let head = try bytes.read(1 << 20, at: 0)
    if head.count == bytes.count {
      self.init(guessing: head)
      return
    }
    let guess = TextEncoding(guessing: Array(head[..<TextPieces.wholeCount(head)]))
    guard guess == .utf8 else {
      self = guess
      return
    }
    // The first byte that isn't UTF-8 may be anywhere.
    var (offset, pieces) = (0, TextPieces(.utf8))
    while true {
      let piece = try bytes.read(1 << 20, at: offset)
      offset += piece.count
      let isText = (try? pieces.decode(piece, isLast: piece.isEmpty)) != nil
      guard isText else {
        // Its page is guessed where the first such byte is.
        let around = try bytes.read(2 << 20, at: max(0, offset - piece.count - (1 << 20)))
        let guess = TextEncoding(guessing: around)
        self = guess
        return
      }
      if piece.isEmpty { break }
    }
    self = .utf8
  }
}
