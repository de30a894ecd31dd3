import CTextFolding

/// Folds text for searching, by one rule for all scripts that applies to the text and to the query.
///
/// The fold ignores case, width, accents and points. It unifies letters with a stroke, final forms, ligatures
/// and digits of other scripts with their plain forms: `ΚΑΜΕΡΑ` equals `κάμερα`, `Łódź` equals `lodz`, `Điện`
/// equals `dien`. It keeps marks that are vowels or tones of their own, as in Hindi and Thai. The table, and
/// the reasons for each rule, come from `Scripts/make-fold-table.py`.
///
/// Folding a folded text changes nothing.
public enum TextFold {
  /// The version of the table; a word index records the version that built it.
  public static let version = 3

  /// Changes whenever the meaning of the table does.
  static var digest: UInt64 { text_fold_digest }

  /// The words of a text, separated by single blanks.
  ///
  /// In scripts that are written without spaces, each letter with its marks is a word, so that any part of a
  /// text can be found as a phrase.
  public static func words(_ text: String) -> String {
    var folding = Folding(separating: true)
    for scalar in text.unicodeScalars { folding.add(scalar.value) }
    return String(decoding: folding.finish(), as: UTF8.self)
  }

  /// Whether a text contains a searchable word: a letter, a digit or an emoji.
  public static func hasWord(_ text: String) -> Bool { !words(text).isEmpty }

  /// The bytes of a text with folded letters and everything else unchanged.
  static func bytes(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.map(Folding.lowercase) }
    var folding = Folding(separating: false)
    for scalar in text.unicodeScalars { folding.add(scalar.value) }
    return folding.finish()
  }
}
