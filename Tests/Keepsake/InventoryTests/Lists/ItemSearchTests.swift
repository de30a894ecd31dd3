import InventorySupport
import Storage
import Foundation
import GRDB
import Synchronization
import RepriseTesting
import Testing
import TestSupport

@testable import Inventory

/// A background search finds the same rows as a blocking one, but reports the first of them sooner.
@Suite(.leavesMainActorAlone) struct ItemSearchTests {
  let home: InventoryHome
  let store: InventoryStore
  /// The name of each row.
  private let names: [Int64: String]

  /// Two in three rows contain "lamp", every hundredth contains "brass", and all are below "Home".
  private static let lamps = Result {
    var text = "HB.name,HB.location,HB.notes\n"
    for index in 0..<6000 {
      let word = index % 3 == 0 ? "Chair" : "Lamp"
      let note = index % 100 == 0 ? "brass 茶壶" : "plain"
      text += "\(word) \(index),Home / Room \(index % 7),\(note)\n"
    }
    return try InventoryHome.inventory { try $0.importText(text, into: $1) }
  }

  init() throws {
    home = try InventoryHome(inventory: try Self.lamps.get())
    store = try home.store()
    names = try store.database.file.read { db in
      let rows = try Row.fetchAll(db, sql: "SELECT id, name FROM item").map { row in
        (row[0] as Int64, row[1] as String)
      }
      return Dictionary(uniqueKeysWithValues: rows)
    }
  }

  /// All results of a search, in order.
  private func told(
    _ query: ItemQuery, from anchor: ListAnchor? = nil, presuming count: Int? = nil
  ) throws -> [FoundItems] {
    var told: [FoundItems] = []
    try ItemSearch(store: store, query: query, from: anchor, presuming: count).run {
      told.append($0)
    }
    return told
  }

  private func names(_ found: FoundItems) throws -> [String] {
    try found.ids.map { try #require(names[$0]) }
  }

  /// The names in a list whose search is blocking.
  private func names(_ query: ItemQuery) throws -> [String] {
    let list = try ItemList(store: store, query: query)
    let found = try #require(list.found)
    #expect(try list.count == found.ids.count)
    for index in [0, found.ids.count / 2, found.ids.count - 1] where found.ids.indices ~= index {
      #expect(try list.row(at: index)?.name == names[found.ids[index]])
    }
    return try names(found)
  }

  @Test(arguments: [
    "lamp", "l", "-chair", "lamp -brass", "home", "room plain", "brass", "茶壶", "chair 59", "zebra",
    "home -home", "lamp 5", "lamp -1", "brass l", "brass -l",
  ])
  func partialResultsArePrefixesOfTheFullResult(filter: String) throws {
    for order in [ItemQuery.Order.name, .nameDescending] {
      let query = ItemQuery(filter: filter, order: order)
      let told = try told(query)
      let all = try names(query)
      let last = try #require(told.last)
      #expect(last.isComplete && last.isCountKnown)
      #expect(last.count == all.count && last.start == 0)
      #expect(try names(last) == all, "\(filter)")
      for part in told.dropLast() {
        #expect(try names(part) == Array(all.prefix(part.ids.count)), "\(filter)")
        #expect(!part.isComplete && part.count == part.ids.count)
      }
    }
  }

  @Test func aScreenfulIsReportedBeforeTheIndexIsUsed() throws {
    let told = try told(ItemQuery(filter: "lamp"))
    #expect(told.count == 2)
    #expect(told[0].ids.count >= 64 && told[0].ids.count < 1000)
    #expect(told[0].rows.count == 64)
    #expect(!store.searchMemory.knows("\"chair\" *", store.database.dataVersion))
    #expect(store.searchMemory.knows("\"lamp\" *", store.database.dataVersion))
  }

  /// In a million items, half a million words may begin with one letter: the rows of a longer word are read before
  /// those words are gathered.
  @Test(arguments: [
    ("lamp 5", "\"5\" *", [false, true]), ("lamp -1", "\"1\" *", [false, true]),
    ("brass l", "\"l\" *", [false]), ("brass -l", "\"l\" *", [false, true]),
  ])
  func aSingleLetterIsNotGatheredBeforeALongerWord(
    filter: String, letter: String, expected: [Bool]
  ) throws {
    var wasGathered: [Bool] = []
    try ItemSearch(store: store, query: ItemQuery(filter: filter)).run { _ in
      wasGathered.append(store.searchMemory.knows(letter, store.database.dataVersion))
    }
    #expect(wasGathered == expected)
  }

  @Test func aSearchStartsAtTheAnchor() throws {
    for order in [ItemQuery.Order.name, .nameDescending] {
      let query = ItemQuery(filter: "lamp", order: order)
      let all = try names(query)
      let whole = try ItemList(store: store, query: query)
      let anchor = try #require(try whole.anchor(at: 2345))
      store.searchMemory.forget()
      let told = try told(query, from: anchor, presuming: all.count)
      #expect(told.count == 2)
      #expect(told[0].count == all.count && told[0].isCountKnown && !told[0].isComplete)
      let list = try ItemList(store: store, found: told[0])
      for index in 2330..<2400 { #expect(try list.row(at: index)?.name == all[index]) }
      #expect(try list.row(at: 0) == nil)
      #expect(try list.index(of: anchor.uuid) == 2345)
      #expect(try names(told[1]) == all)
    }
  }

  @Test func aSearchStartsAtADeletedAnchor() throws {
    let query = ItemQuery(filter: "lamp")
    let anchor = try #require(try ItemList(store: store, query: query).anchor(at: 1000))
    try store.changes.perform(.trashItems([anchor.uuid]), session: "a")
    let told = try told(query, from: anchor, presuming: 4000)
    let all = try names(query)
    #expect(try ItemList(store: store, found: told[0]).row(at: 1000)?.name == all[1000])
    #expect(told.last?.count == 3999)
  }

  @Test func aScopeNarrowsTheSearch() throws {
    let place = try #require(try store.places.fetch(path: "Home / Room 3"))
    let query = ItemQuery(scope: .place(place.uuid), filter: "lamp")
    #expect(try names(#require(try told(query).last)) == names(query))
    #expect(try told(ItemQuery(scope: .unplaced, filter: "lamp")).last?.count == 0)
  }

  @Test func foundItemsCanBeReversed() throws {
    let found = try #require(try told(ItemQuery(filter: "brass")).last)
    let turned = try #require(found.ordered(by: .nameDescending))
    #expect(try names(turned) == names(ItemQuery(filter: "brass", order: .nameDescending)))
  }

  @Test func aCanceledSearchReportsNothingMore() throws {
    let search = ItemSearch(store: store, query: ItemQuery(filter: "lamp"))
    var count = 0
    try search.run { _ in
      count += 1
      search.cancel()
    }
    #expect(count == 1)
    let late = ItemSearch(store: store, query: ItemQuery(filter: "chair"))
    late.cancel()
    try late.run { _ in Issue.record("a canceled search reported rows") }
  }

  /// Cancelling interrupts a running SQLite statement.
  @Test func aSearchIsCanceledFromAnotherThread() throws {
    let search = ItemSearch(store: store, query: ItemQuery(filter: "lamp"))
    let isBusy = DispatchSemaphore(value: 0)
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      try? search.run { _ in
        isBusy.signal()
        while !search.isCancelled { usleep(100) }
      }
      isOver.signal()
    }
    isBusy.wait()
    search.cancel()
    #expect(Wait.until(isOver))
  }

  /// `REPRISE_SEED` draws other filters.
  @Test(arguments: [2 * RunSeed.number, 2 * RunSeed.number + 1])
  func randomFiltersReportPrefixesOfTheFullResult(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = [
      "l", "la", "lamp", "c", "b", "brass", "茶", "home", "room", "5", "12", "\"room 3\"",
    ]
    for _ in 0..<20 {
      let terms = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (Int.random(in: 0..<4, using: &random) == 0 ? "-" : "")
          + (words.randomElement(using: &random) ?? "")
      }
      let query = ItemQuery(
        filter: terms.joined(separator: " "),
        order: Bool.random(using: &random) ? .name : .nameDescending)
      let all = try names(query)
      store.searchMemory.forget()
      for part in try told(query) {
        #expect(
          try names(part) == Array(all.prefix(part.ids.count)), "seed \(seed): \(query.filter)")
      }
    }
  }

  /// A walk reads the texts that the index was filled with.
  @Test(arguments: ["", "Ben"])
  func aWalkReadsTheTextsOfTheIndex(borrower: String) throws {
    let store = try home.store("other")
    let item = try store.add("Kettle") {
      $0.tags = ["zinc", "Alpha", "b c"]
      $0.fields = [CustomField(name: "Size", value: "3"), CustomField(name: "age", value: "9")]
      $0.assetNumber = 1234
      $0.purchaseFrom = "market"
      $0.notes = "a\nb"
      $0.lentTo = borrower
    }
    let read = try store.database.file.read { db in
      var texts: [String] = []
      let sql = "SELECT \(SearchIndex.selection(in: .current)) FROM item"
      try RawStatement(db, sql: sql).forEachRow {
        texts = SearchIndex.texts($0, from: 0)
        return true
      }
      return texts
    }
    #expect(read == SearchIndex.texts(item))
  }

  @Test(arguments: [
    ("colour:x prise>300", ["colour:", "prise>"]), ("room:garage lamp", ["room:"]), ("a:b", []),
    ("tag:x price>300", []),
    ("\"tag:x\"", []), ("10:30", []), ("https://example.org", []), ("-colour:x", ["colour:"]),
    ("rooms>=3", ["rooms>="]), ("", []),
  ])
  func unknownOperatorsAreReported(filter: String, names: [String]) {
    #expect(ItemQuery(filter: filter).unknownOperators == names)
  }

  /// If the list ends at the anchor, the rows before it fill the screen before the index is used.
  @Test func theLastRowIsShownWithThoseBeforeIt() throws {
    let query = ItemQuery(filter: "lamp")
    let all = try names(query)
    let anchor = try #require(try ItemList(store: store, query: query).anchor(at: all.count - 1))
    store.searchMemory.forget()
    var first: FoundItems?
    var wasGathered: [Bool] = []
    try ItemSearch(store: store, query: query, from: anchor, presuming: all.count).run { found in
      if first == nil { first = found }
      wasGathered.append(store.searchMemory.knows("\"lamp\" *", store.database.dataVersion))
    }
    let shown = try names(#require(first))
    #expect(shown.count >= 64 && shown == all.suffix(shown.count))
    #expect(wasGathered.first == false && wasGathered.last == true)
  }
}
