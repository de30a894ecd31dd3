import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct SearchTests {
  let home: InventoryHome
  let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
    let house = try store.addPlace("Home")
    let attic = try store.addPlace("Attic café", in: house)
    try store.add("Brown teapot") {
      $0.place = attic.uuid
      $0.description = "holds four cups"
      $0.notes = "lid chipped"
      $0.manufacturer = "Hartley"
      $0.modelNumber = "WH-1000XM4"
      $0.serialNumber = "SN/77-12"
      $0.purchaseFrom = "Flea market"
      $0.tags = ["heirloom"]
      $0.fields = [CustomField(name: "Colour", value: "umber")]
    }
    try store.add("紫砂茶壶") { $0.notes = "宜兴" }
    try store.add("Самовар") { $0.notes = "Ёлочный" }
    try store.add("Cup \"tall\"") { $0.assetNumber = 123 }
  }

  private func names(_ filter: String, _ scope: ItemQuery.Scope = .everywhere) throws -> [String] {
    let list = try ItemList(store: store, query: ItemQuery(scope: scope, filter: filter))
    return try (0..<list.count).compactMap { try list.row(at: $0)?.name }
  }

  @Test(arguments: [
    "teapot", "TEA", "holds", "chip", "hart", "wh-1000", "1000xm4", "sn/77", "flea", "heir",
    "umber", "colour", "attic", "home", "cafe", "brown cups attic", "\"holds four\"",
    "\"holds fo", "brown -samovar", "-zzz brown",
  ])
  func everyFieldIsSearched(filter: String) throws {
    #expect(try names(filter) == ["Brown teapot"])
  }

  @Test(arguments: ["壶", "茶壶", "紫", "砂茶", "宜", "兴"])
  func ideographsAreFoundInsideWords(filter: String) throws {
    #expect(try names(filter) == ["紫砂茶壶"])
  }

  @Test(arguments: ["самов", "САМОВАР", "елоч"])
  func accentsAndCaseAreIgnored(filter: String) throws {
    #expect(try names(filter) == ["Самовар"])
  }

  /// Items, places, tags and custom fields share one rule for every script.
  @Test func everyScriptIsFolded() throws {
    let lodz = try store.addPlace("Łódź", in: store.addPlace("Αθήνα"))
    try store.add("Điện thoại") {
      $0.place = lodz.uuid
      $0.tags = ["Đồ cũ"]
      $0.fields = [CustomField(name: "Größe", value: "ŒUVRE")]
    }
    for filter in [
      "dien thoai", "ΑΘΗΝΑ", "αθηνα lodz", "\"do cu\"", "grosse oeuvre", "ΆΘΗΝΑ -lodzi",
      "Ｄｉｅｎ", "die\u{302}\u{323}n",
    ] {
      #expect(try names(filter) == ["Điện thoại"], "\(filter)")
    }
    #expect(try names("-lodz").count == 4)
    try store.add("किताब")
    #expect(try names("किताब") == ["किताब"] && names("कताब") == [] && names("किताबी") == [])
  }

  /// A sign without a letter or digit matches nothing; next to words it is ignored.
  @Test(arguments: ["%", "_", "*", "€ %", "\"*\"", "%%%", "？", "+"])
  func signsAloneMatchNothing(filter: String) throws {
    #expect(try names(filter) == [])
    #expect(try names("\(filter) teapot") == ["Brown teapot"])
    let query = ItemQuery(filter: filter)
    #expect(query.isNarrowed && query.wordlessFilter != nil)
    var found: FoundItems?
    try ItemSearch(store: store, query: query).run { found = $0 }
    #expect(found?.count == 0 && found?.isComplete == true)
    #expect(try TotalsReading(store: store).totals(of: query)?.count == 0)
  }

  /// The first sign of a phrase or an exclusion does not narrow the list yet.
  @Test(arguments: ["", " ", "-", "\"", "\"\"", "-%", "-\"", "\u{200D}"])
  func anIncompleteTermMatchesEverything(filter: String) throws {
    #expect(try names(filter).count == 4)
    #expect(!ItemQuery(filter: filter).isNarrowed)
  }

  @Test func anEmojiIsFound() throws {
    try store.add("📷 Box")
    #expect(try names("📷") == ["📷 Box"] && names("📸") == [])
  }

  @Test(arguments: ["000-123", "#000-123", "\"000-123\"", "tall"])
  func labelsAreFound(filter: String) throws {
    #expect(try names(filter) == ["Cup \"tall\""])
  }

  @Test func wordsNarrowAndMinusExcludes() throws {
    #expect(try names("cup") == ["Brown teapot", "Cup \"tall\""])
    #expect(try names("cup -teapot") == ["Cup \"tall\""])
    #expect(try names("-teapot").count == 3)
    #expect(try names("-\"holds four\"").count == 3)
    #expect(try names("cup teapot lamp") == [])
    #expect(try names("eapot") == [])
    #expect(try names("\"four holds\"") == [])
  }

  @Test(arguments: [
    "", " ", "\"", "\"\"", "-", "--", "*", "(", ")", "tea AND", "OR", "NOT", "NEAR(a b)", "^tea",
    "name:tea", "{name}:", "tea*", "\"tea\" *", "a\"b", "\u{0}", "tea\u{0}pot", "';--", "🙂",
    "😀 tea",
    "\"🙂\"", "tea + pot", "-(", "\\", "\u{202E}", "a:b:c", "in:garage", "price>500",
    String(repeating: "\"-(", count: 500),
  ])
  func unusualFiltersAreNotErrors(filter: String) throws {
    _ = try names(filter)
  }

  @Test(arguments: [11, 12] as [UInt64])
  func randomFiltersAreNotErrors(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("ab \"-*():^+{}.,;'茶\u{301}\0\n🙂")
    for _ in 0..<400 {
      let length = Int.random(in: 0..<12, using: &random)
      let filter = String((0..<length).compactMap { _ in alphabet.randomElement(using: &random) })
      #expect(throws: Never.self, "seed \(seed): \(filter.debugDescription)") {
        _ = try names(filter)
      }
    }
  }

  @Test func onlyLiveItemsAreFound() throws {
    let lamp = try store.add("Lamp")
    #expect(try names("lamp") == ["Lamp"])
    try store.changes.perform(.trashItems([lamp.uuid]), session: "a")
    #expect(try names("lamp") == [])
    _ = try store.changes.undo(session: "a")
    #expect(try names("lamp") == ["Lamp"])
  }

  @Test func theIndexFollowsEdits() throws {
    var lamp = try store.add("Lamp") { $0.tags = ["brass"] }
    lamp.name = "Lantern"
    lamp.tags = []
    try store.changes.perform(.updateItem(lamp), session: "a")
    #expect(try names("lamp") == [])
    #expect(try names("brass") == [])
    #expect(try names("lantern") == ["Lantern"])
    _ = try store.changes.undo(session: "a")
    #expect(try names("brass") == ["Lamp"])
  }

  @Test func lentItemsAreFoundByLoanAndBorrower() throws {
    var drill = try store.add("Drill") {
      $0.lentTo = "Ben Müller"
      $0.fields = [CustomField(name: "Volt", value: "18")]
    }
    try store.add("Cello concerto") { $0.notes = "moderato lento" }
    for filter in ["\"lent to\"", "ben", "muller drill", "volt lent", "\"lent to ben"] {
      #expect(try names(filter) == ["Drill"], "\(filter)")
    }
    drill.lentTo = ""
    try store.changes.perform(.updateItem(drill), session: "a")
    #expect(try names("\"lent to\"") == [])
    #expect(try names("ben") == [])
    #expect(try names("volt") == ["Drill"])
    _ = try store.changes.undo(session: "a")
    #expect(try names("ben") == ["Drill"])
  }

  /// The file lacks the column of the borrower and can't be migrated.
  @Test(arguments: [2, 3, 4, 10])
  func aReadOnlyFileOfAnEarlierVersionIsSearched(version: Int) throws {
    let corpus = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Corpus/inventory-\(version).sqlite")
    let old = try InventoryHome(inventory: Data(contentsOf: corpus))
    let store = try old.store(readOnly: true)
    let name = try #require(try ItemList(store: store).row(at: 0)?.name)
    let word = try #require(name.split(separator: " ").first)
    let found = try ItemList(store: store, query: ItemQuery(filter: String(word)))
    #expect(try found.row(at: 0)?.name == name)
    let search = ItemSearch(store: store, query: ItemQuery(filter: String(word)))
    var last: FoundItems?
    try search.run { last = $0 }
    #expect(last?.rows.contains { $0.row.name == name } == true)
  }

  @Test func aScopeNarrowsASearch() throws {
    let attic = try #require(try store.places.fetch(path: "Home / Attic café"))
    #expect(try names("tea", .place(attic.uuid)) == ["Brown teapot"])
    #expect(try names("cup", .unplaced) == ["Cup \"tall\""])
  }

  @Test func manyMatchesAreInListOrder() throws {
    var text = "HB.name\n"
    for index in (0..<2500).reversed() { text += "Widget \(index)\n" }
    try home.importText(text, into: store)
    let found = try names("widget")
    #expect(found == (0..<2500).map { "Widget \($0)" })
    #expect(
      try names("\"widget 24") == ["Widget 24"] + (240..<250).map { "Widget \($0)" }
        + (2400..<2500).map { "Widget \($0)" })
  }

  /// In UTF-8, Cyrillic letters have one of two first bytes.
  @Test func aWordFromTheSecondHalfOfTheAlphabetIsFound() throws {
    try store.add("шёрсть")
    #expect(try ItemList(store: store, query: ItemQuery(filter: "шерсть")).count == 1)
  }

  @Test func aTextMatchesNoneOneOrSeveralItems() throws {
    let pot = try #require(
      try ItemList(store: store, query: ItemQuery(filter: "teapot")).row(at: 0))
    #expect(try store.items(named: "teapot") == .one(pot.uuid))
    #expect(try store.items(named: "four cups") == .one(pot.uuid))
    #expect(try store.items(named: "nothing like it") == .none)
    try store.add("Green teapot")
    #expect(try store.items(named: "teapot") == .several)
    #expect(try store.items(named: "brown teapot") == .one(pot.uuid), "it is a whole name")
  }

  @Test func tagsAreListedWithItemCounts() throws {
    try store.add("Cup") { $0.tags = ["tea", "heirloom"] }
    #expect(try store.items.tags().map { "\($0.name) \($0.itemCount)" } == ["heirloom 2", "tea 1"])
  }
}
