import TextFolding

/// Where the words of a filter occur in an item's texts, for highlighting.
public struct FilterMatches: Equatable, Sendable {
  /// A text of an item that words are looked for in.
  public enum Part: Hashable, Sendable {
    /// A field; a list of tags is one text.
    case field(ItemField)
    /// The names of the places around the item.
    case place
    /// The custom fields and the borrower.
    case custom

    /// The part with a field; `nil` if words of a filter aren't looked for in it.
    public init?(_ field: ItemField) {
      if field == .lentTo {
        self = .custom
      } else if field.definition.words != nil {
        self = .field(field)
      } else {
        return nil
      }
    }
  }

  /// A match in a text that a list doesn't show.
  public struct Hidden: Hashable, Sendable {
    /// The text that holds it.
    public let part: Part
    /// The text from shortly before the match on, after `…` if something was left out.
    public let excerpt: String
  }

  /// The words and phrases that must occur.
  private let terms: [SearchQuery.Term]

  /// Reads a filter.
  public init(_ filter: String) {
    terms = SearchQuery(filter).terms.filter { !$0.isExcluded }
  }

  /// Whether the filter looks for no words.
  public var isEmpty: Bool { terms.isEmpty }

  /// Where words of the filter occur in a text.
  ///
  /// - Returns: Ranges of characters, in order; they don't overlap.
  public func ranges(in text: String, of part: Part) -> [Range<Int>] {
    let terms = terms.filter { Self.looks($0, at: part) }
    guard !terms.isEmpty, !text.isEmpty else { return [] }
    let words = FoldedWords(text)
    return Self.joined(terms.flatMap { words.ranges(of: $0.text, isPrefix: $0.isPrefix) })
  }

  /// The first match that none of the shown texts has; `nil` if they have a match for every word.
  ///
  /// - Parameters:
  ///   - item: Reads the item, if not all words are shown.
  ///   - shown: The texts that a list shows of it.
  ///   - lead: The most characters before the match in the excerpt.
  public func hidden(
    in item: @autoclosure () -> Item?, besides shown: [Part: String], lead: Int = 8
  ) -> Hidden? {
    let seen = shown.mapValues(FoldedWords.init)
    let missing = terms.filter { term in
      !seen.contains { Self.looks(term, at: $0.key) && Self.find(term, in: $0.value) != nil }
    }
    guard !missing.isEmpty, let item = item() else { return nil }
    for (part, text) in Self.texts(of: item) where shown[part] == nil && !text.isEmpty {
      let words = FoldedWords(text)
      for term in missing where Self.looks(term, at: part) {
        guard let range = Self.find(term, in: words) else { continue }
        return Hidden(part: part, excerpt: Self.excerpt(of: text, at: range, lead: lead))
      }
    }
    return nil
  }

  private static func find(_ term: SearchQuery.Term, in words: FoldedWords) -> Range<Int>? {
    words.ranges(of: term.text, isPrefix: term.isPrefix).first
  }

  private static func looks(_ term: SearchQuery.Term, at part: Part) -> Bool {
    switch (term.scope, part) {
    case (.any, _), (.place, .place), (.field, .custom), (.loan, .custom): true
    case (.column(let column), .field(let field)): field.definition.words == column
    default: false
    }
  }

  /// The texts of an item that are searched, without the names of places.
  private static func texts(of item: Item) -> [(Part, String)] {
    let fields = SearchIndex.fields.map { Part.field($0.field) }
    let texts = SearchIndex.texts(item)
    // The last text joins the custom fields and the borrower.
    let entries = texts.last?.components(separatedBy: SearchIndex.joint) ?? []
    return zip(fields, texts).map { ($0, $1) } + entries.map { (.custom, $0) }
  }

  /// The text from the beginning of a word shortly before a match on, on one line.
  private static func excerpt(of text: String, at range: Range<Int>, lead: Int) -> String {
    let characters = text.map { $0.isNewline ? " " : $0 }
    var start = range.lowerBound
    if start <= lead {
      start = 0
    } else if let blank = characters[start - lead..<start].firstIndex(of: " ") {
      start = blank + 1
    }
    // More than any column shows.
    return (start == 0 ? "" : "…") + String(characters[start...].prefix(200))
  }

  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}
