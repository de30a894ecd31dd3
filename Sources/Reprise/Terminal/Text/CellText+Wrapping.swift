extension CellText {
  /// Breaks a text into lines of at most `limit` columns, for display.
  ///
  /// Lines break at line ends, after spaces and around wide characters, and inside a word only if
  /// the word is longer than a line. Spaces that do not fit at a break are the only omission. An
  /// empty text is one empty line.
  public static func wrapped(_ text: String, toWidth limit: Int) -> [String] {
    lines(of: text, toWidth: limit).map { line in
      var line = line
      while line.last == " ", width(of: line) > limit {
        line.removeLast()
      }
      return String(line)
    }
  }

  /// Breaks a text into lines that are slices of it, so that a caret position finds its line.
  ///
  /// The lines hold the whole text except its line ends (`\n`, `\r\n`, `\r`). Spaces before a break
  /// belong to the line that they end, even past `limit`. A grapheme wider than `limit` has its own
  /// line.
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

  /// The end of the line that begins at an index: a line end, a break, or the end of the text.
  ///
  /// A line does not depend on earlier text, nor on later text beyond the first grapheme of the
  /// line after next. So after a change only the lines around it are broken again.
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

  /// Breaks off one line.
  @inline(__always)
  private static func endOfLine<Text: Collection>(
    in text: Text, from start: Text.Index, toWidth limit: Int,
    measure: (Text.Element) -> GraphemeMeasure
  ) -> Text.Index {
    var index = start
    var column = 0
    // The last allowed break on this line.
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
