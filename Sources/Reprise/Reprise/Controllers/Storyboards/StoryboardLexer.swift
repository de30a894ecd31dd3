/// Splits the bytes of a hostile storyboard into lines of words.
///
/// A line is indented by two spaces or not at all. Spaces separate words. A text with spaces is in
/// double quotes, in which `\"` and `\\` are a quote and a backslash. `#` begins a comment.
nonisolated struct StoryboardLexer {
  /// The largest file that is read, in bytes.
  static let maximumBytes = 256 * 1024

  /// The longest word, in bytes.
  private static let maximumWordBytes = 200

  /// The most words in a line.
  private static let maximumWords = 64

  let file: String
  private let bytes: [UInt8]
  private var position = 0
  private var line = 0
  private var column = 1

  /// Begins at the first line.
  ///
  /// - Throws: ``StoryboardError`` when the file is too large or not UTF-8.
  init(file: String, bytes: [UInt8]) throws(StoryboardError) {
    self.file = file
    self.bytes = bytes
    guard bytes.count <= Self.maximumBytes else {
      throw StoryboardError(
        file: file, line: 1, column: 1,
        reason: "the file has \(bytes.count) bytes, the limit is \(Self.maximumBytes): split it")
    }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw Self.notText(file, bytes) }
    let beginsWithMark =
      bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    if beginsWithMark { position = 3 }
  }

  /// The error at the first byte that is not UTF-8.
  private static func notText(_ file: String, _ bytes: [UInt8]) -> StoryboardError {
    var number = 0
    for line in bytes.split(separator: Self.newline, omittingEmptySubsequences: false) {
      number += 1
      guard String(validating: line, as: UTF8.self) == nil else { continue }
      var valid = line.count - 1
      while String(validating: line.prefix(valid), as: UTF8.self) == nil { valid -= 1 }
      let column = String(decoding: line.prefix(valid), as: UTF8.self).unicodeScalars.count + 1
      return StoryboardError(
        file: file, line: number, column: column, reason: "the text is not UTF-8: save it as UTF-8")
    }
    return StoryboardError(file: file, line: 1, column: 1, reason: "the file is not UTF-8")
  }

  /// The next line that has words, or `nil` at the end.
  mutating func nextLine() throws(StoryboardError) -> StoryboardLine? {
    while position < bytes.count {
      line += 1
      column = 1
      let indent = skipSpaces()
      let words = try readWords()
      guard let keyword = words.first else { continue }
      guard indent == 0 || indent == 2 else {
        throw keyword.error(
          in: file,
          "the line is indented by \(indent) spaces: use two in a scene and none elsewhere")
      }
      return StoryboardLine(
        isIndented: indent == 2, keyword: keyword, values: Array(words.dropFirst()))
    }
    return nil
  }

  // MARK: - Words

  private mutating func readWords() throws(StoryboardError) -> [StoryboardWord] {
    var words: [StoryboardWord] = []
    while let byte = current, byte != Self.newline {
      switch byte {
      case Self.hash: skipLine()
      case Self.carriageReturn where next == Self.newline: position += 1
      default:
        guard words.count < Self.maximumWords else {
          throw error("the line has more than \(Self.maximumWords) words: split the scene")
        }
        words.append(byte == Self.quote ? try readText() : try readBareWord())
        skipSpaces()
      }
    }
    position += 1
    return words
  }

  private mutating func readBareWord() throws(StoryboardError) -> StoryboardWord {
    let start = (position: position, column: column)
    while let byte = current, !endsWord(byte) {
      try checkCharacter(byte)
      guard byte != Self.quote else {
        throw error("there is a quote inside a word: quote the whole text")
      }
      advance()
    }
    return try word(bytes[start.position..<position], column: start.column)
  }

  private mutating func readText() throws(StoryboardError) -> StoryboardWord {
    let start = column
    var text: [UInt8] = []
    advance()
    while let byte = current, byte != Self.quote {
      try checkCharacter(byte)
      if byte == Self.backslash {
        guard let next, next == Self.quote || next == Self.backslash else {
          throw error("a backslash may only precede a quote or a backslash: double it")
        }
        advance()
        text.append(next)
      } else {
        text.append(byte)
      }
      advance()
    }
    guard current == Self.quote else { throw error("the text has no closing quote: add it") }
    advance()
    if let byte = current, !endsWord(byte) {
      throw error("there is no space after the closing quote: add one")
    }
    return try word(text[...], column: start)
  }

  private func word(
    _ text: ArraySlice<UInt8>, column: Int
  ) throws(StoryboardError) -> StoryboardWord {
    let word = StoryboardWord(
      text: String(decoding: text, as: UTF8.self), line: line, column: column)
    guard text.count <= Self.maximumWordBytes else {
      throw error(
        "the text has \(text.count) bytes, the limit is \(Self.maximumWordBytes): shorten it",
        column: column)
    }
    return word
  }

  private func checkCharacter(_ byte: UInt8) throws(StoryboardError) {
    guard byte < 0x20 || byte == 0x7F else { return }
    if byte == Self.newline || byte == Self.carriageReturn {
      throw error("the text has no closing quote on this line: add it")
    }
    throw error(
      byte == 0x09
        ? "there is a tab here: use spaces" : "there is a control character here: remove it")
  }

  private func error(_ reason: String, column: Int? = nil) -> StoryboardError {
    StoryboardError(file: file, line: line, column: column ?? self.column, reason: reason)
  }

  // MARK: - Bytes

  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let space = UInt8(ascii: " ")
  private static let hash = UInt8(ascii: "#")
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private var next: UInt8? { position + 1 < bytes.count ? bytes[position + 1] : nil }

  private func endsWord(_ byte: UInt8) -> Bool {
    byte == Self.space || byte == Self.newline
      || byte == Self.carriageReturn && next == Self.newline
  }

  /// Advances by a byte; a character of several bytes counts as one column.
  private mutating func advance() {
    position += 1
    if current.map({ $0 & 0xC0 != 0x80 }) ?? true { column += 1 }
  }

  @discardableResult
  private mutating func skipSpaces() -> Int {
    let start = position
    while current == Self.space { advance() }
    return position - start
  }

  private mutating func skipLine() {
    while let byte = current, byte != Self.newline { position += 1 }
  }
}

/// A word or a quoted text of a storyboard, with its position.
nonisolated struct StoryboardWord: Sendable {
  var text: String
  var line: Int
  var column: Int

  /// An error at this word.
  func error(in file: String, _ reason: String) -> StoryboardError {
    StoryboardError(file: file, line: line, column: column, reason: reason)
  }

  /// The text as an error message quotes it.
  var quoted: String { "\"\(text)\"" }
}

/// A line of a storyboard that is neither empty nor a comment.
nonisolated struct StoryboardLine: Sendable {
  /// Whether the line belongs to the scene above.
  var isIndented: Bool

  /// The first word.
  var keyword: StoryboardWord

  /// The other words.
  var values: [StoryboardWord]
}
