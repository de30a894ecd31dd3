/// The words of a Swift source, without comments and string literals.
///
/// Interpolated expressions count as code.
struct SourceTokens {
  enum Token: Equatable {
    /// A word: a keyword or a name.
    case word(String, isMember: Bool)
    case open
    case close
    /// Any other character.
    case sign(UInt8)
  }

  private(set) var tokens: [Token] = []
  private let bytes: [UInt8]
  private var index = 0

  /// Parses a source.
  init(_ source: String) {
    bytes = Array(source.utf8)
    readCode(isInterpolated: false)
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    index + offset < bytes.count ? bytes[index + offset] : nil
  }

  private func starts(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
  }

  /// Reads to the end, or to the bracket that closes an interpolation.
  private mutating func readCode(isInterpolated: Bool) {
    var depth = 0
    while let next = byte() {
      if starts(with: "//") {
        while let byte = byte(), byte != 10 { index += 1 }
      } else if starts(with: "/*") {
        while index < bytes.count, !starts(with: "*/") { index += 1 }
        index += 2
      } else if next == UInt8(ascii: "\"") || next == UInt8(ascii: "#") && startsRawText() {
        readText()
      } else if Self.isWord(next) {
        readWord()
      } else {
        if next == UInt8(ascii: "(") { depth += 1 }
        if next == UInt8(ascii: ")") {
          if isInterpolated, depth == 0 { return }
          depth -= 1
        }
        append(next)
        index += 1
      }
    }
  }

  private mutating func append(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"): tokens.append(.open)
    case UInt8(ascii: "}"): tokens.append(.close)
    case 9, 10, 13, 32: return
    default: tokens.append(.sign(byte))
    }
  }

  private mutating func readWord() {
    let start = index
    let isMember = start > 0 && bytes[start - 1] == UInt8(ascii: ".")
    while let next = byte(), Self.isWord(next) { index += 1 }
    tokens.append(.word(String(decoding: bytes[start..<index], as: UTF8.self), isMember: isMember))
  }

  private func startsRawText() -> Bool {
    var offset = 0
    while byte(offset) == UInt8(ascii: "#") { offset += 1 }
    return byte(offset) == UInt8(ascii: "\"")
  }

  private mutating func readText() {
    var marks = 0
    while byte() == UInt8(ascii: "#") {
      marks += 1
      index += 1
    }
    let quotes = starts(with: "\"\"\"") ? 3 : 1
    index += quotes
    while let next = byte() {
      if next == UInt8(ascii: "\\") {
        index += 1
        guard (0..<marks).allSatisfy({ byte($0) == UInt8(ascii: "#") }) else { continue }
        index += marks
        guard byte() == UInt8(ascii: "(") else {
          index += 1
          continue
        }
        index += 1
        readCode(isInterpolated: true)
        index += 1
      } else if (0..<quotes).allSatisfy({ byte($0) == UInt8(ascii: "\"") }),
        (0..<marks).allSatisfy({ byte(quotes + $0) == UInt8(ascii: "#") })
      {
        index += quotes + marks
        return
      } else if quotes == 1, next == 10 {
        // A string literal that isn't closed on its line is a compiler error.
        return
      } else {
        index += 1
      }
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
      || byte == UInt8(ascii: "_") || byte >= 128
  }
}
