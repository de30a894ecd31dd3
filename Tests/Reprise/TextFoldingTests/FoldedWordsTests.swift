import Testing

@testable import TextFolding

/// Where a search found its words in a text.
@Suite struct FoldedWordsTests {
  /// The found parts of a text.
  private func found(_ phrase: String, in text: String, isPrefix: Bool = true) -> [String] {
    let characters = Array(text)
    return FoldedWords(text).ranges(of: phrase, isPrefix: isPrefix).map { String(characters[$0]) }
  }

  @Test(arguments: [
    ("kitch", "Home / Kitchen", ["Kitch"]), ("it", "Kitchen", []), ("a", "a b a", ["a", "a"]),
    ("brul", "Crème brûlée", ["brûl"]), ("brul", "bru\u{302}le", ["bru\u{302}l"]),
    ("living ro", "In the Living-Room", ["Living-Ro"]), ("STRASSE", "die Straße 5", ["Straße"]),
    ("chef s", "Chef's knife", ["Chef's"]), ("壶", "紫砂茶壶", ["壶"]), ("砂茶", "紫砂茶壶", ["砂茶"]),
    ("самов", "Самовар", ["Самов"]), ("하", "한국", ["한"]), ("2", "m²", []), ("m2", "m²", ["m²"]),
    ("हिन्दी", "हिन्दी x", ["हिन्दी"]), ("", "text", []), ("x", "", []), ("!", "a ! b", []),
    ("ガ", "か\u{3099} ガラス", ["か\u{3099}", "ガ"]),
  ])
  func wordsAreFoundWhereTheyBegin(_ phrase: String, _ text: String, _ parts: [String]) {
    #expect(found(phrase, in: text) == parts)
  }

  @Test func aWholeWordIsNotTheBeginningOfAnother() {
    #expect(found("red", in: "red, Redwood", isPrefix: false) == ["red"])
    #expect(found("red", in: "red, Redwood") == ["red", "Red"])
    #expect(found("old red", in: "old red", isPrefix: false) == ["old red"])
  }

  /// Letters that fold to nothing, to several letters, with their neighbors or to words of their own.
  private static let pieces = [
    "a", "É", "ß", " ", "-", "茶", "か\u{3099}", "한", "ﬁ", "\u{301}", "ي", "2", "½", "'", "🚀", "\n",
    "हि", "İ",
  ]

  /// A word of the folded text is found in the text, at the place from which it was folded.
  @Test(arguments: pieces) func anyWordOfAnyTextIsFound(_ first: String) {
    for second in Self.pieces {
      for third in Self.pieces {
        let text = first + second + third
        for word in TextFold.words(text).split(separator: " ") {
          let parts = found(String(word), in: text, isPrefix: false)
          #expect(!parts.isEmpty, "“\(word)” in “\(text)”")
          #expect(
            parts.allSatisfy { " \(TextFold.words($0)) ".contains(" \(word) ") },
            "“\(word)” in “\(text)”: \(parts)")
        }
      }
    }
  }
}
