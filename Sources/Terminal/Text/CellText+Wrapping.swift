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
    var paragraphStart = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      if isLineEnd(text[index]) {
        lines += wrap(text[paragraphStart..<index], toWidth: limit)
        paragraphStart = next
      }
      index = next
    }
    return lines + wrap(text[paragraphStart...], toWidth: limit)
  }

  private static func isLineEnd(_ character: Character) -> Bool {
    character == "\n" || character == "\r\n" || character == "\r"
  }

  /// Punctuation that must not begin a line.
  private static let closing: Set<Character> = [
    ",", ".", ";", ":", "!", "?", ")", "]", "}", "»", "”", "’", "…", "、", "。", "，", "．", "！", "？",
    "；", "：", "）", "］", "｝", "」", "』", "】", "》",
  ]

  /// Breaks one paragraph.
  private static func wrap(_ paragraph: Substring, toWidth limit: Int) -> [Substring] {
    var lines: [Substring] = []
    var lineStart = paragraph.startIndex
    var column = 0
    // The last place on this line where a break is allowed, and the column there.
    var pause = (index: lineStart, column: 0)
    var previousWidth = 1
    var index = lineStart
    while index < paragraph.endIndex {
      let character = paragraph[index]
      let next = paragraph.index(after: index)
      if character == " " {
        column += 1
        pause = (next, column)
        previousWidth = 1
        index = next
        continue
      }
      let width = Self.width(of: character)
      if width > 1 || previousWidth > 1, !closing.contains(character) { pause = (index, column) }
      while column + width > limit, index > lineStart {
        let end = pause.index > lineStart ? pause : (index: index, column: column)
        lines.append(paragraph[lineStart..<end.index])
        lineStart = end.index
        column -= end.column
        pause = (lineStart, 0)
      }
      column += width
      previousWidth = width
      index = next
    }
    lines.append(paragraph[lineStart...])
    return lines
  }
}
