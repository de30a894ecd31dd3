import Foundation
import GRDB

/// One search for the items that a filter asks for, made to run beside the interface.
///
/// It reads through a connection of its own and tells what is shown first long before it knows
/// everything: first it goes through the list around the place in question (``ListWalk``), which is
/// quick where much matches, then it asks the word index, which is quick where little does. Where a word
/// names places, the rows are asked for theirs before the items of those are gathered. Where the
/// index would have to gather much for one of several words, the rows with the longest of them are
/// looked at instead.
public final class ItemSearch: Sendable {
  /// How many rows are found before any are told of, if they are quick to find: more than a screen.
  private static let wanted = 128
  /// How many rows are looked at one by one, in each direction, before the word index is asked: a word
  /// that none of them holds is in few rows, which the index has as soon as the walk the next ones.
  private static let budget = 448
  /// How many rows with one of several words are looked at for the others.
  private static let candidates = 1024
  /// How many rows are handed over in full.
  private static let shown = 64

  /// What to look for.
  public let query: ItemQuery

  private let store: InventoryStore
  private let anchor: ListAnchor?
  private let presumedCount: Int?

  private let reading = InterruptibleReading()

  /// Prepares a search; ``run(_:)`` makes it.
  ///
  /// - Parameters:
  ///   - anchor: A row that was seen in this list before: what is around it is told of first.
  ///     Without one that is the top.
  ///   - presumedCount: How many rows the list had then; taken on trust until they are known.
  public init(
    store: InventoryStore, query: ItemQuery, from anchor: ListAnchor? = nil,
    presuming presumedCount: Int? = nil
  ) {
    self.store = store
    self.query = query
    self.anchor = anchor?.inventory == store.uuid && anchor?.query == query ? anchor : nil
    self.presumedCount = self.anchor == nil ? nil : presumedCount
  }

  /// Whether ``cancel()`` was called.
  public var isCancelled: Bool { reading.isCancelled }

  /// Ends the search soon, wherever it is; nothing more is told.
  public func cancel() { reading.cancel() }

  /// Searches; returns when all is known or the search was cancelled.
  ///
  /// Takes milliseconds to seconds: to be called on a thread where nobody waits.
  ///
  /// - Parameter report: Told what is known whenever that is more; last of all everything.
  public func run(_ report: (FoundItems) -> Void) throws(InventoryError) {
    // A copy to try things on has no files that could be opened once more.
    let reader = try? store.openReader()
    defer { store.giveBack(reader) }
    _ = try reading.read(reader, or: store.file) { db in
      try search(db, canWalk: reader != nil) { found in if !isCancelled { report(found) } }
    }
  }

  private func search(
    _ db: Database, canWalk: Bool, _ report: (FoundItems) -> Void
  ) throws {
    let terms = SearchQuery(query.filter)
    let matches = try ItemMatches(query, terms, memory: store.searchMemory, db)
    // What no index holds in its order is there as soon as all of it is.
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

  /// Where the row of an anchor stands, wherever it is by now.
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

  /// Rows that follow each other, those above a place and those from it on.
  private struct Window {
    /// From the place upwards.
    var above = ListWalk.Stretch()
    var below = ListWalk.Stretch()

    var isWhole: Bool { above.isAtEnd && below.isAtEnd }

    /// Around a place that was on the screen, half a screen would be worse than what is there.
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
  /// The same with the first rows in full.
  fileprivate func withRows(_ count: Int, _ db: Database) throws -> FoundItems {
    FoundItems(
      query: query, dataVersion: dataVersion, ids: ids,
      rows: try ItemFetcher.rows(ids: ids.prefix(count), db))
  }
}
