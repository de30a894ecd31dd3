import Storage
import Foundation
import GRDB

/// Finds all items that match a filter, in the order of the list.
///
/// Looks up each term separately in the items' words and in the names of their places at any depth,
/// and intersects the sets. The order comes from the list's index.
struct ItemMatches {
  let query: ItemQuery
  let search: SearchQuery
  let db: Database
  let clause: ScopeClause
  let memory: SearchMemory
  /// The word index to ask.
  let index: WordIndex
  /// The words of private items, where these are open.
  let privacy: PrivateItems?
  /// The version of the data that the connection sees.
  let version: Int64
  /// The day, currency and categories for the conditions of the filter.
  private let setting: FilterCondition.Setting

  /// The number of hits below which sorting them is cheaper than walking the order.
  static let fewHits = 2000

  init(_ query: ItemQuery, _ search: SearchQuery, in store: InventoryStore, _ db: Database) throws {
    self.query = query
    self.search = search
    memory = store.searchMemory
    privacy = store.privacy.contents
    self.db = db
    index = try WordIndexes(db).searched
    clause = try ScopeClause(query, db)
    setting = try FilterCondition.Setting(
      search.demands.isEmpty ? nil : db, today: .today(), currency: store.database.currency)
    version =
      try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT value FROM meta WHERE key = 'data_version'")) ?? 0
  }

  /// All results.
  func all() throws -> FoundItems { try inOrder(hits()) }

  /// The rows that match all terms, unordered; some may be on another shelf, or hidden from the login.
  func hits() throws -> Hits {
    if search.matchesNothing { return .these(RowSet()) }
    var hits = Hits.allBut(RowSet())
    for term in search.terms { hits.narrow(to: try rows(of: term), isExcluded: term.isExcluded) }
    for demand in search.demands {
      hits.narrow(to: try rows(meeting: demand.condition), isExcluded: demand.isExcluded)
    }
    return hits
  }

  // MARK: - Conditions

  private func rows(meeting condition: FilterCondition) throws -> RowSet {
    let sql = condition.sql(setting)
    return try memory.rows(of: conditionKey(sql), for: version) {
      var hits = RowSet()
      let scan = try RawStatement(
        db,
        sql:
          "SELECT item.id FROM main.item AS item WHERE \(condition.scan(of: clause.shelf, setting))"
      )
      try scan.forEach { hits.insert($0) }
      for (id, item) in privacy?.byRow ?? [:] {
        guard let holds = condition.holds(for: item, setting) else { continue }
        if holds { hits.insert(id) } else { hits.remove(id) }
      }
      return hits
    }
  }

  /// The key of a condition's results, which cover one shelf.
  private func conditionKey(_ sql: String) -> String { "\(clause.shelf.rawValue) WHERE " + sql }

  /// Whether a row of `item` meets all conditions, as SQL.
  var demandsSQL: String {
    let parts = search.demands.map { demand in
      "(\(demand.condition.sql(setting))) IS \(demand.isExcluded ? "NOT " : "")TRUE"
    }
    return parts.isEmpty ? "1" : parts.joined(separator: " AND ")
  }

  /// Whether a private item that is open meets all conditions.
  ///
  /// - Parameter id: Its row, for conditions that only the file knows.
  func meetsDemands(_ item: Item, row id: Int64) throws -> Bool {
    for demand in search.demands {
      let known = demand.condition.holds(for: item, setting)
      var holds = known ?? false
      if known == nil {
        let sql = demand.condition.sql(setting)
        let check = try RawStatement(
          db, sql: "SELECT item.id FROM main.item AS item WHERE item.id = ? AND (\(sql))")
        check.bind(id)
        try check.forEach { _ in holds = true }
      }
      if holds == demand.isExcluded { return false }
    }
    return true
  }

  /// The rows that match the longest of several terms, which is usually the rarest.
  ///
  /// `nil` for a single term, or if no term is longer than two letters.
  ///
  /// Collecting all items with a word that starts with some letter takes half a second for a million.
  func rowsOfLongestTerm() throws -> RowSet? {
    let terms = search.terms.filter { !$0.isExcluded && $0.text.utf8.count > 2 }
    guard search.terms.count > 1,
      let longest = terms.max(by: { $0.text.utf8.count < $1.text.utf8.count })
    else { return nil }
    return try rows(of: longest)
  }

  private func rows(of term: SearchQuery.Term) throws -> RowSet {
    try memory.rows(of: key(term), for: version) { try read(term) }
  }

  /// The key of a term's results; they belong to one index.
  private func key(_ term: SearchQuery.Term) -> String {
    let expression = term.matchExpression(in: index)
    let own = term.scope == .place ? "places " + expression : expression
    return index == .current ? own : index.items + " " + own
  }

  /// The rows that match a term by their own words.
  ///
  /// If an earlier search knows them, the items in places of that name are included. `nil` for an
  /// unknown word of one or two letters, which half of all items may contain.
  func rowsOfWords(of term: SearchQuery.Term) throws -> RowSet? {
    if memory.knows(key(term), version) { return try rows(of: term) }
    return term.text.utf8.count > 2 ? try words(of: term) : nil
  }

  private func words(of term: SearchQuery.Term) throws -> RowSet {
    var hits = RowSet()
    if term.looksAtItems {
      let words = try RawStatement(
        db, sql: "SELECT rowid FROM \(index.items) WHERE \(index.items) MATCH ?")
      words.bind(term.matchExpression(in: index))
      try words.forEach { hits.insert($0) }
    }
    if let own = privacy?.rows(matching: term.privateExpression) { hits.formUnion(own) }
    return hits
  }

  private func read(_ term: SearchQuery.Term) throws -> RowSet {
    var hits = try words(of: term)
    let items = try RawStatement(
      db,
      sql: """
        SELECT item.id FROM main.item AS item INDEXED BY item_place WHERE item.location_id = ?
        """)
    for place in try places(of: term) {
      items.bind(place)
      try items.forEach { hits.insert($0) }
    }
    return hits
  }

  /// The places that match a term by name, and all places in them.
  func places(of term: SearchQuery.Term) throws -> Set<Int64> {
    guard term.looksAtPlaces else { return [] }
    let places = try placesBelow("SELECT rowid FROM \(index.places) WHERE \(index.places) MATCH ?")
    places.bind(term.matchExpression(in: index))
    var found: Set<Int64> = []
    try places.forEach { found.insert($0) }
    let own = privacy?.places.rows(matching: term.matchExpression(in: .current))
    for place in own?.ids ?? [] {
      let below = try placesBelow("SELECT ?")
      below.bind(place)
      try below.forEach { found.insert($0) }
    }
    return found
  }

  /// Selects places and all places in them.
  private func placesBelow(_ selection: String) throws -> RawStatement {
    try RawStatement(
      db,
      sql: """
        WITH RECURSIVE hit(id) AS (
          \(selection)
          UNION
          SELECT location.id FROM hit CROSS JOIN location ON location.parent_id = hit.id)
        SELECT id FROM hit
        """)
  }

  /// Whether earlier searches of the same data know the rows of all terms.
  var areTermsKnown: Bool {
    search.terms.allSatisfy { memory.knows(key($0), version) }
      && search.demands.allSatisfy {
        memory.knows(conditionKey($0.condition.sql(setting)), version)
      }
  }

  // MARK: - Order

  /// The hits next to a position, found by walking the index of the list.
  func next(
    _ wanted: Int, of hits: Hits, _ direction: ListWalk.Direction, from position: RowPosition?
  ) throws -> ListWalk.Stretch {
    let part = clause.part(
      query.order, direction, from: position, isIncluded: direction == .down)
    let statement = try RawStatement(db, sql: "SELECT item.id FROM item \(part)")
    clause.bind(position, to: statement)
    var found = ListWalk.Stretch(isAtEnd: true)
    try statement.forEachRow { row in
      guard let id = row.integer(0), hits.contains(id) else { return true }
      found.ids.append(id)
      found.isAtEnd = found.ids.count < wanted
      return found.isAtEnd
    }
    return found
  }

  /// The hits that belong to the list, in its order.
  func inOrder(_ hits: Hits) throws -> FoundItems {
    var ids: [Int64]
    if query.scope != .everywhere || clause.shelf != .lists {
      ids = try order().filter(hits.contains)
    } else if case .these(let rows) = hits, rows.count <= Self.fewHits {
      ids = try sorted(rows.ids)
    } else {
      let known = try memory.order(query.order.ascending.rawValue, for: version) { try order() }
      ids = known.filter(hits.contains)
    }
    if query.order.isDescending { ids.reverse() }
    return FoundItems(query: query, dataVersion: version, ids: ids)
  }

  private func sorted(_ ids: [Int64]) throws -> [Int64] {
    let position = try RawStatement(
      db,
      sql: "SELECT \(clause.key) FROM item WHERE id = ? AND \(ScopeClause.live)")
    var found: [(key: ColumnValue, id: Int64)] = []
    for id in ids {
      position.bind(id)
      try position.forEachRow { row in
        found.append((row.value(0), id))
        return false
      }
    }
    found.sort { left, right in
      left.key == right.key ? left.id < right.id : left.key.precedes(right.key)
    }
    return found.map(\.id)
  }

  /// The rows of the list, in its order.
  func ids() throws -> [Int64] {
    guard search.isEmpty else { return try all().ids }
    let ids = try order()
    return query.order.isDescending ? ids.reversed() : ids
  }

  private func order() throws -> [Int64] {
    let statement = try RawStatement(
      db,
      sql: """
        SELECT item.id FROM item \(clause.indexed)
        WHERE \(clause.condition) ORDER BY \(clause.key), item.id
        """)
    if let place = clause.place { statement.bind(place) }
    var ids: [Int64] = []
    try statement.forEach { ids.append($0) }
    return ids
  }
}

extension ColumnValue {
  /// Whether SQLite sorts the value before another one of its type.
  fileprivate func precedes(_ other: ColumnValue) -> Bool {
    switch (self, other) {
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.integer(let left), .integer(let right)): left < right
    default: real ?? 0 < other.real ?? 0
    }
  }
}

/// The rows that match the words of a filter, unordered: some rows, or all but some.
///
/// A filter that only excludes words matches nearly everything. Collecting that takes far longer than
/// checking the rows on a screen for exclusion.
enum Hits {
  case these(RowSet)
  case allBut(RowSet)

  /// Intersects with the rows that match a word, or with those that do not.
  mutating func narrow(to rows: RowSet, isExcluded: Bool) {
    switch (self, isExcluded) {
    case (.these(var hits), false):
      hits.formIntersection(rows)
      self = .these(hits)
    case (.these(var hits), true):
      hits.subtract(rows)
      self = .these(hits)
    case (.allBut(let excluded), false):
      var hits = rows
      hits.subtract(excluded)
      self = .these(hits)
    case (.allBut(var excluded), true):
      excluded.formUnion(rows)
      self = .allBut(excluded)
    }
  }

  func contains(_ id: Int64) -> Bool {
    switch self {
    case .these(let rows): rows.contains(id)
    case .allBut(let rows): !rows.contains(id)
    }
  }

  /// Whether there are so many that walking the list finds a screenful sooner.
  func areMany(than few: Int) -> Bool {
    if case .these(let rows) = self { rows.count > few } else { true }
  }
}
