extension CellText {
  /// A text broken into lines of at most `limit` columns, for showing.
  ///
  /// Breaks at line ends, after spaces and around wide characters, and inside a word only if the word
  /// is longer than a line. Spaces at a break that do not fit are left out, and nothing else. An empty
  /// text is one empty line.
  public static func wrapped(_ text: String, toWidth limit: Int) -> [String] {
    lines(of: text, toWidth: limit).map { line in
      var line = line
      while line.last == " ", width(of: line) > limit {
        line.removeLast()
      }
      return String(line)
    }
  }

  /// The lines of a text as parts of it, so that a caret in the text finds its line.
  ///
  /// Together the lines hold the whole text except its line ends (`\n`, `\r\n`, `\r`). Spaces before a
  /// break belong to the line that they end, even past `limit`. A grapheme wider than `limit` has a line
  /// of its own.
  static func lines(of text: String, toWidth limit: Int) -> [Substring] {
    var lines: [Substring] = []
    var start = text.startIndex
    while true {
      let end = endOfLine(in: text, from: start, toWidth: limit) { GraphemeMeasure($0) }
      lines.append(text[start..<end])
      guard end < text.endIndex else { return lines }
      start = isLineEnd(text[end]) ? text.index(after: end) : end
    }
  }

  /// Where the line that begins at a place of a text ends: at a line end, at a break, or at the end.
  ///
  /// A line depends on nothing before it, and on what comes after it no further than the first
  /// grapheme of the second line from it, so a change needs only the lines around it broken anew.
  ///
  /// - Parameter text: The measures of its graphemes.
  package static func endOfLine(
    in text: [GraphemeMeasure], from start: Int, toWidth limit: Int
  ) -> Int {
    text.withUnsafeBufferPointer { text in
      endOfLine(in: text, from: start, toWidth: limit) { $0 }
    }
  }

  /// Whether a grapheme ends a line: `\n`, `\r\n` or `\r`.
  static func isLineEnd(_ character: Character) -> Bool {
    let first = character.utf8.first
    return first == 0x0A || first == 0x0D
  }

  /// Breaks one line off.
  @inline(__always)
  private static func endOfLine<Text: Collection>(
    in text: Text, from start: Text.Index, toWidth limit: Int,
    measure: (Text.Element) -> GraphemeMeasure
  ) -> Text.Index {
    var index = start
    var column = 0
    // The last place on this line where a break is allowed.
    var pause = start
    var previousWidth = 1
    while index < text.endIndex {
      let grapheme = measure(text[index])
      let next = text.index(after: index)
      switch grapheme.role {
      case .lineEnd: return index
      case .space:
        column += 1
        pause = next
        previousWidth = 1
      case .plain, .closing:
        let width = grapheme.width
        if width > 1 || previousWidth > 1, grapheme.role != .closing { pause = index }
        if column + width > limit, index > start { return pause > start ? pause : index }
        column += width
        previousWidth = width
      }
      index = next
    }
    return index
  }
}
