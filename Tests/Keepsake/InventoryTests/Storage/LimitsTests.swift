import InventorySupport
import Foundation
import TestSupport
import Testing

@testable import Inventory

/// The limits of an inventory apply to edits and imports.
@Suite struct LimitsTests {
  /// Local edits are checked against each limit.
  @Test func textsBeyondTheLimitsAreRefused() throws {
    let home = try InventoryHome()
    let store = try home.store()
    func item(_ change: (inout Item) -> Void) -> Edit {
      var item = Item(uuid: UUID(), name: "Drill")
      change(&item)
      return .createItem(item)
    }
    let (name, text) = (Bounds.nameBytes + 1, Bounds.textBytes + 1)
    func x(_ count: Int) -> String { String(repeating: "x", count: count) }
    let place = Place(name: "Attic", notes: x(text))
    for edit in [
      item { $0.notes = x(text) }, item { $0.name = x(text) }, item { $0.tags = [x(name)] },
      item { $0.fields = [CustomField(name: x(name), value: "a")] },
      item { $0.fields = [CustomField(name: "a", value: x(text))] },
      item { $0.importReference = x(Bounds.referenceCharacters + 1) },
      item { $0.tags = Self.tags(Bounds.namesPerItem + 1) },
      item { $0.fields = Self.fields(9, x(1_000_000)) },
      .createPlace(Place(name: x(name))), .createPlace(place),
    ] {
      let error = #expect(throws: InventoryError.self) {
        try store.changes.perform(edit, session: "a")
      }
      #expect(error?.kind == .badData)
    }
    #expect(store.database.counts.isEmpty)
  }

  private static func tags(_ count: Int) -> [String] { (1...count).map { "tag \($0)" } }

  private static func fields(_ count: Int, _ value: String) -> [CustomField] {
    (1...count).map { CustomField(name: "field \($0)", value: value) }
  }

  /// An oversized item that an earlier version stored can be opened and changed, but can't grow.
  @Test func anOversizedItemOfAnEarlierVersionMayShrinkButNotGrow() throws {
    let home = try InventoryHome()
    let store = try home.store()
    let stored = Item(uuid: UUID(), name: "Drill")
    try store.database.write(source: "test", isWhole: true) { transaction in
      var item = stored
      item.tags = Self.tags(1500)
      item.fields = Self.fields(9, String(repeating: "x", count: 1_000_000))
      _ = try ItemWriter(transaction).insert(item)
    }
    func change(_ body: (inout Item) -> Void) throws {
      var item = try #require(try store.items.fetch(stored.uuid))
      body(&item)
      try store.changes.perform(.updateItem(item), session: "a")
    }
    try change { $0.name = "Mill" }
    for grow in [{ $0.tags.append("one") }, { $0.fields[0].value += "x" }] as [(inout Item) -> Void]
    {
      let error = #expect(throws: InventoryError.self) { try change(grow) }
      #expect(error?.message.contains("“Mill”") == true)
    }
    try change { $0.tags.removeLast(100) }
    try change { $0.fields.removeLast(2) }
    #expect(try store.items.fetch(stored.uuid)?.tags.count == 1400)
  }

  @Test func aRowWithTooManyTagsIsReported() throws {
    let home = try InventoryHome()
    let store = try home.store()
    let tags = Self.tags(Bounds.namesPerItem + 1).joined(separator: ";")
    let report = try home.importText("HB.name,HB.tags\nLamp,\nDrill,\(tags)\n", into: store)
    #expect(report.exitCode == 65 && store.database.counts.isEmpty)
    let problem = try #require(report.problems.first)
    #expect(problem.description.contains("row 3"), "\(problem)")
    #expect(problem.description.contains("1001 tags and custom fields"), "\(problem)")
  }
}
