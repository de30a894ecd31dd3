/// How the word at the end of a filter may go on: an operator's name, or a value that is one of a few.
public struct FilterCompletion: Equatable, Sendable {
  /// Values that only the inventory knows.
  public enum Source: Sendable {
    case tags, categories
  }

  /// The whole words that begin with what was typed, such as `is:lent`; the first one is the likeliest.
  public let candidates: [String]

  /// The rest of the first candidate.
  public let ending: String

  /// Finds what may follow; `nil` if nothing does.
  ///
  /// - Parameters:
  ///   - filter: The text up to the caret.
  ///   - values: The names of tags or categories; asked only after their operator.
  public init?(_ filter: String, values: (Source) -> [String]) {
    // In an open quotation everything is searched literally.
    guard filter.count(where: { $0 == "\"" }).isMultiple(of: 2) else { return nil }
    var word =
      filter.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace).last ?? ""
    if word.hasPrefix("-") { word.removeFirst() }
    let found = Self.words(beginningWith: word, values)
    guard let first = found.first else { return nil }
    candidates = found
    ending = String(first.dropFirst(word.count))
  }

  private static func words(
    beginningWith word: Substring, _ values: (Source) -> [String]
  ) -> [String] {
    let name = word.prefix { $0.isLetter }
    var rest = word[name.endIndex...]
    guard !rest.isEmpty else { return operators(beginningWith: name) }
    guard let comparison = FilterComparison.take(from: &rest),
      [.contains, .equal].contains(comparison), let known = FilterOperator(name: String(name))
    else { return [] }
    let start = word[..<rest.startIndex]
    return known.values(values).filter { value in
      value.count > rest.count && value.lowercased().hasPrefix(rest.lowercased())
    }.map { String(start + rest) + $0.dropFirst(rest.count) }
  }

  /// The names with the sign that usually follows; one letter is too little to guess from.
  private static func operators(beginningWith name: Substring) -> [String] {
    guard name.count > 1 else { return [] }
    let typed = name.lowercased()
    var seen: Set<String> = []
    return FilterOperator.names.compactMap { entry -> String? in
      guard entry.name.hasPrefix(typed) else { return nil }
      let whole = String(name) + entry.name.dropFirst(name.count) + entry.operator.usualSign
      return seen.insert(whole).inserted ? whole : nil
    }
  }
}

extension FilterOperator {
  /// The sign that usually follows the name.
  fileprivate var usualSign: String {
    switch self {
    case .amount, .quantity: ">"
    case .date(.warranty), .date(.due): "<"
    case .words, .category, .state, .part, .noPart, .date: ":"
    }
  }

  /// The values, if they are few words; a name with blanks is in quotation marks.
  fileprivate func values(_ stored: (FilterCompletion.Source) -> [String]) -> [String] {
    switch self {
    case .state:
      return FilterState.allCases.map(\.rawValue) + ["archived", "trash"]
    case .part, .noPart: return FilterPart.allCases.map(\.rawValue)
    case .category: return stored(.categories).map(Self.quoted)
    case .words(.column("tags")): return stored(.tags).map(Self.quoted)
    case .words, .amount, .quantity, .date: return []
    }
  }

  private static func quoted(_ name: String) -> String {
    name.contains(where: \.isWhitespace) ? "\"\(name)\"" : name
  }
}
