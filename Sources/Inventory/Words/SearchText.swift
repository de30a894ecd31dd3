/// Prepares text for the word index.
///
/// SQLite's `unicode61` takes a run of Chinese or Japanese characters for one word, and would not find
/// 壶 in 茶壶. So each such character is surrounded by blanks, in the index and in queries: it becomes a
/// word of its own, and a part of a run becomes a phrase. SQLite also distinguishes ё from е, which
/// people use for each other: here both are е.
enum SearchText {
  static func indexed(_ text: String) -> String {
    guard needsChange(text) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isIdeograph(scalar) {
        scalars.append(contentsOf: [" ", scalar, " "])
      } else if scalar == "ё" || scalar == "Ё" {
        scalars.append("е")
      } else {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// Whether the index sees anything in the text: a letter, a digit, a private-use character.
  static func hasWord(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber, .privateUse:
        true
      default: false
      }
    }
  }

  private static func needsChange(_ text: String) -> Bool {
    // Cyrillic starts with 0xD0 or 0xD1; ideographs, from U+3040 on, with 0xE3 or more.
    text.utf8.contains { $0 >= 0xE3 || $0 == 0xD0 || $0 == 0xD1 }
  }

  static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F,
      0x20000...0x323AF:
      true
    default: false
    }
  }
}
