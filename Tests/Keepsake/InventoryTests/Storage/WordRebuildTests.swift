import InventorySupport
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

/// An inventory of format 10, whose word index folds only some letters, gets an index that folds all.
@Suite(.leavesMainActorAlone) struct WordRebuildTests {
  private let home: InventoryHome

  init() throws {
    let corpus = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Corpus/inventory-10.sqlite")
    home = try InventoryHome(inventory: Data(contentsOf: corpus))
  }

  private func names(_ filter: String, _ store: InventoryStore) throws -> [String] {
    let query = ItemQuery(filter: filter)
    let list = try ItemList(store: store, query: query)
    let names = try (0..<list.count).compactMap { try list.row(at: $0)?.name }
    // The app's own search compares the rows itself.
    var found: FoundItems?
    try ItemSearch(store: store, query: query).run { found = $0 }
    #expect(found?.ids.count == names.count, "\(filter)")
    return names
  }

  /// Words that the program that created the file could find.
  private static let formerWords = [
    ("cafe", "Brown teapot"), ("茶壶", "紫砂茶壶"), ("елоч", "Самовар"), ("κάμερα", "Κάμερα"),
    ("Łódź źródło", "Lampa naftowa"), ("kitchen four", "Brown teapot"), ("점", nil),
    ("widget 17", "Wídget 17"),
  ]

  /// Words that only the fold for all scripts finds.
  private static let currentWords = [
    ("ΚΑΜΕΡΑ", "Κάμερα"), ("οδυσσεύς", "Κάμερα"), ("lodz zrodlo", "Lampa naftowa"),
    ("dien thoai", "Điện thoại"), ("do cu", "Điện thoại"), ("kjokken aerlig", "Smørebrød-brett"),
    ("strasse", "Čajník"), ("чайник", "Самовар"), ("מחשב", "מַחְשֵׁב"), ("כתאב", nil),
    ("مكتبة", "مُكَتَّبَة"),
    ("كتاب احمر", "مُكَتَّبَة"), ("किताब", "किताब"), ("ถ่ายรูป", "ที่นอน"), ("นอน", "ที่นอน"), ("かめら", "ｶﾒﾗ"),
    ("台所 ｶﾞﾗｽ", "ｶﾒﾗ"), ("한국", "한국어 사전"), ("DIŞ ISIK", "DIŞ KAPI anahtarı"),
    ("igdir", "DIŞ KAPI anahtarı"),
  ]

  private func expect(_ words: [(String, String?)], in store: InventoryStore) throws {
    for (filter, name) in words {
      let found = try names(filter, store)
      #expect(name == nil ? found.isEmpty : found.first == name, "\(filter): \(found)")
    }
  }

  private func tables(_ store: InventoryStore) throws -> [String] {
    try store.database.file.read {
      try String.fetchAll(
        $0, sql: "SELECT name FROM sqlite_schema WHERE name LIKE '%_fts%' OR name LIKE '%words%'")
    }
  }

  /// Completes the rebuild.
  private func finish(_ store: InventoryStore, by rows: Int = 64) throws {
    while let state = try store.database.rebuildSomeWords(rows), state != .done {}
    #expect(!store.database.hasWordsToRebuild)
  }

  @Test func formerWordsAreFoundAtOnceAndAllWordsAfterTheRebuild() throws {
    let store = try home.store()
    #expect(store.database.hasWordsToRebuild)
    try expect(Self.formerWords, in: store)
    #expect(try names("lodz", store) == [], "the former index does not fold this letter")
    try finish(store)
    try expect(Self.formerWords, in: store)
    try expect(Self.currentWords, in: store)
    for (one, other) in [("कताब", "किताब"), ("ที่นาน", "ที่นอน")] {
      #expect(try names(one, store).isEmpty && !names(other, store).isEmpty)
    }
    try WordIndexCheck.run(store, "rebuilt")
    try store.database.checkIntegrity()
    let left = try tables(store)
    #expect(!left.contains { $0.contains("_fts") }, "\(left)")
    let again = try home.store()
    #expect(!again.database.hasWordsToRebuild)
    try expect(Self.currentWords, in: again)
  }

  /// After a kill at any step, the next launch continues.
  ///
  /// Both indexes have the edits of rows before and after the position reached.
  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7, 8])
  func aKillBetweenTwoStepsLosesNothing(steps: Int) throws {
    var store: InventoryStore? = try home.store()
    for _ in 0..<steps { _ = try store?.database.rebuildSomeWords(64) }
    store = nil
    let next = try home.store()
    let isSearchingFormer = try next.database.file.read { try WordIndexes($0).hasFormer }
    try edit(next)
    if isSearchingFormer {
      try WordIndexCheck.run(next, "the former one after \(steps) steps", in: .former)
    }
    try expectEdits(next)
    try finish(next)
    try expectEdits(next)
    #expect(try names("gruzelka", next) == ["Żarówka grużełka"])
    #expect(try names("zolc", next).count == 35, "the items of a renamed place")
    try WordIndexCheck.run(next, "after \(steps) steps, a restart and edits")
    try next.database.checkIntegrity()
  }

  private func edit(_ store: InventoryStore) throws {
    let session = InventoryHome.session
    for name in ["Brown teapot", "Wídget 100", "Wídget 249"] {
      guard case .one(let uuid) = try store.items(named: name),
        var item = try store.items.fetch(uuid)
      else {
        Issue.record("no \(name)")
        continue
      }
      item.name = "Changed \(name.suffix(3))"
      item.notes = "Zmieniony"
      try store.changes.perform(.updateItem(item), session: session)
    }
    guard case .one(let gone) = try store.items(named: "Wídget 150") else { return }
    try store.changes.perform(.trashItems([gone]), session: session)
    try store.add("Żarówka grużełka")
    let place = try #require(try store.places.fetch(path: "Shelf 3"))
    try store.changes.perform(.renamePlace(place.uuid, to: "Żółć"), session: session)
  }

  private func expectEdits(_ store: InventoryStore) throws {
    #expect(try names("zmieniony", store).count == 3)
    #expect(try names("teapot", store) == [] && names("\"widget 100\"", store) == [])
    #expect(try names("\"widget 150\"", store) == [])
    #expect(try names("Żarówka", store) == ["Żarówka grużełka"])
    #expect(try names("Żółć", store).count == 35)
  }

  /// Two windows rebuild while a third writes; no step is done twice.
  @Test func severalConnectionsRebuildTogether() throws {
    let stores = try (0..<3).map { _ in try home.store() }
    var number = 0
    while stores[0].database.hasWordsToRebuild || stores[1].database.hasWordsToRebuild {
      for store in stores.prefix(2) { _ = try store.database.rebuildSomeWords(32) }
      try stores[2].add("Łatka \(number)")
      number += 1
      for store in stores { try store.database.refresh() }
      #expect(number < 100)
    }
    for store in stores {
      #expect(try names("łatka", store).count == number)
      #expect(try names("latka", store).count == number)
    }
    try WordIndexCheck.run(stores[0], "rebuilt by two")
  }

  @Test func theRebuildRunsInTheBackgroundAndCanPause() throws {
    let store = try home.store()
    let rebuild = BackgroundWordRebuild(store.database)
    rebuild.start()
    rebuild.pause()
    let before = try tables(store)
    usleep(100_000)
    #expect(try tables(store) == before && store.database.hasWordsToRebuild)
    rebuild.start()
    var turns = 0
    while store.database.hasWordsToRebuild, turns < 2000 {
      usleep(5000)
      try store.database.refresh()
      turns += 1
    }
    #expect(!store.database.hasWordsToRebuild)
    try expect(Self.currentWords, in: store)
    try WordIndexCheck.run(store, "rebuilt in the background")
  }

  @Test func aCommandRebuildsForABoundedTime() throws {
    let store = try home.store()
    try store.database.rebuildWords(within: .seconds(20))
    #expect(try names("lodz", store) == ["Added lamp", "Lampa naftowa"])
  }

  /// A program older than the rebuild would put words into the wrong index, so it must not open the file.
  @Test func theFormatVersionKeepsEarlierProgramsOut() throws {
    let version = try home.store().database.file.read {
      try Int.fetchOne($0, sql: "PRAGMA user_version")
    }
    #expect(version ?? 0 > 10)
  }

  @Test func aNewInventoryHasNothingToRebuild() throws {
    let store = try InventoryHome().store()
    #expect(!store.database.hasWordsToRebuild)
    #expect(try tables(store).allSatisfy { !$0.contains("_fts") })
  }
}
