/// How text is prepared for the word index.
///
/// SQLite's `unicode61` takes a run of Chinese or Japanese characters for one word and would not
/// find 壶 in 茶壶. Each such character is therefore set apart by blanks, in the index and in the
/// query alike: then it is a word of its own and an infix is a phrase. It also keeps ё apart from е,
/// which people write for each other: here both are е.
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

  /// Whether the word index sees anything in the text: a letter, a digit, a private character.
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
    // Cyrillic begins with 0xD0 and 0xD1 here; ideographs, from U+3040 on, with 0xE3 or above.
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
