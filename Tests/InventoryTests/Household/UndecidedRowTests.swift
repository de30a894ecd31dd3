import Foundation
import Testing

@testable import Inventory

/// What two homes write at the same time of anything but an item: both values are there until somebody decides.
@Suite struct UndecidedRowTests {
  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore
  private let item: Item

  init() throws {
    homes = try SharedHomes()
    anna = try homes.found("anna")
    ben = try homes.home.store("ben")
    try homes.join(ben)
    item = try anna.add("Drill")
    let paper = try homes.home.file("receipt.txt", "12 francs")
    try AttachmentStore(anna).attach([paper], to: item.uuid, session: "test")
    try homes.synchronize(anna, ben)
    #expect(try anna.undecidedRows() == [] && ben.undecidedRows() == [])
  }

  /// Both see both; decided in one home it is decided in both, for what that one shows.
  private func expectTwoValues(
    _ subject: String, _ values: Set<String?>, _ place: SourceLocation = #_sourceLocation
  ) throws {
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      let rows = try home.undecidedRows()
      #expect(rows.map(\.subject) == [subject], sourceLocation: place)
      #expect(rows.allSatisfy { Set([$0.shown, $0.other]) == values }, sourceLocation: place)
      #expect(try home.undecidedCounts() == UndecidedCounts(others: 1), sourceLocation: place)
    }
    let shown = try anna.undecidedRows().first?.shown
    #expect(try ben.undecidedRows().first?.shown == shown, sourceLocation: place)
    #expect(try ben.keepShownRows(author: "ben") == 1, sourceLocation: place)
    try homes.synchronize(anna, ben)
    for home in [anna, ben] { #expect(try home.undecidedRows() == [], sourceLocation: place) }
    #expect(try homes.differences(anna, ben) == [], sourceLocation: place)
  }

  private func setInsurer(_ insurer: String, in home: InventoryStore) throws {
    var settings = try home.settings()
    settings.insurer = insurer
    try home.change(settings, session: "test")
  }

  @Test func ofASetting() throws {
    for (home, insurer) in [(anna, "Helvetia"), (ben, "Mobiliar")] {
      try setInsurer(insurer, in: home)
    }
    try expectTwoValues("setting insurer", ["Helvetia", "Mobiliar"])
  }

  @Test func ofWhatAFileIsCalled() throws {
    for (home, title) in [(anna, "Receipt"), (ben, "Bill")] {
      var file = try #require(try AttachmentStore(home).attachments(of: item.uuid).first)
      file.title = title
      try home.perform(.updateAttachment(file), session: "test")
    }
    try expectTwoValues("file receipt.txt of Drill: title", ["Receipt", "Bill"])
  }

  @Test func ofWhatAPlaceIsCalled() throws {
    let rack = UUID()
    try anna.perform(.createPlaces(path: "Cellar / Rack", uuid: rack), session: "test")
    try homes.synchronize(anna, ben)
    for (home, name) in [(anna, "Shelf"), (ben, "Board")] {
      try home.perform(.renamePlace(rack, to: name), session: "test")
    }
    try homes.synchronize(anna, ben)
    let path = try #require(try anna.place(rack)?.path)
    try expectTwoValues("place \(path): name", ["Shelf", "Board"])
  }

  /// What was written anew is what somebody wanted, whoever had not seen it.
  @Test func whoWritesItAnewDecides() throws {
    for (home, insurer) in [(anna, "Helvetia"), (ben, "Mobiliar")] {
      try setInsurer(insurer, in: home)
    }
    try homes.synchronize(anna, ben)
    try setInsurer("Zurich", in: anna)
    try homes.synchronize(anna, ben)
    #expect(try anna.undecidedRows() == [] && ben.undecidedRows() == [])
    #expect(try ben.settings().insurer == "Zurich")
  }

  /// Nobody here could decide: it keeps nobody in a household.
  @Test func whatIsSealedElsewhereDoesNotCount() throws {
    let carl = try homes.home.store("carl")
    try homes.join(carl)
    try homes.synchronize(anna, ben, carl)
    let coin = try anna.add("Sovereign").uuid
    try homes.synchronize(anna, ben, carl)
    anna.openPrivateItems(with: PrivateItemTests.Mirror())
    ben.openPrivateItems(with: OtherKeys())
    for home in [anna, ben] {
      var wanted = try #require(try home.item(coin))
      wanted.isPrivate = true
      try home.perform(.setPrivacy(wanted, files: []), session: "test")
    }
    try homes.synchronize(anna, ben, carl)
    #expect(try carl.undecidedItems() == [coin])
    #expect(try carl.undecidedCounts() == UndecidedCounts())
    for home in [anna, ben] { #expect(try home.undecidedCounts() == UndecidedCounts(items: 1)) }
  }
}
