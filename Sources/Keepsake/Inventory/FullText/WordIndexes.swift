import Storage
import GRDB

/// The word indexes that a file has.
///
/// A file of an older format has the former one. When it is opened for writing, it also gets the current
/// one, which `WordRebuild` fills row by row in the background. Until it is complete, the former one is
/// searched and kept up to date, and the current one is kept up to date as far as it reaches. Then the
/// former one is dropped.
struct WordIndexes {
  /// The last row that the current index has: the key in the table `meta` while it is being filled.
  static let (itemsKey, placesKey) = ("words_items", "words_places")

  /// The key that exists once the former index is no longer kept up to date and waits to be dropped.
  static let retiredKey = "words_retired"

  /// The fold of the current index; a file that lacks the key has no current one.
  static let versionKey = "words_fold"

  let hasFormer: Bool
  let hasCurrent: Bool
  /// The last indexed rows; `nil` if the current index is complete.
  let (lastItem, lastPlace): (Int64?, Int64?)

  init(_ db: Database) throws {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT
            (SELECT value FROM meta WHERE key = '\(Self.itemsKey)'),
            (SELECT value FROM meta WHERE key = '\(Self.placesKey)'),
            EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '\(WordIndex.former.items)')
              AND NOT EXISTS (SELECT 1 FROM meta WHERE key = '\(Self.retiredKey)'),
            EXISTS (SELECT 1 FROM meta WHERE key = '\(Self.versionKey)')
          """))
    (lastItem, lastPlace) = (try row?.value(0), try row?.value(1))
    hasFormer = try row?.value(2) ?? false
    hasCurrent = try row?.value(3) ?? true
  }

  /// The index to search.
  var searched: WordIndex { hasFormer ? .former : .current }

  /// The indexes that are kept up to date.
  var all: [WordIndex] { WordIndex.allCases.filter(isKept) }

  /// The indexes that have the words of an item, or that a new item must get into.
  func holding(item id: Int64) -> [WordIndex] {
    all.filter { $0 == .former || lastItem.map { id <= $0 } ?? true }
  }

  /// The indexes that have the name of a place, or that a new place must get into.
  func holding(place id: Int64) -> [WordIndex] {
    all.filter { $0 == .former || lastPlace.map { id <= $0 } ?? true }
  }

  private func isKept(_ index: WordIndex) -> Bool { index == .former ? hasFormer : hasCurrent }
}

/// Inserts the words of new items into the indexes of a file, with statements prepared once.
struct WordInsertion {
  private let indexes: WordIndexes
  private let statements: [WordIndex: RawStatement]

  init(_ db: Database) throws {
    let indexes = try WordIndexes(db)
    self.indexes = indexes
    statements = try .init(
      uniqueKeysWithValues: indexes.all.map { ($0, try RawStatement(db, sql: $0.insertion)) })
  }

  func insert(_ item: Item, id: Int64) throws {
    for index in indexes.holding(item: id) {
      guard let insert = statements[index] else { continue }
      insert.bind(id)
      for text in SearchIndex.texts(item) { insert.bind(index.indexed(text)) }
      try insert.run()
    }
  }
}
