import GRDB

/// Goes through a list row by row and asks of each whether a filter finds it.
///
/// Where many rows match, the first ones are known after some milliseconds, however large the list
/// is; to look their words up in the index would first gather every place where they stand. The
/// texts of some rows at a time go into an index of their own, in memory, so that a word is the same
/// word here and there.
struct ListWalk {
  /// Which way to go, seen from the person's side of the list.
  enum Direction { case down, up }

  /// Rows that follow each other in the list.
  struct Stretch {
    var ids: [Int64] = []
    /// Whether the list ends there.
    var isAtEnd = false
  }

  private let matches: ItemMatches
  private let places: [Set<Int64>]

  private var db: Database { matches.db }

  init(_ matches: ItemMatches) throws {
    self.matches = matches
    places = try matches.search.terms.map { try matches.places(of: $0) }
    try matches.db.execute(
      sql: """
        CREATE VIRTUAL TABLE IF NOT EXISTS temp.filter_sample USING fts5(
          \(SearchIndex.columns), content = '', tokenize = "\(SearchIndex.tokenizer)")
        """)
  }

  /// The next rows that match.
  ///
  /// - Parameters:
  ///   - position: Where to begin, with that row itself on the way down and without it on the way
  ///     up; at the end of the list from which the way leads when there is none.
  ///   - candidates: What alone can match; all rows when nil. The rows between them are passed over.
  ///   - wanted: After so many matches it ends.
  ///   - budget: After so many rows it ends.
  func matches(
    _ direction: Direction, from position: RowPosition?, among candidates: RowSet? = nil,
    wanted: Int, budget: Int
  ) throws -> Stretch {
    var found = Stretch()
    var (position, isIncluded) = (position, direction == .down)
    var (looked, size) = (0, 64)
    while found.ids.count < wanted, looked < budget {
      let rows: [Candidate]
      if let candidates {
        guard
          let ids = try next(
            size, of: candidates, direction, from: position, isIncluded: isIncluded)
        else { break }
        rows = try read(ids)
      } else {
        rows = try read(size, direction, from: position, isIncluded: isIncluded)
      }
      found.ids += try matching(rows)
      looked += rows.count
      guard rows.count == size, let last = rows.last else {
        found.isAtEnd = true
        break
      }
      (position, isIncluded) = (last.position, false)
      size = min(size * 2, 256)
    }
    return found
  }

  /// Those of some rows that match, wherever they stand.
  func matches(among candidates: RowSet) throws -> RowSet {
    var found = RowSet()
    let ids = candidates.ids
    for start in stride(from: 0, to: ids.count, by: 256) {
      let rows = try read(Array(ids[start..<min(start + 256, ids.count)]))
      for id in try matching(rows) { found.insert(id) }
    }
    return found
  }

  /// So many rows are asked for their place one by one, in some dozen milliseconds.
  private static let placeReach = 8192

  /// The next rows that match by the places that they are in, or by their words: the items of those
  /// places, which may be most there are, are not gathered.
  ///
  /// - Returns: nil where they are too far from the place to begin at, or no place is in question.
  func matchesByPlace(
    _ direction: Direction, from position: RowPosition?, wanted: Int
  ) throws -> Stretch? {
    let named = zip(matches.search.terms, places)
    guard named.contains(where: { !$0.isExcluded && !$1.isEmpty }) else { return nil }
    var terms: [(isExcluded: Bool, words: RowSet, places: Set<Int64>)] = []
    for (term, places) in named {
      guard let words = try matches.rowsOfWords(of: term) else { return nil }
      terms.append((term.isExcluded, words, places))
    }
    let part = matches.clause.part(
      matches.query.order, direction, from: position, isIncluded: direction == .down)
    let statement = try BulkStatement(
      db, sql: "SELECT item.id, item.location_id FROM item \(part)")
    matches.clause.bind(position, to: statement)
    var found = Stretch(isAtEnd: true)
    var looked = 0
    try statement.forEachRow { row in
      guard let id = row.integer(0) else { return true }
      let place = row.integer(1)
      let isFound = terms.allSatisfy { term in
        (term.words.contains(id) || place.map(term.places.contains) ?? false) != term.isExcluded
      }
      if isFound { found.ids.append(id) }
      looked += 1
      found.isAtEnd = found.ids.count < wanted && looked < Self.placeReach
      return found.isAtEnd
    }
    return found.isAtEnd || found.ids.count == wanted ? found : nil
  }

  /// So many rows of a list are passed over before the next of some candidates is given up.
  private static let reach = 200_000

  /// The next of some candidates, fewer where the list ends; nil where they are too far apart.
  private func next(
    _ size: Int, of candidates: RowSet, _ direction: Direction, from position: RowPosition?,
    isIncluded: Bool
  ) throws -> [Int64]? {
    let part = matches.clause.part(
      matches.query.order, direction, from: position, isIncluded: isIncluded)
    let statement = try BulkStatement(db, sql: "SELECT item.id FROM item \(part)")
    matches.clause.bind(position, to: statement)
    var ids: [Int64] = []
    var passed = 0
    try statement.forEachRow { row in
      if let id = row.integer(0), candidates.contains(id) { ids.append(id) }
      passed += 1
      return ids.count < size && passed < Self.reach
    }
    return passed < Self.reach || ids.count == size ? ids : nil
  }

  /// One row of the walk.
  private struct Candidate {
    var position: RowPosition
    var place: Int64?
    var texts: [String]

    init(_ row: BulkRow) {
      position = RowPosition(key: row.value(1), id: row.integer(0) ?? 0)
      place = row.integer(2)
      texts = SearchIndex.texts(row, from: 3)
    }
  }

  private func read(
    _ size: Int, _ direction: Direction, from position: RowPosition?, isIncluded: Bool
  ) throws -> [Candidate] {
    let part = matches.clause.part(
      matches.query.order, direction, from: position, isIncluded: isIncluded)
    let statement = try BulkStatement(
      db,
      sql: """
        SELECT item.id, \(matches.clause.key), item.location_id, \(SearchIndex.selection)
        FROM item \(part) LIMIT ?
        """)
    matches.clause.bind(position, to: statement)
    statement.bind(Int64(size))
    var rows: [Candidate] = []
    rows.reserveCapacity(size)
    try statement.forEachRow { row in
      rows.append(Candidate(row))
      return true
    }
    return rows
  }

  /// The rows with these numbers that are there, in the same order.
  private func read(_ ids: [Int64]) throws -> [Candidate] {
    let statement = try BulkStatement(
      db,
      sql: """
        SELECT item.id, item.sort_key, item.location_id, \(SearchIndex.selection)
        FROM item WHERE item.id = ?
        """)
    var rows: [Candidate] = []
    rows.reserveCapacity(ids.count)
    for id in ids {
      statement.bind(id)
      try statement.forEachRow { row in
        rows.append(Candidate(row))
        return false
      }
    }
    return rows
  }

  private func matching(_ rows: [Candidate]) throws -> [Int64] {
    try BulkStatement(
      db, sql: "INSERT INTO temp.filter_sample(filter_sample) VALUES ('delete-all')"
    )
    .run()
    let insert = try BulkStatement(
      db,
      sql: """
        INSERT INTO temp.filter_sample(rowid, \(SearchIndex.columns))
        VALUES (?, \(SearchIndex.slots))
        """)
    for row in rows {
      insert.bind(row.position.id)
      for text in row.texts { insert.bind(SearchText.indexed(text)) }
      try insert.run()
    }
    let terms = try matches.search.terms.map { ($0.isExcluded, try rowsOfSample(with: $0)) }
    return rows.filter { row in
      zip(terms, places).allSatisfy { term, places in
        let isFound =
          term.1.contains(row.position.id) || (row.place.map(places.contains) ?? false)
        return isFound != term.0
      }
    }.map(\.position.id)
  }

  private func rowsOfSample(with term: SearchQuery.Term) throws -> Set<Int64> {
    let words = try BulkStatement(
      db, sql: "SELECT rowid FROM temp.filter_sample WHERE filter_sample MATCH ?")
    words.bind(term.matchExpression)
    var found: Set<Int64> = []
    try words.forEach { found.insert($0) }
    return found
  }
}

extension ScopeClause {
  /// The rows of the scope on one side of a position, in the order in which a walk meets them.
  func part(
    _ order: ItemQuery.Order, _ direction: ListWalk.Direction, from position: RowPosition?,
    isIncluded: Bool
  ) -> String {
    let isAscending = order.isDescending == (direction == .up)
    let comparison = (isAscending ? ">" : "<") + (isIncluded ? "=" : "")
    let way = isAscending ? "" : " DESC"
    let side = position == nil ? "" : " AND " + beyond(comparison)
    return """
      \(indexed) WHERE \(condition)\(side)
      ORDER BY \(key)\(way), item.id\(way)
      """
  }

  /// Binds what ``part(_:_:from:isIncluded:)`` speaks of.
  func bind(_ position: RowPosition?, to statement: BulkStatement) {
    if let place { statement.bind(place) }
    guard let position else { return }
    for value in keys(position) { statement.bind(value) }
    statement.bind(position.id)
  }
}
