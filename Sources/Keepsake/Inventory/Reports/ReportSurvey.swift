import Foundation
import GRDB

/// The items of a report in order, and their totals by place, by category and overall.
///
/// Sold, archived and trashed items are left out, as in every total.
struct ReportSurvey {
  /// The totals under a heading.
  struct Group {
    /// The last part of a path, or the name of a category.
    var name: String
    /// The depth in the tree of places.
    var depth = 0
    var sum = ReportSum()
  }

  /// The lines by place, then by name.
  private(set) var lines: [ReportLine] = []
  /// The places with the totals of everything in them, each before those in it.
  private(set) var places: [Group] = []
  private(set) var categories: [Group] = []
  private(set) var sum = ReportSum()
  /// The name of the part that it covers, in which names of private places are masked; empty for everything.
  private(set) var scopeName = ""
  /// The sum of all known prices paid.
  private(set) var paid: Int64 = 0

  static let unplaced = "Without a place"
  static let uncategorised = "Without a category"

  /// Reads the items of the query once.
  init(_ db: Database, of store: InventoryStore, _ options: ReportOptions) throws {
    scopeName = try Self.name(of: options, db)
    let lives = try Self.usefulLives(db)
    var reader = try ItemReader(db)
    let query = ItemQuery(scope: options.scope, filter: options.query)
    let matches = try ItemMatches(query, SearchQuery(query.filter), in: store, db)
    for id in try matches.ids() {
      guard let (item, relations) = try reader.read(id: id), item.countsInTotals else { continue }
      let life = item.category.flatMap { lives[$0] }
      lines.append(
        ReportLine(
          id: id, item: item, relations: relations, usefulLife: life, day: options.day))
    }
    order()
    try add()
  }

  private static func name(of options: ReportOptions, _ db: Database) throws -> String {
    guard case .within(let place) = options.scope else { return options.scopeName }
    return try StoredPlace.fetch(db, uuid: place)?.place.path ?? options.scopeName
  }

  /// The useful lives of categories in months.
  static func usefulLives(_ db: Database) throws -> [UUID: Int] {
    let rows = try Row.fetchAll(
      db,
      sql: "SELECT uuid, useful_life_months FROM category WHERE useful_life_months IS NOT NULL")
    return try rows.reduce(into: [:]) { try $0[$1.value(0)] = $1.value(1) }
  }

  /// The sort keys of the names in a path; unplaced items come last.
  private static func key(_ path: String?) -> [String] {
    guard let path else { return ["\u{10FFFF}"] }
    return PlacePath.names(in: path).map(SortKey.key(for:))
  }

  /// Sorts by place; items of one place keep the order of names.
  private mutating func order() {
    var keys: [String?: [String]] = [:]
    for line in lines where keys[line.place] == nil { keys[line.place] = Self.key(line.place) }
    let byPlace = Dictionary(grouping: lines, by: \.place)
    let places = byPlace.keys.sorted { left, right in
      let (one, other) = (keys[left] ?? [], keys[right] ?? [])
      return one == other
        ? (left ?? "") < (right ?? "")
        : one.lexicographicallyPrecedes(other) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
    lines = places.flatMap { byPlace[$0] ?? [] }
  }

  private mutating func add() throws(InventoryError) {
    var placeIndex: [String: Int] = [:]
    var byCategory: [String: ReportSum] = [:]
    for line in lines {
      try sum.add(line)
      paid = try Totals.sum(paid, line.paid ?? 0)
      try byCategory[line.category ?? Self.uncategorised, default: ReportSum()].add(line)
      for (path, name, depth) in Self.steps(line.place) {
        let index = placeIndex[path] ?? places.count
        if index == places.count {
          placeIndex[path] = index
          places.append(Group(name: name, depth: depth))
        }
        try places[index].sum.add(line)
      }
    }
    categories = byCategory.map { Group(name: $0.key, sum: $0.value) }
    categories.sort { left, right in
      let (one, other) = (left.sum.value.sum, right.sum.value.sum)
      return one == other ? left.name < right.name : one > other
    }
  }

  /// A place and those around it, the outermost first.
  private static func steps(_ path: String?) -> [(path: String, name: String, depth: Int)] {
    guard let path else { return [("", unplaced, 0)] }
    var whole = ""
    return PlacePath.names(in: path).enumerated().map { depth, name in
      whole += "/" + name
      return (whole, name, depth)
    }
  }
}
