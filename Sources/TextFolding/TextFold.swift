import CTextFolding

/// What searching takes a text for: one rule for all scripts, applied to the text and to the query.
///
/// Case, width, accents and points don't matter, nor do letters with a stroke, final forms, ligatures and
/// digits of other scripts: `ΚΑΜΕΡΑ` and `κάμερα`, `Łódź` and `lodz`, `Điện` and `dien` are the same. Marks
/// that are vowels or tones of their own stay, as in Hindi and Thai. The table, and the reasons for each
/// rule, come from `Scripts/make-fold-table.py`.
///
/// Folding a folded text changes nothing.
public enum TextFold {
  /// The version of the table; an index of words records the one it was made with.
  public static let version = 3

  /// Changes whenever the meaning of the table does.
  static var digest: UInt64 { text_fold_digest }

  /// The words of a text, each separated from the next by one blank.
  ///
  /// In scripts that are written without spaces, each letter with its marks is a word, so that a part of
  /// a text is found as a phrase.
  public static func words(_ text: String) -> String {
    var folding = Folding(separating: true)
    for scalar in text.unicodeScalars { folding.add(scalar.value) }
    return String(decoding: folding.finish(), as: UTF8.self)
  }

  /// Whether a text has a word to look for: a letter, a digit or an emoji.
  public static func hasWord(_ text: String) -> Bool { !words(text).isEmpty }

  /// The bytes of a text with its letters folded, and everything else as it is.
  static func bytes(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.map(Folding.lowercase) }
    var folding = Folding(separating: false)
    for scalar in text.unicodeScalars { folding.add(scalar.value) }
    return folding.finish()
  }
}
