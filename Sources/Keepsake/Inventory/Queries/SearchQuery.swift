import TextFolding

/// The parsed text of a filter.
///
/// No text is an error.
///
/// All words must match, each the beginning of a word; `"exact phrase"` matches literally; `-word` and
/// `-"phrase"` exclude. A text without a letter, digit or emoji is ignored next to words; alone it
/// matches nothing. An operator of ``FilterOperator`` restricts a word to a field (`tag:red`) or compares a field
/// (`price>300`). `is:archived` and `is:trash` search the archive and the trash instead of the lists.
struct SearchQuery: Equatable, Sendable {
  struct Term: Equatable, Sendable {
    /// Where words are looked for.
    enum Scope: Hashable, Sendable {
      /// In all fields and in the names of the places around the item.
      case any
      /// In a column of the word index.
      case column(String)
      /// In a custom field, by its name.
      case field(String)
      /// In the borrower's name.
      case loan
      /// In the names of the places around the item.
      case place
    }

    var text: String
    /// Whether the last word may continue.
    var isPrefix: Bool
    var isExcluded = false
    var scope = Scope.any
  }

  /// A condition, which excludes the items that meet it after `-`.
  struct Demand: Equatable, Sendable {
    let condition: FilterCondition
    let isExcluded: Bool
  }

  private(set) var terms: [Term] = []

  /// The conditions.
  private(set) var demands: [Demand] = []

  /// Whether nothing was typed to look for: everything matches.
  var isEmpty: Bool { terms.isEmpty && demands.isEmpty && wordless == nil }

  /// Something to look for that has no letter, digit or emoji, such as `%`.
  private(set) var wordless: String?

  /// Whether all of the text has no word to search for.
  var matchesNothing: Bool { terms.isEmpty && demands.isEmpty && wordless != nil }

  /// Where to look.
  private(set) var shelf = ItemShelf.lists

  /// Words that look like operators (`colour:`, `x>`); their letters are searched as words.
  private(set) var unknownOperators: [String] = []

  /// Why the value of the first wrong operator can't be understood; the operator is ignored.
  private(set) var problem: String?

  /// The first operator without a value, such as `tag:`; it is ignored, because the value is still being typed.
  private(set) var unfinishedOperator: String?

  /// Whether nothing that was typed is ignored.
  var isUnderstood: Bool { problem == nil && unfinishedOperator == nil }

  /// The most words, phrases and operators of a filter.
  ///
  /// Each is looked up separately, also while a launch waits for the first rows, and a pasted book has thousands.
  private static let mostParts = 64

  init(_ typed: String) {
    var rest = Substring(typed)
    while let first = rest.first {
      guard terms.count + demands.count < Self.mostParts else {
        if rest.contains(where: { !$0.isWhitespace }) {
          problem = "a filter has at most \(Self.mostParts) words"
        }
        break
      }
      if first.isWhitespace {
        rest.removeFirst()
        continue
      }
      let isExcluded = first == "-" && rest.count > 1
      if isExcluded { rest.removeFirst() }
      let start = rest
      if let reading = Self.takeOperator(&rest) {
        if reading == .unfinished, unfinishedOperator == nil {
          unfinishedOperator = String(start[..<rest.startIndex])
        }
        add(reading, isExcluded: isExcluded)
        continue
      }
      let isQuoted = rest.first == "\""
      var term = Self.takeTerm(&rest)
      if !isQuoted, let name = Self.operatorName(in: term.text) { unknownOperators.append(name) }
      term.isExcluded = isExcluded
      if TextFold.hasWord(term.text) {
        terms.append(term)
      } else if !isExcluded, Self.isVisible(term.text) {
        wordless = wordless ?? term.text
      }
    }
  }

  private mutating func add(_ reading: FilterOperator.Reading, isExcluded: Bool) {
    switch reading {
    case .term(var term):
      term.isExcluded = isExcluded
      terms.append(term)
    case .condition(let condition):
      demands.append(Demand(condition: condition, isExcluded: isExcluded))
    case .shelf(let shelf):
      // The lists contain neither, so an exclusion changes nothing.
      if !isExcluded { self.shelf = shelf }
    case .unfinished: break
    case .wrong(let problem): self.problem = self.problem ?? problem
    }
  }

  /// Takes an operator with its value; `nil` if the text begins with anything else.
  private static func takeOperator(_ rest: inout Substring) -> FilterOperator.Reading? {
    var after = rest.drop { $0.isLetter }
    // The name of a custom field may have digits.
    if rest[..<after.startIndex].lowercased() == "field", after.first == "." {
      after = after.drop { !$0.isWhitespace && !":=<>\"".contains($0) }
    }
    let name = rest[..<after.startIndex]
    // Most words have no sign, so the name needn't be looked up.
    guard let comparison = FilterComparison.take(from: &after),
      let known = FilterOperator(name: String(name))
    else { return nil }
    let isQuoted = after.first == "\""
    let value = takeTerm(&after)
    rest = after
    return known.reading(comparison, value.text, isQuoted: isQuoted && !value.isPrefix)
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
  ///
  /// A place is looked up in an index of its own, which has one column.
  func matchExpression(in index: WordIndex) -> String {
    switch scope {
    case .any, .place: phrase(text, in: index)
    case .column(let name): "\(name) : " + phrase(text, in: index)
    case .field(let name):
      "\(SearchIndex.custom) : " + phrase("\(name) \(text)", in: index)
    case .loan: "\(SearchIndex.custom) : " + phrase("lent to \(text)", in: index)
    }
  }

  /// The same for private items, in whose index the path of the place is a column.
  var privateExpression: String {
    let expression = matchExpression(in: .current)
    return scope == .place ? "\(PrivateWords.place) : " + expression : expression
  }

  /// Whether the term looks at the words of items.
  var looksAtItems: Bool { scope != .place }

  /// Whether the term looks at the names of places.
  var looksAtPlaces: Bool { scope == .any || scope == .place }

  private func phrase(_ text: String, in index: WordIndex) -> String {
    let plain = index.indexed(text).unicodeScalars.filter { $0 != "\0" }
    let quoted = String(String.UnicodeScalarView(plain)).split(
      separator: "\"", omittingEmptySubsequences: false
    ).joined(separator: "\"\"")
    return "\"" + quoted + "\"" + (isPrefix ? " *" : "")
  }
}
