import InventorySupport
import TestSupport
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

/// Compares filters, including those that only exclude words, with a scan of every item.
@Suite(.leavesMainActorAlone) struct FilterReferenceTests {
  /// An item as the scan sees it.
  private struct Thing {
    let word: String
    let number: Int
    let isArchived: Bool
    let isTrashed: Bool

    init(_ number: Int) {
      // The first third of the list begins with the same word.
      word = number % 3 == 0 ? "Amber" : number % 3 == 1 ? "Chair" : "Lamp"
      self.number = number
      isArchived = number % 50 == 7
      isTrashed = number % 70 == 11
      words = texts.map(FilterReferenceTests.words)
    }

    var name: String { "\(word) \(number)" }
    var label: String { AssetNumber.text(Int64(number + 1)) }
    /// The last third of the list is in a house of its own.
    var places: [String] {
      number % 9 == 8 ? [] : [word == "Lamp" ? "Cellar" : "Home", "Room \(number % 7)"]
    }
    var note: String { (number % 100 == 0 ? "brass 茶壶" : "plain") + (isTrashed ? " gone" : "") }
    var texts: [String] { [name, label, note] + places }
    /// The words of each text.
    private(set) var words: [[String]] = []
  }

  /// One word or phrase of a filter.
  private struct Term {
    let text: String
    var isExcluded: Bool
    var isQuoted: Bool { text.contains(" ") }
    var typed: String { (isExcluded ? "-" : "") + (isQuoted ? "\"\(text)\"" : text) }
  }

  private static let things = (0..<3000).map(Thing.init)

  private static let inventory = Result {
    try InventoryHome.inventory { home, store in
      var text = "HB.name,HB.asset_id,HB.location,HB.notes,HB.archived\n"
      for thing in things {
        let place = thing.places.joined(separator: " / ")
        text += "\(thing.name),\(thing.label),\(place),\(thing.note),\(thing.isArchived)\n"
      }
      try home.importText(text, into: store)
      let gone = try ItemList(store: store, query: ItemQuery(filter: "gone"))
      let uuids = try (0..<gone.count).compactMap { try gone.row(at: $0)?.uuid }
      try store.changes.perform(.trashItems(uuids), session: "test")
    }
  }

  private static let vocabulary = [
    "l", "lamp", "a", "amber", "chair", "zz", "xx", "tag:x", "茶", "茶壶", "5", "12", "home", "cellar",
    "room", "plain", "b", "room 3", "lamp 125", "plain amber",
  ]

  private let home: InventoryHome
  private let store: InventoryStore
  /// The name of each row.
  private let names: [Int64: String]

  init() throws {
    home = try InventoryHome(inventory: try Self.inventory.get())
    store = try home.store()
    names = try store.database.file.read { db in
      let rows = try Row.fetchAll(db, sql: "SELECT id, name FROM item").map { row in
        (row[0] as Int64, row[1] as String)
      }
      return Dictionary(uniqueKeysWithValues: rows)
    }
  }

  // MARK: - The scan

  /// The words of a text; each Chinese character is one.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var isInWord = false
    for character in text.lowercased() {
      let isLetter = character.isASCII && (character.isLetter || character.isNumber)
      if isLetter, isInWord {
        words[words.count - 1].append(character)
      } else if isLetter || !character.isASCII {
        words.append(String(character))
      }
      isInWord = isLetter
    }
    return words
  }

  private func occurs(_ wanted: [String], _ isQuoted: Bool, in words: [String]) -> Bool {
    guard let last = wanted.last, words.count >= wanted.count else { return false }
    return (0...words.count - wanted.count).contains { start in
      let part = words[start..<start + wanted.count]
      let isLast = isQuoted ? part.last == last : part.last?.hasPrefix(last) == true
      return isLast && part.dropLast().elementsEqual(wanted.dropLast())
    }
  }

  private func names(_ terms: [Term], _ query: ItemQuery, places: [String]?) -> [String] {
    let wanted = terms.map { Self.words($0.text) }
    let found = Self.things.filter { thing in
      !thing.isArchived && !thing.isTrashed
        && (places == nil || thing.places == places)
        && zip(terms, wanted).allSatisfy { term, wanted in
          thing.words.contains { occurs(wanted, term.isQuoted, in: $0) } != term.isExcluded
        }
    }
    let sorted = found.sorted { ($0.word, $0.number) < ($1.word, $1.number) }.map(\.name)
    return query.order == .name ? sorted : sorted.reversed()
  }

  // MARK: - Tests

  /// Every partial result of a search is a prefix of what the scan finds; the last one is all of it.
  private func check(_ expected: [String], _ query: ItemQuery, _ note: String) throws {
    var told: [FoundItems] = []
    try ItemSearch(store: store, query: query).run { told.append($0) }
    for part in told {
      let found = part.ids.compactMap { names[$0] }
      #expect(found == Array(expected.prefix(part.ids.count)) && part.start == 0, "\(note)")
    }
    #expect(told.last?.isComplete == true && told.last?.count == expected.count, "\(note)")
    let list = try ItemList(store: store, query: query)
    #expect(try list.count == expected.count, "\(note)")
  }

  /// Each search runs twice: the second time the words are cached and the rows are found in another way.
  @Test(arguments: [
    ["zz"], ["zz", "xx"], ["tag:x"], ["amber"], ["lamp", "chair"], ["home"], ["plain"], ["茶"],
    ["cellar", "zz"], ["room 3"], ["a", "c", "l"], ["5"],
  ])
  func filtersThatOnlyExcludeFindTheRest(excluded: [String]) throws {
    let terms = excluded.map { Term(text: $0, isExcluded: true) }
    let filter = terms.map(\.typed).joined(separator: " ")
    let room = try #require(try store.places.fetch(path: "Home / Room 3"))
    let scopes: [(ItemQuery.Scope, [String]?)] = [
      (.everywhere, nil), (.unplaced, []), (.place(room.uuid), ["Home", "Room 3"]),
    ]
    for (scope, places) in scopes {
      for order in [ItemQuery.Order.name, .nameDescending] {
        let query = ItemQuery(scope: scope, filter: filter, order: order)
        let expected = names(terms, query, places: places)
        store.searchMemory.forget()
        try check(expected, query, "\(filter), at first")
        try check(expected, query, "\(filter), known")
      }
    }
  }

  /// `REPRISE_SEED` draws other filters; half of them only exclude words.
  @Test(arguments: [2 * RunSeed.number, 2 * RunSeed.number + 1])
  func randomFiltersMatchTheScan(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let onlyLeavesOut = Bool.random(using: &random)
      let terms = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Term(
          text: Self.vocabulary.randomElement(using: &random) ?? "",
          isExcluded: onlyLeavesOut || Int.random(in: 0..<4, using: &random) == 0)
      }
      let query = ItemQuery(
        filter: terms.map(\.typed).joined(separator: " "),
        order: Bool.random(using: &random) ? .name : .nameDescending)
      if Bool.random(using: &random) { store.searchMemory.forget() }
      try check(names(terms, query, places: nil), query, "seed \(seed): \(query.filter)")
    }
  }

  /// A house may hold most of a million items: the first ones are shown without gathering all, wherever they begin in
  /// the list.
  @Test(arguments: ["cellar", "cellar plain", "cellar -brass", "-zz cellar"])
  func firstItemsOfAPlaceAreShownBeforeAllAreGathered(filter: String) throws {
    // Caches the word of two letters, which would be gathered otherwise.
    try ItemSearch(store: store, query: ItemQuery(filter: "-zz")).run { _ in }
    var wasGathered: [Bool] = []
    try ItemSearch(store: store, query: ItemQuery(filter: filter)).run { _ in
      wasGathered.append(store.searchMemory.knows("\"cellar\" *", store.database.dataVersion))
    }
    #expect(wasGathered == [false, true], "\(filter)")
  }

  /// A filter that only excludes words finds nearly all of a million items: the first ones are shown without gathering
  /// all.
  @Test func excludingCachedWordsReadsNothing() throws {
    let query = ItemQuery(filter: "-zz -amber")
    var statements: [String] = []
    try store.database.file.read { db in
      let matches = try ItemMatches(
        query, SearchQuery(query.filter), in: store, db)
      _ = try matches.hits()
      db.trace { statements.append("\($0)") }
      let hits = try matches.hits()
      #expect(statements == [])
      let first = try matches.next(3, of: hits, .down, from: nil)
      #expect(first.ids.count == 3 && !first.isAtEnd)
      db.trace(nil)
    }
    #expect(statements.count == 1, "\(statements)")
  }
}
