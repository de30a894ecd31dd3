import Foundation
import InventorySupport
import RepriseTesting
import TestSupport
import Testing

@testable import Inventory

/// The operators of a filter, such as `price>300`.
@Suite(.leavesMainActorAlone) struct FilterOperatorTests {
  private let home: InventoryHome
  private let store: InventoryStore
  private static let today = CalendarDate.today()

  init() throws {
    home = try InventoryHome()
    store = try home.store()
    let house = try store.addPlace("Home")
    let garage = try store.addPlace("Garage", in: house)
    let room = try store.addPlace("Living Room", in: house)
    let tools = try store.items.addCategory(named: "Power tools", session: "main")
    try store.add("Drill") {
      $0.place = garage.uuid
      $0.category = tools
      $0.purchasePrice = 17_900
      $0.purchaseDate = CalendarDate(year: 2024, month: 2, day: 29)
      $0.warrantyUntil = Self.today.adding(days: 40)
      $0.tags = ["red tag", "loud"]
      $0.serialNumber = "SN-7"
      $0.manufacturer = "Boschmann"
      $0.purchaseFrom = "Flea market"
      $0.lentTo = "Ben"
      $0.dueBack = Self.today.adding(days: -1)
    }
    try store.add("Piano") {
      $0.place = room.uuid
      $0.purchasePrice = 100_000
      $0.replacementValue = 420_000
      $0.purchaseDate = CalendarDate(year: 1999, month: 12, day: 31)
      $0.warrantyUntil = Self.today.adding(days: -5)
      $0.isInsured = true
      $0.fields = [CustomField(name: "Colour", value: "Black lacquer")]
      $0.notes = "red felt"
    }
    try store.add("Screws") {
      $0.quantity = 250
      $0.purchasePrice = 4
      $0.hasLifetimeWarranty = true
    }
    try store.add("Gift")
  }

  private func names(_ filter: String) throws -> [String] {
    var found: FoundItems?
    let query = ItemQuery(filter: filter)
    try ItemSearch(store: store, query: query).run { found = $0 }
    let list = try ItemList(store: store, query: query)
    let names = try (0..<list.count).compactMap { try list.row(at: $0)?.name }
    #expect(found?.isComplete == true && found?.count == names.count, "\(filter)")
    return names
  }

  @Test(arguments: [
    // Amounts: the value counts all of them, with the price in place of an unknown one.
    ("price>179", ["Piano"]), ("price>=179", ["Drill", "Piano"]), ("price:179.00", ["Drill"]),
    ("price<179", ["Screws"]), ("price=1,000.00", ["Piano"]), ("value>1000", ["Piano"]),
    ("value<=10", ["Screws"]), ("value=10", ["Screws"]), ("-price>100", ["Gift", "Screws"]),
    ("replacement>0", ["Piano"]), ("PRICE>179", ["Piano"]),
    ("qty>2", ["Screws"]), ("quantity<=1", ["Drill", "Gift", "Piano"]), ("qty:250", ["Screws"]),
    // Dates
    ("bought:2024", ["Drill"]), ("bought:2024-02", ["Drill"]), ("bought:2024-02-29", ["Drill"]),
    ("bought:2023", []), ("bought<2024", ["Piano"]), ("bought>1999", ["Drill"]),
    ("bought>=1999", ["Drill", "Piano"]), ("bought<=1999-12-31", ["Piano"]),
    ("bought>20y", ["Piano"]), ("bought<1d", []),
    ("warranty<90d", ["Drill"]), ("warranty<6w", ["Drill"]), ("warranty<5w", []),
    ("warranty>1m", ["Drill"]), ("due<2024", []), ("is:overdue", ["Drill"]),
    // Fields and places
    ("tag:red", ["Drill"]), ("tag:\"red tag\"", ["Drill"]), ("tag=lou", []),
    ("tag=loud", ["Drill"]),
    ("-tag:red red", ["Piano"]), ("place:home", ["Drill", "Piano"]), ("in:garage", ["Drill"]),
    ("in:\"living room\"", ["Piano"]), ("in:drill", []), ("-in:home", ["Gift", "Screws"]),
    ("cat:tools", ["Drill"]), ("category:pow", ["Drill"]), ("cat:ower", []),
    ("by:bosch", ["Drill"]), ("by:flea", []), ("from:flea", ["Drill"]), ("sn:7", ["Drill"]),
    ("name:red", []), ("notes:red", ["Piano"]), ("lent:ben", ["Drill"]),
    ("field.colour=black", ["Piano"]), ("field.Colour:bla", ["Piano"]), ("field.colour=bla", []),
    // States and parts
    ("is:insured", ["Piano"]), ("is:lent", ["Drill"]), ("is:unplaced", ["Gift", "Screws"]),
    ("is:expired", ["Piano"]), ("is:estimated", ["Drill", "Screws"]), ("is:sold", []),
    ("no:value", ["Gift"]), ("has:serial", ["Drill"]), ("no:serial price>300", ["Piano"]),
    ("no:photo", ["Drill", "Gift", "Piano", "Screws"]), ("has:photos", []),
    ("has:warranty", ["Drill", "Piano", "Screws"]), ("has:tags", ["Drill"]),
    ("no:cat -no:place", ["Piano"]),
    // Together with words, and in any order
    ("drill price>100", ["Drill"]), ("price>100 home", ["Drill", "Piano"]),
    ("price>100 price<200 in:home tag:red by:bosch", ["Drill"]),
    // Still being typed
    ("price>", ["Drill", "Gift", "Piano", "Screws"]), ("tag: drill", ["Drill"]),
    ("is:", ["Drill", "Gift", "Piano", "Screws"]),
    // Literally
    ("\"price>300\"", []), ("10:30", []), ("https://example.org", []),
  ])
  func operatorsNarrow(filter: String, expected: [String]) throws {
    #expect(try names(filter) == expected)
    #expect(try names(filter) == expected, "from memory")
  }

  @Test(arguments: [
    ("price>abc", "“abc” is no amount: write 300 or 299.90"),
    ("price>1.299", "“1.299” is no amount: write 300 or 299.90"),
    ("qty:two", "“two” is no quantity: write 2 or 2.5"),
    ("bought:20", "“20” is no date: write 2024, 2024-05, 2024-05-31 or 90d"),
    ("bought:2024-13", "“2024-13” is no date: write 2024, 2024-05, 2024-05-31 or 90d"),
    ("bought:2023-02-29", "“2023-02-29” is no date: write 2024, 2024-05, 2024-05-31 or 90d"),
    ("tag>red", "a text has no order: write : instead of >"),
    ("has:wings", "items have no “wings”: write photo, receipt, serial, value or place"),
  ])
  func aValueThatIsNotUnderstoodIsReportedAndIgnored(filter: String, problem: String) throws {
    #expect(ItemQuery(filter: filter).filterProblem == problem)
    #expect(try names(filter + " drill") == ["Drill"])
  }

  /// A pasted book has thousands of words, each of which would be looked up.
  @Test func wordsBeyondTheLimitAreReportedAndIgnored() throws {
    let words = Array(repeating: "drill", count: 64).joined(separator: " ")
    #expect(ItemQuery(filter: words + " ").filterProblem == nil)
    #expect(ItemQuery(filter: words + " x").filterProblem == "a filter has at most 64 words")
    #expect(try names(words + " piano") == ["Drill"])
  }

  /// Ignoring the operator would name the only item, and a command would change it.
  @Test(arguments: ["tag:", "price>cheap", "bought:20", "is:", "drill price>cheap"])
  func textThatIsNotUnderstoodNamesNoItem(text: String) throws {
    let home = try InventoryHome()
    let store = try home.store()
    let drill = try store.add("Drill")
    #expect(try store.items(named: text) == .none)
    #expect(try store.items(named: "name:drill") == .one(drill.uuid))
  }

  @Test func unknownStatesAreListed() throws {
    let problem = try #require(ItemQuery(filter: "is:borrowed").filterProblem)
    #expect(problem.hasPrefix("“is:borrowed” isn't a state: write insured, sold, lent"))
  }

  @Test(arguments: [
    ("prise>300", "price"), ("tga:red", nil), ("catagory:x", "category"), ("boght:2024", "bought"),
    ("zz:x", nil), ("colour:red", nil), ("serail:7", "serial"),
  ])
  func anUnknownOperatorSuggestsASimilarOne(filter: String, suggestion: String?) {
    let query = ItemQuery(filter: filter)
    #expect(query.unknownOperators.count == 1)
    #expect(query.suggestedOperator == suggestion)
  }

  // MARK: - Private items

  @Test func conditionsSeeWhatThePassphraseOpens() throws {
    store.openPrivateItems(with: MirrorSealing())
    try store.add("Krugerrand") {
      $0.isPrivate = true
      $0.purchasePrice = 300_000
      $0.purchaseDate = CalendarDate(year: 2024, month: 6, day: 1)
      $0.serialNumber = "GOLD-4711"
      $0.tags = ["coins"]
      $0.manufacturer = "Rand Refinery"
    }
    for filter in [
      "price>2000", "bought:2024-06", "sn:gold", "tag:coin", "by:rand", "is:private",
      "has:serial has:tag no:photo -is:lent price>2000", "krug has:date", "-no:price is:private",
    ] {
      #expect(try names(filter) == ["Krugerrand"], "\(filter)")
    }
    #expect(try !names("no:serial").contains("Krugerrand"))
    #expect(try names("notes:rand") == [])
    let locked = try home.store()
    let list = try ItemList(store: locked, query: ItemQuery(filter: "price>2000"))
    #expect(try list.count == 0)
  }

  // MARK: - Random filters

  /// An operator and what it means for an item, written without the code under test.
  private struct Part: Sendable {
    let text: String
    let holds: @Sendable (Item, _ place: String?) -> Bool
  }

  private static let parts: [Part] = {
    var parts: [Part] = []
    for amount: Int64 in [0, 1, 49, 50, 51, 99, 100] {
      parts.append(
        Part(text: "price>\(amount)") { item, _ in
          item.purchasePrice.map { $0 > amount * 100 } ?? false
        })
      parts.append(
        Part(text: "price<=\(amount)") { item, _ in
          item.purchasePrice.map { $0 <= amount * 100 } ?? false
        })
      parts.append(
        Part(text: "value>=\(amount)") { item, _ in
          (item.replacementValue ?? item.purchasePrice).map {
            $0 * Int64(item.quantity) >= amount * 100
          } ?? false
        })
      parts.append(
        Part(text: "value<\(amount)") { item, _ in
          (item.replacementValue ?? item.purchasePrice).map {
            $0 * Int64(item.quantity) < amount * 100
          } ?? false
        })
    }
    for year in [1999, 2020, 2024] {
      parts.append(Part(text: "bought:\(year)") { item, _ in item.purchaseDate?.year == year })
      parts.append(
        Part(text: "bought<\(year)") { item, _ in item.purchaseDate.map { $0.year < year } ?? false
        })
      parts.append(
        Part(text: "bought>=\(year)-06") { item, _ in
          item.purchaseDate.map { ($0.year, $0.month) >= (year, 6) } ?? false
        })
    }
    for quantity in [1, 2, 3] {
      parts.append(Part(text: "qty>\(quantity)") { item, _ in item.quantity > Double(quantity) })
      parts.append(Part(text: "qty=\(quantity)") { item, _ in item.quantity == Double(quantity) })
    }
    for word in ["red", "blue"] {
      parts.append(Part(text: "tag:\(word)") { item, _ in item.tags.contains(word) })
      parts.append(Part(text: "by:\(word)") { item, _ in item.manufacturer == word })
      parts.append(Part(text: "in:\(word)") { _, place in place == word })
      parts.append(
        Part(text: word) { item, place in
          item.tags.contains(word) || item.manufacturer == word || place == word
        })
    }
    parts.append(Part(text: "is:insured") { item, _ in item.isInsured })
    parts.append(Part(text: "is:unplaced") { _, place in place == nil })
    parts.append(Part(text: "no:price") { item, _ in item.purchasePrice == nil })
    parts.append(Part(text: "has:tag") { item, _ in !item.tags.isEmpty })
    parts.append(Part(text: "has:maker") { item, _ in !item.manufacturer.isEmpty })
    return parts
  }()

  /// `KEEPSAKE_FILTERS=100000` draws so many filters, and `REPRISE_SEED` other ones.
  @Test func randomFiltersMatchAScan() throws {
    let seed = RunSeed.number
    var random = SeededGenerator(seed: seed)
    let places = try ["red", "blue"].map { try store.addPlace($0) }
    for number in 0..<300 {
      try store.add("Thing \(number)") { item in
        item.purchasePrice =
          Bool.random(using: &random) ? Int64.random(in: 0...120, using: &random) * 100 : nil
        item.replacementValue = Int.random(in: 0..<4, using: &random) == 0 ? 5_000 : nil
        item.quantity = Double(Int.random(in: 1...3, using: &random))
        item.purchaseDate =
          Bool.random(using: &random)
          ? CalendarDate(
            year: Int.random(in: 1998...2025, using: &random),
            month: Int.random(in: 1...12, using: &random), day: 3)
          : nil
        item.tags = ["red", "blue"].filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
        item.manufacturer = ["", "red", "blue"].randomElement(using: &random) ?? ""
        item.isInsured = Bool.random(using: &random)
        item.place = Bool.random(using: &random) ? places.randomElement(using: &random)?.uuid : nil
      }
    }
    var items: [(item: Item, place: String?)] = []
    try ItemList(store: store).forEachItem { item, relations in
      // The others have texts that the scan doesn't look at.
      guard item.name.hasPrefix("Thing") else { return }
      items.append((item, relations.placePath?.components(separatedBy: " / ").last))
    }
    let count = ProcessInfo.processInfo.environment["KEEPSAKE_FILTERS"].flatMap(Int.init) ?? 300
    for _ in 0..<count {
      let wanted = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (part: Self.parts.randomElement(using: &random), isExcluded: Bool.random(using: &random))
      }
      let filter = wanted.compactMap { wanted in
        wanted.part.map { (wanted.isExcluded ? "-" : "") + $0.text }
      }.joined(separator: " ")
      let expected = items.filter { item, place in
        wanted.allSatisfy { $0.part?.holds(item, place) != $0.isExcluded }
      }.map(\.item.name)
      if Bool.random(using: &random) { store.searchMemory.forget() }
      var found: FoundItems?
      try ItemSearch(store: store, query: ItemQuery(filter: filter)).run { found = $0 }
      let names = try found?.ids.compactMap { id in
        try store.database.read { try StoredItem.fetch($0, id: id)?.item.name }
      }.filter { $0.hasPrefix("Thing") }
      #expect(names?.sorted() == expected.sorted(), "\(filter), seed \(seed)")
    }
  }
}
