import Foundation
import Inventory
import Sync
import Testing

@testable import Keepsake

/// The sample data that comes with the program (contract 8.1.8 and 8.1.9).
struct SampleHomeTests {
  private let directory = NSTemporaryDirectory() + "sample-home-\(UUID().uuidString)"

  private func store(_ name: String) throws -> InventoryStore {
    let path = "\(directory)/\(name)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let store = try InventoryStore(directory: path)
    try SampleHome.fill(store, in: path)
    return store
  }

  private func clean() { try? FileManager.default.removeItem(atPath: directory) }

  private func names(in store: InventoryStore) throws -> [String] {
    let list = try ItemList(store: store)
    return try (0..<list.count).compactMap { try list.row(at: $0)?.name }
  }

  @Test func rule_8_1_8_onlyTheFirstLaunchInstallsTheSampleHome() throws {
    defer { clean() }
    let store = try store("home")
    let names = try names(in: store)
    #expect(names.count > 20)
    let first = try #require(try ItemList(store: store).row(at: 0))
    try store.changes.perform(.trashItems([first.uuid]), session: "main")
    try SampleHome.fill(store, in: "\(directory)/home")
    #expect(try self.names(in: store) == Array(names.dropFirst()))
  }

  @Test func aHomeThatWasEmptiedStaysEmpty() throws {
    defer { clean() }
    let store = try store("emptied")
    while let row = try ItemList(store: store).row(at: 0) {
      try store.changes.perform(.trashItems([row.uuid]), session: "main")
    }
    try SampleHome.fill(store, in: "\(directory)/emptied")
    #expect(try names(in: store) == [])
  }

  @Test func rule_8_1_8_theInstallationLeavesOnlyTheData() throws {
    defer { clean() }
    _ = try store("home")
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(directory)/home")
    #expect(files.allSatisfy { $0.hasPrefix("inventory.") })
  }

  @Test func rule_8_1_9_changesAreMadeInACopy() throws {
    defer { clean() }
    let edited = try store("edited")
    let names = try names(in: edited)
    for row in try (0..<names.count).compactMap({ try ItemList(store: edited).row(at: $0) }) {
      try edited.changes.perform(.trashItems([row.uuid]), session: "main")
    }
    #expect(try self.names(in: store("another")) == names)
  }

  @Test func demoHasPhotosAnOverdueLoanAndAnEndingWarranty() throws {
    defer { clean() }
    let path = "\(directory)/demo"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let store = try InventoryStore(directory: path)
    let today = try #require(CalendarDate(iso: "2026-11-22"))
    try DemoHome.fill(store, in: path, today: today)
    #expect(try names(in: store) == names(in: self.store("home")))
    let loans = try #require(try store.items.loansDue(by: today))
    #expect(loans.map(\.name) == ["Cordless drill"])
    #expect(try store.items.warrantiesEnding(within: 14, of: today).map(\.name) == ["Laptop"])
    let pictures = try ItemList(store: store, query: ItemQuery(scope: .gap(.photo))).count
    #expect(pictures == 30 - SamplePicture.all.count)
    #expect(try store.changes.undo(session: "main") == nil)
    let conflicting = try #require(try store.household.conflictingItems().first)
    #expect(try store.items.fetch(conflicting)?.name == "Coffee grinder")
    let conflicts = try store.household.conflicts(of: conflicting)
    #expect(conflicts.map(\.text) == ["169.00"] && conflicts.first?.deviceName == "Ben (laptop)")
    #expect(store.database.householdWaiting == 0)
    #expect(!FileManager.default.fileExists(atPath: path + "/sample-pictures"))
  }
}
