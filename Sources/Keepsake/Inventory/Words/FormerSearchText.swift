/// Prepares text for the word index of files up to format 10, as those files were written.
///
/// It must not change: an entry is removed by exactly the words it was made of. SQLite's `unicode61` folds
/// case and most accents; this surrounds each Chinese or Japanese character with blanks, so that it is a
/// word of its own, and takes ё for е.
enum FormerSearchText {
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

  private static func needsChange(_ text: String) -> Bool {
    // Cyrillic starts with 0xD0 or 0xD1; ideographs, from U+3040 on, with 0xE3 or more.
    text.utf8.contains { $0 >= 0xE3 || $0 == 0xD0 || $0 == 0xD1 }
  }

  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F,
      0x20000...0x323AF:
      true
    default: false
    }
  }
}
