import Foundation
import GRDB

/// A background search for the items of a filter.
///
/// It reads through a connection of its own, and reports what is shown first long before it has found
/// everything. First it walks the list around the anchor (``ListWalk``), which is quick if many rows
/// match. Then it asks the word index, which is quick if few do. If a word names places, it checks the
/// places of rows before it collects the items of those places. If the index would have to collect many
/// rows for one of several words, it checks the rows with the longest word instead.
public final class ItemSearch: Sendable {
  /// The number of matches for a first report, if they are found quickly: more than a screen.
  private static let wanted = 128
  /// The number of rows to check in each direction before the word index is asked.
  ///
  /// A word that none of them contains is rare, and the index finds rare words sooner than a longer
  /// walk.
  private static let budget = 448
  /// The number of rows with one of several words that are checked for the others.
  private static let candidates = 1024
  /// The number of rows reported in full.
  private static let shown = 64

  /// The query.
  public let query: ItemQuery

  private let store: InventoryStore
  private let anchor: ListAnchor?
  private let presumedCount: Int?

  private let reading = InterruptibleReading()

  /// Prepares a search; ``run(_:)`` runs it.
  ///
  /// - Parameters:
  ///   - anchor: A known row of the list, around which to report first; by default the top.
  ///   - presumedCount: The last known number of rows, which is assumed until they are counted.
  public init(
    store: InventoryStore, query: ItemQuery, from anchor: ListAnchor? = nil,
    presuming presumedCount: Int? = nil
  ) {
    self.store = store
    self.query = query
    self.anchor = anchor?.inventory == store.database.uuid && anchor?.query == query ? anchor : nil
    self.presumedCount = self.anchor == nil ? nil : presumedCount
  }

  /// Whether ``cancel()`` has been called.
  public var isCancelled: Bool { reading.isCancelled }

  /// Cancels the search soon, wherever it is; nothing more is reported.
  public func cancel() { reading.cancel() }

  /// Searches; returns when everything is known or the search was cancelled.
  ///
  /// Takes milliseconds to seconds: call it on a background thread.
  ///
  /// - Parameter report: Called with each larger result, last with the complete one.
  public func run(_ report: (FoundItems) -> Void) throws(InventoryError) {
    try store.privacy.contents?.readIfNeeded()
    // A scratch copy has no files that could be opened again.
    let reader = try? store.database.openReader()
    defer { store.database.giveBack(reader) }
    _ = try reading.read(reader, or: store.database.file) { db in
      try search(db, canWalk: reader != nil) { found in if !isCancelled { report(found) } }
    }
  }

  private func search(
    _ db: Database, canWalk: Bool, _ report: (FoundItems) -> Void
  ) throws {
    let terms = SearchQuery(query.filter)
    let matches = try ItemMatches(query, terms, in: store, db)
    // Without an index for the order, nothing is known until everything is.
    guard matches.clause.isSorted else {
      return report(try matches.all().withRows(Self.shown, db))
    }
    let position = try anchor.flatMap { try self.position(of: $0.uuid, matches) }
    var window = Window()
    if canWalk, !matches.areTermsKnown {
      let walk = try ListWalk(matches)
      window = try self.window(around: position) { direction, wanted in
        try walk.matches(direction, from: position, wanted: wanted, budget: Self.budget)
      }
      if !window.isWorthShowing(wanted: Self.shown, isAnchored: position != nil) {
        let byPlace = try self.window(around: position) { direction, _ in
          try walk.matchesByPlace(direction, from: position, wanted: Self.shown) ?? .init()
        }
        if byPlace.isWorthShowing(wanted: Self.shown, isAnchored: position != nil) {
          window = byPlace
        }
      }
      if !window.isWorthShowing(wanted: Self.shown, isAnchored: position != nil),
        let candidates = try matches.rowsOfLongestTerm()
      {
        if candidates.count <= Self.candidates {
          let hits = try walk.matches(among: candidates)
          return report(try matches.inOrder(.these(hits)).withRows(Self.shown, db))
        }
        window = try self.window(around: position) { direction, _ in
          try walk.matches(
            direction, from: position, among: candidates, wanted: Self.shown,
            budget: Self.candidates)
        }
      }
      if window.isWorthShowing(wanted: Self.shown, isAnchored: position != nil) {
        report(try window.found(by: self, in: matches))
      }
      if window.isWhole { return }
    }
    let hits = try matches.hits()
    if hits.areMany(than: ItemMatches.fewHits), window.below.ids.count < Self.shown {
      window = try self.window(around: position) { direction, wanted in
        try matches.next(wanted, of: hits, direction, from: position)
      }
      if !isCancelled { report(try window.found(by: self, in: matches)) }
    }
    guard !isCancelled else { return }
    report(try matches.inOrder(hits).withRows(Self.shown, db))
  }

  /// The present position of an anchor's row.
  private func position(of uuid: UUID, _ matches: ItemMatches) throws -> RowPosition? {
    let statement = try matches.db.cachedStatement(
      sql: "SELECT \(matches.clause.key), item.id FROM item WHERE uuid = ?")
    return try Row.fetchOne(statement, arguments: [uuid]).map {
      try RowPosition(key: $0.value(0), id: $0.value(1))
    }
  }

  private func window(
    around position: RowPosition?,
    _ read: (ListWalk.Direction, _ wanted: Int) throws -> ListWalk.Stretch
  ) throws -> Window {
    var window = Window(above: .init(isAtEnd: position == nil))
    window.below = try read(.down, Self.wanted)
    if position != nil { window.above = try read(.up, Self.shown) }
    return window
  }

  /// Consecutive rows: those above a position and those from it on.
  private struct Window {
    /// The rows from the position upwards.
    var above = ListWalk.Stretch()
    var below = ListWalk.Stretch()

    var isWhole: Bool { above.isAtEnd && below.isAtEnd }

    /// Whether the rows fill a screen: around an anchor, half a screen would be worse than the former rows.
    func isWorthShowing(wanted: Int, isAnchored: Bool) -> Bool {
      isWhole || below.ids.count >= wanted || (!isAnchored && !below.ids.isEmpty)
        || (isAnchored && below.isAtEnd && above.ids.count >= wanted)
    }

    func found(by search: ItemSearch, in matches: ItemMatches) throws -> FoundItems {
      let ids = above.ids.reversed() + below.ids
      let start = above.isAtEnd ? 0 : max(0, (search.anchor?.index ?? 0) - above.ids.count)
      let known = start + ids.count
      let shown = above.ids.prefix(ItemSearch.shown / 4) + below.ids.prefix(ItemSearch.shown)
      return FoundItems(
        query: matches.query, dataVersion: matches.version, ids: ids, start: start,
        count: below.isAtEnd ? known : max(known, search.presumedCount ?? 0),
        isCountKnown: below.isAtEnd || search.presumedCount != nil, isComplete: isWhole,
        rows: try ItemFetcher.rows(ids: shown, matches.db))
    }
  }
}

extension FoundItems {
  /// The same result with its first rows in full.
  fileprivate func withRows(_ count: Int, _ db: Database) throws -> FoundItems {
    FoundItems(
      query: query, dataVersion: dataVersion, ids: ids,
      rows: try ItemFetcher.rows(ids: ids.prefix(count), db))
  }
}
