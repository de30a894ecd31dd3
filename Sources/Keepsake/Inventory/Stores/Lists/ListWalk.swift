import Storage
import GRDB

/// Walks a list row by row and checks each against a filter.
///
/// If many rows match, the first ones are known after some milliseconds, whatever the size of the list;
/// the word index would first collect all of them. Batches of texts go into an index of their own in
/// memory, so that words are the same here and there.
struct ListWalk {
  /// The direction, as the list shows it.
  enum Direction { case down, up }

  /// Consecutive rows of the list.
  struct Stretch {
    var ids: [Int64] = []
    /// Whether the list ends there.
    var isAtEnd = false
  }

  private let matches: ItemMatches
  private let places: [Set<Int64>]

  private var db: Database { matches.db }
  private var index: WordIndex { matches.index }

  /// The table of the in-memory index, with the tokenizer of the file's index.
  private var sample: String { "filter_sample_\(index)" }

  init(_ matches: ItemMatches) throws {
    self.matches = matches
    places = try matches.search.terms.map { try matches.places(of: $0) }
    try matches.db.execute(
      sql: """
        CREATE VIRTUAL TABLE IF NOT EXISTS temp.\(sample) USING fts5(
          \(SearchIndex.columns), content = '', tokenize = "\(index.tokenizer)")
        """)
  }

  /// Finds the next matching rows.
  ///
  /// - Parameters:
  ///   - position: Where to start, including that row on the way down and excluding it on the way up;
  ///     `nil` starts at the end of the list from which the direction leads.
  ///   - candidates: The only rows that can match; `nil` for all. Rows between them are skipped.
  ///   - wanted: The number of matches after which to stop.
  ///   - budget: The number of rows after which to stop.
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

  /// The rows among some that match, wherever they are.
  func matches(among candidates: RowSet) throws -> RowSet {
    var found = RowSet()
    let ids = candidates.ids
    for start in stride(from: 0, to: ids.count, by: 256) {
      let rows = try read(Array(ids[start..<min(start + 256, ids.count)]))
      for id in try matching(rows) { found.insert(id) }
    }
    return found
  }

  /// The number of rows whose places are looked up one by one, which takes some dozen milliseconds.
  private static let placeReach = 8192

  /// Finds the next rows that match by their places or by their words, without collecting the items of
  /// those places, which may be most of all.
  ///
  /// - Returns: `nil` if the rows are too far from the start, or if the terms name no places.
  func matchesByPlace(
    _ direction: Direction, from position: RowPosition?, wanted: Int
  ) throws -> Stretch? {
    let named = zip(matches.search.terms, places)
    guard named.contains(where: { !$0.isExcluded && !$1.isEmpty }) else { return nil }
    let own = matches.privacy?.byRow ?? [:]
    var terms: [(isExcluded: Bool, words: RowSet, places: Set<Int64>)] = []
    for (term, places) in named {
      guard let words = try matches.rowsOfWords(of: term) else { return nil }
      terms.append((term.isExcluded, words, places))
    }
    let part = matches.clause.part(
      matches.query.order, direction, from: position, isIncluded: direction == .down)
    let statement = try RawStatement(
      db, sql: "SELECT item.id, item.location_id, \(matches.demandsSQL) FROM item \(part)")
    matches.clause.bind(position, to: statement)
    var found = Stretch(isAtEnd: true)
    var looked = 0
    try statement.forEachRow { row in
      guard let id = row.integer(0) else { return true }
      let place = row.integer(1)
      let meetsDemands = row.integer(2) == 1
      let isFound =
        try own[id].map { try matches.meetsDemands($0, row: id) } ?? meetsDemands
        && terms.allSatisfy { term in
          (term.words.contains(id) || place.map(term.places.contains) ?? false) != term.isExcluded
        }
      if isFound { found.ids.append(id) }
      looked += 1
      found.isAtEnd = found.ids.count < wanted && looked < Self.placeReach
      return found.isAtEnd
    }
    return found.isAtEnd || found.ids.count == wanted ? found : nil
  }

  /// The number of rows of a list to pass before the search for the next candidate is given up.
  private static let reach = 200_000

  /// The next candidates, fewer at the end of the list; `nil` if they are too far apart.
  private func next(
    _ size: Int, of candidates: RowSet, _ direction: Direction, from position: RowPosition?,
    isIncluded: Bool
  ) throws -> [Int64]? {
    let part = matches.clause.part(
      matches.query.order, direction, from: position, isIncluded: isIncluded)
    let statement = try RawStatement(db, sql: "SELECT item.id FROM item \(part)")
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

  /// A row of the walk.
  private struct Candidate {
    var position: RowPosition
    var place: Int64?
    /// Whether the stored row meets the conditions.
    var meetsDemands: Bool
    var texts: [String]

    init(_ row: RawRow) {
      position = RowPosition(key: row.value(1), id: row.integer(0) ?? 0)
      place = row.integer(2)
      meetsDemands = row.integer(3) == 1
      texts = SearchIndex.texts(row, from: 4)
    }
  }

  private func read(
    _ size: Int, _ direction: Direction, from position: RowPosition?, isIncluded: Bool
  ) throws -> [Candidate] {
    let part = matches.clause.part(
      matches.query.order, direction, from: position, isIncluded: isIncluded)
    let statement = try ItemFormat.fitting {
      try RawStatement(
        db,
        sql: """
          SELECT item.id, \(matches.clause.key), item.location_id, \(matches.demandsSQL),
            \(SearchIndex.selection(in: $0))
          FROM item \(part) LIMIT ?
          """)
    }
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

  /// The existing rows with these numbers, in the same order.
  private func read(_ ids: [Int64]) throws -> [Candidate] {
    let statement = try ItemFormat.fitting {
      try RawStatement(
        db,
        sql: """
          SELECT item.id, item.sort_key, item.location_id, \(matches.demandsSQL),
            \(SearchIndex.selection(in: $0))
          FROM item WHERE item.id = ?
          """)
    }
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
    try RawStatement(
      db, sql: "INSERT INTO temp.\(sample)(\(sample)) VALUES ('delete-all')"
    )
    .run()
    let insert = try RawStatement(
      db,
      sql: """
        INSERT INTO temp.\(sample)(rowid, \(SearchIndex.columns))
        VALUES (?, \(SearchIndex.slots))
        """)
    for row in rows {
      insert.bind(row.position.id)
      for text in row.texts { insert.bind(index.indexed(text)) }
      try insert.run()
    }
    let terms = try matches.search.terms.map { ($0.isExcluded, try rowsOfSample(with: $0)) }
    let own = matches.privacy?.byRow ?? [:]
    return try rows.filter { row in
      let id = row.position.id
      let isMet = try own[id].map { try matches.meetsDemands($0, row: id) } ?? row.meetsDemands
      return isMet
        && zip(terms, places).allSatisfy { term, places in
          let isFound =
            term.1.contains(row.position.id) || (row.place.map(places.contains) ?? false)
          return isFound != term.0
        }
    }.map(\.position.id)
  }

  private func rowsOfSample(with term: SearchQuery.Term) throws -> Set<Int64> {
    var found: Set<Int64> = []
    if term.looksAtItems {
      let words = try RawStatement(
        db, sql: "SELECT rowid FROM temp.\(sample) WHERE \(sample) MATCH ?")
      words.bind(term.matchExpression(in: index))
      try words.forEach { found.insert($0) }
    }
    let own = matches.privacy?.rows(matching: term.privateExpression)
    for id in own?.ids ?? [] { found.insert(id) }
    return found
  }
}

extension ScopeClause {
  /// The SQL for the rows of the scope on one side of a position, in the direction of the walk.
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

  /// Binds the values that ``part(_:_:from:isIncluded:)`` needs.
  func bind(_ position: RowPosition?, to statement: RawStatement) {
    if let place { statement.bind(place) }
    guard let position else { return }
    for value in keys(position) { statement.bind(value) }
    statement.bind(position.id)
  }
}
