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

  /// A text as it is indexed, and as it is searched for.
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
