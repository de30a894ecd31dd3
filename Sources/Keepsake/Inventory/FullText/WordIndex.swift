import TextFolding

/// A pair of word indexes, of items and of places, and the fold that their words went through.
enum WordIndex: String, CaseIterable {
  /// The index of files up to format 10, whose words SQLite folds, but only some letters.
  case former
  /// The index whose words ``TextFold`` folds; SQLite stores them unchanged.
  case current

  /// The table of items.
  var items: String { self == .former ? "item_fts" : "item_words" }

  /// The table of places.
  var places: String { self == .former ? "place_fts" : "place_words" }

  var tokenizer: String { self == .former ? "unicode61 remove_diacritics 2" : "ascii" }

  /// The indexed form of a text, which is also searched for.
  func indexed(_ text: String) -> String {
    switch self {
    case .former: FormerSearchText.indexed(text)
    // SQLite folds ASCII letters itself.
    case .current: text.utf8.allSatisfy { $0 < 0x80 } ? text : TextFold.words(text)
    }
  }

  /// Creates the tables.
  var creation: String {
    """
    CREATE VIRTUAL TABLE IF NOT EXISTS \(items) USING fts5(
      \(SearchIndex.columns), content = '', tokenize = "\(tokenizer)");
    CREATE VIRTUAL TABLE IF NOT EXISTS \(places) USING fts5(name, tokenize = "\(tokenizer)");
    -- Merging takes milliseconds: it is done at quiet moments, not while a person saves.
    INSERT INTO \(items)(\(items), rank) VALUES ('automerge', 0);
    """
  }

  /// Drops the tables.
  var removal: String { "DROP TABLE IF EXISTS \(items); DROP TABLE IF EXISTS \(places)" }

  var insertion: String {
    "INSERT INTO \(items)(rowid, \(SearchIndex.columns)) VALUES (?, \(SearchIndex.slots))"
  }

  var deletion: String {
    """
    INSERT INTO \(items)(\(items), rowid, \(SearchIndex.columns))
    VALUES ('delete', ?, \(SearchIndex.slots))
    """
  }

  var placeInsertion: String { "INSERT INTO \(places)(rowid, name) VALUES (?, ?)" }
}

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
