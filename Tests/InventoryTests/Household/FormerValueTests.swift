import Foundation
import Testing

@testable import Inventory

/// An item that becomes private takes what it said before out of what is kept for the household.
@Suite struct FormerValueTests {
  private static let secrets = ["Krugerrand", "grandmother", "Pretoria", "certificate"]

  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore
  private let item: Item

  init() throws {
    homes = try SharedHomes()
    anna = try homes.found("anna")
    ben = try homes.home.store("ben")
    try homes.join(ben)
    anna.openPrivateItems(with: PrivateItemTests.Mirror())
    item = try anna.add("Krugerrand") {
      $0.notes = "from grandmother"
      $0.fields = [CustomField(name: "Mint", value: "Pretoria")]
    }
    let paper = try homes.home.file("certificate.txt", "certificate of gold")
    try AttachmentStore(anna).attach([paper], to: item.uuid, session: "test")
  }

  private func makePrivate() throws {
    var wanted = try #require(try anna.item(item.uuid))
    wanted.isPrivate = true
    _ = try AttachmentStore(anna).setPrivacy(of: wanted, session: "test")
  }

  private func expectNoTrace(
    in store: InventoryStore, _ place: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try store.emptyLog())
    let names = try FileManager.default.contentsOfDirectory(atPath: store.directory)
    for name in names where name.hasPrefix("inventory") {
      let bytes = try Data(contentsOf: URL(filePath: store.directory + "/" + name))
      for word in Self.secrets {
        #expect(
          bytes.range(of: Data(word.utf8)) == nil, "\(name) holds “\(word)”", sourceLocation: place)
      }
    }
  }

  @Test func nothingOfItStaysInTheFileOfWhoMadeItPrivate() throws {
    try homes.synchronize(anna, ben)
    try makePrivate()
    try anna.forgetFormerValues()
    try expectNoTrace(in: anna)
    try homes.synchronize(anna, ben)
    try expectNoTrace(in: anna)
    #expect(try anna.item(item.uuid)?.notes == "from grandmother")
  }

  @Test func nothingOfItWaitsForTheServerAnyMore() throws {
    while try anna.recordForHousehold(author: "anna") > 0 {}
    try makePrivate()
    try anna.forgetFormerValues()
    try expectNoTrace(in: anna)
    try homes.synchronize(anna, ben)
    #expect(try ben.item(item.uuid)?.name == Item.privateName)
    try expectNoTrace(in: ben)
    #expect(try homes.differences(anna, ben) == [])
  }

  /// The note is in the transaction that makes it private.
  @Test func theNextExchangeForgetsItAfterAKill() throws {
    try homes.synchronize(anna, ben)
    try makePrivate()
    try anna.recordForHousehold(author: "anna")
    try expectNoTrace(in: anna)
  }

  @Test func theOtherHomesForgetItToo() throws {
    try homes.synchronize(anna, ben)
    #expect(try ben.item(item.uuid)?.notes == "from grandmother")
    try makePrivate()
    try homes.synchronize(anna, ben)
    let there = try #require(try ben.item(item.uuid))
    #expect(there.name == Item.privateName && there.isMasked && there.notes.isEmpty)
    try expectNoTrace(in: ben)
    #expect(try homes.differences(anna, ben) == [])
    #expect(try ben.undecided(item.uuid) == [])
  }
}
