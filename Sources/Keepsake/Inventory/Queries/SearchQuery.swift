import TextFolding

/// The parsed text of a filter.
///
/// No text is an error.
///
/// All words must match, each the beginning of a word; `"exact phrase"` matches literally; `-word` and
/// `-"phrase"` exclude. A text without a letter, digit or emoji is ignored next to words; alone it
/// matches nothing. `is:archived` and `is:trash` search the archive and the
/// trash instead of the lists.
struct SearchQuery: Equatable, Sendable {
  struct Term: Equatable, Sendable {
    var text: String
    /// Whether the last word may continue.
    var isPrefix: Bool
    var isExcluded = false
  }

  private(set) var terms: [Term] = []

  /// Whether nothing was typed to look for: everything matches.
  var isEmpty: Bool { terms.isEmpty && wordless == nil }

  /// Something to look for that has no letter, digit or emoji, such as `%`.
  private(set) var wordless: String?

  /// Whether all of the text has no word to search for.
  var matchesNothing: Bool { terms.isEmpty && wordless != nil }

  /// Where to look.
  private(set) var shelf = ItemShelf.lists

  /// Words that look like operators (`tag:`, `price>`); their letters are searched as words.
  private(set) var unknownOperators: [String] = []

  init(_ typed: String) {
    var rest = Substring(typed)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
        continue
      }
      let isExcluded = first == "-" && rest.count > 1
      if isExcluded { rest.removeFirst() }
      let isQuoted = rest.first == "\""
      var term = Self.takeTerm(&rest)
      if !isQuoted, let shelf = ItemShelf(operator: term.text) {
        // The lists contain neither, so an exclusion changes nothing.
        if !isExcluded { self.shelf = shelf }
        continue
      }
      if !isQuoted, let name = Self.operatorName(in: term.text) { unknownOperators.append(name) }
      term.isExcluded = isExcluded
      if TextFold.hasWord(term.text) {
        terms.append(term)
      } else if !isExcluded, Self.isVisible(term.text) {
        wordless = wordless ?? term.text
      }
    }
  }

  /// Whether a text is more than what words, phrases and exclusions begin with, and more than blanks.
  private static func isVisible(_ text: String) -> Bool {
    text != "-"
      && text.unicodeScalars.contains { scalar in
        !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
          && scalar.properties.generalCategory != .control
      }
  }

  /// The letters at the start of a word and the sign after them, which look like an operator; `nil`
  /// if the word has no such start.
  private static func operatorName(in word: String) -> String? {
    let name = word.prefix { $0.isLetter }
    let sign = word[name.endIndex...].prefix { ":<>=".contains($0) }
    guard name.count > 1, !sign.isEmpty, !word[sign.endIndex...].hasPrefix("//") else { return nil }
    return String(name + sign)
  }

  /// Takes the next word or quoted phrase.
  ///
  /// An open quote is still being typed.
  private static func takeTerm(_ rest: inout Substring) -> Term {
    guard rest.first == "\"" else {
      let end = rest.firstIndex(where: \.isWhitespace) ?? rest.endIndex
      defer { rest = rest[end...] }
      return Term(text: String(rest[..<end]), isPrefix: true)
    }
    rest.removeFirst()
    guard let end = rest.firstIndex(of: "\"") else {
      defer { rest = "" }
      return Term(text: String(rest), isPrefix: true)
    }
    defer { rest = rest[rest.index(after: end)...] }
    return Term(text: String(rest[..<end]), isPrefix: false)
  }
}

extension SearchQuery.Term {
  /// The term as an FTS5 string: always quoted, so that nothing in it is syntax.
  func matchExpression(in index: WordIndex) -> String {
    let plain = index.indexed(text).unicodeScalars.filter { $0 != "\0" }
    let quoted = String(String.UnicodeScalarView(plain)).split(
      separator: "\"", omittingEmptySubsequences: false
    ).joined(separator: "\"\"")
    return "\"" + quoted + "\"" + (isPrefix ? " *" : "")
  }
}
