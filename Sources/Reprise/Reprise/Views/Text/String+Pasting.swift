extension String {
  /// The text for a field of one line: line ends and tabs become spaces, those at the end are cut.
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

extension String {
  /// The notice that a text has no room for all that was typed or pasted.
  ///
  /// - Parameter limit: The most graphemes that the text may have.
  init(noticeThatTextIsFull limit: Int) {
    let digits = Array(String(limit))
    var figure = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { figure += "," }
      figure.append(digit)
    }
    self = "Full: there is room for \(figure) characters, the rest was left out"
  }
}
