import Foundation

/// The words of a text by rules that are independent of the program's own folding: for the letters of the test home.
enum FilterWords {
  /// Words in lower case without accents; a Chinese character is a word.
  static func words(_ text: String) -> [String] {
    var words: [String] = []
    var isInWord = false
    for scalar in plain(text).unicodeScalars {
      let isChinese = (0x4E00...0x9FFF).contains(scalar.value)
      let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      if isLetter, !isChinese, isInWord {
        words[words.count - 1].unicodeScalars.append(scalar)
      } else if isLetter {
        words.append(String(scalar))
      }
      isInWord = isLetter && !isChinese
    }
    return words
  }

  /// Lower case, without marks above and below letters and strokes through them.
  private static func plain(_ text: String) -> String {
    var plain = ""
    for scalar in text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
      if scalar.properties.generalCategory == .nonspacingMark { continue }
      plain += strokes[scalar] ?? String(scalar)
    }
    return plain
  }

  private static let strokes: [Unicode.Scalar: String] = [
    "ł": "l", "ß": "ss", "ς": "σ", "đ": "d", "ø": "o",
  ]

  /// Whether words occur in others one after the other; the last one may be the beginning of a word.
  static func occurs(_ wanted: [String], isPrefix: Bool, in words: [String]) -> Bool {
    guard let last = wanted.last, words.count >= wanted.count else { return false }
    return (0...words.count - wanted.count).contains { start in
      let part = words[start..<start + wanted.count]
      let isLast = isPrefix ? part.last?.hasPrefix(last) == true : part.last == last
      return isLast && part.dropLast().elementsEqual(wanted.dropLast())
    }
  }
}
