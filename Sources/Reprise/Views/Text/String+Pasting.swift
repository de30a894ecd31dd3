extension String {
  /// The text for a field of one line: line ends and tabs become spaces, those at the end go.
  var onOneLine: String {
    var text = self
    while text.last?.isNewline == true { text.removeLast() }
    return String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  /// The text for a view of several lines: line ends become `\n` and tabs four spaces.
  var onLines: String {
    var text = ""
    for character in self {
      if character == "\t" {
        text += "    "
      } else {
        text.append(character.isNewline ? "\n" : character)
      }
    }
    return text
  }
}
