import Foundation
import InventorySupport
import Testing

@testable import Inventory
@testable import Sync

/// Undoing one change of the past, or everything since it.
@Suite(.leavesMainActorAlone) struct HistoryUndoTests {
  private let home: InventoryHome
  private let store: InventoryStore
  private let item: UUID
  private let session = InventoryHome.session

  init() throws {
    home = try InventoryHome()
    store = try home.store()
    item = try store.add("Drill") {
      $0.purchasePrice = 50_000
      $0.tags = ["tool"]
    }.uuid
  }

  private func present(_ store: InventoryStore? = nil) throws -> Item {
    try #require(try (store ?? self.store).items.fetch(item))
  }

  private func change(in store: InventoryStore? = nil, _ body: (inout Item) -> Void) throws {
    var wanted = try present(store)
    body(&wanted)
    try (store ?? self.store).changes.perform(.updateItem(wanted), session: session)
    // Edits of one millisecond are one step of the household's history.
    Thread.sleep(forTimeInterval: 0.003)
  }

  /// Undoes the entry with a change of a field.
  private func undo(
    _ field: ItemField, after value: String, in store: InventoryStore? = nil
  ) throws -> ReversalOutcome {
    let store = store ?? self.store
    let entry = try #require(
      try store.changes.history(of: item).first { entry in
        entry.changes.contains { $0.aspect == .field(field) && $0.after == value }
      })
    return try store.changes.undo([entry], session: session)
  }

  private func reason(_ outcome: ReversalOutcome) -> ReversalRefusal.Reason? {
    if case .refused(let refusal) = outcome { refusal.reason } else { nil }
  }

  @Test func aChangeOfTenStepsAgoIsUndoneAlone() throws {
    try change { $0.purchasePrice = 70_000 }
    for step in 1...10 { try change { $0.notes = "step \(step)" } }
    guard case .undone(let summary) = try undo(.purchasePrice, after: "700.00") else {
      Issue.record("it was refused")
      return
    }
    #expect(summary.name == "Drill" && summary.count == 1)
    #expect(try present().purchasePrice == 50_000 && present().notes == "step 10")
    #expect(try store.changes.undo(session: session)?.name == "Drill", "one step of undo")
    #expect(try present().purchasePrice == 70_000)
  }

  @Test func aValueThatChangedSinceIsKeptAndNamed() throws {
    try change { $0.purchasePrice = 70_000 }
    try change { $0.purchasePrice = 95_000 }
    let refused = reason(try undo(.purchasePrice, after: "700.00"))
    let change = ItemChange(aspect: .field(.purchasePrice), before: "700.00", after: "950.00")
    #expect(refused == .changedSince([change]))
    #expect(try present().purchasePrice == 95_000)
  }

  @Test func tagsAndOwnFieldsAreUndoneOneByOne() throws {
    try change {
      $0.tags.append("loan")
      $0.fields = [CustomField(name: "Color", value: "red")]
    }
    try change {
      $0.tags.append("new")
      $0.fields.append(CustomField(name: "Size", value: "10"))
    }
    let entry = try #require(try store.changes.history(of: item).dropFirst().first)
    _ = try store.changes.undo([entry], session: session)
    #expect(try Set(present().tags) == ["tool", "new"])
    #expect(try present().fields == [CustomField(name: "Size", value: "10")])
  }

  @Test func everythingSinceAChangeIsUndoneAsOneStep() throws {
    try change { $0.purchasePrice = 70_000 }
    let cup = try store.add("Cup")
    try change { $0.purchasePrice = 95_000 }
    try store.changes.perform(.trashItems([item]), session: session)
    let all = try store.changes.history()
    let last = try #require(all.firstIndex { $0.changes.contains { $0.after == "700.00" } })
    let outcome = try store.changes.undo(Array(all[...last]), session: session)
    #expect(reason(outcome) == nil)
    #expect(try present().purchasePrice == 50_000 && present().deletedAt == nil)
    #expect(try store.items.fetch(cup.uuid)?.deletedAt != nil)
    _ = try store.changes.undo(session: session)
    #expect(try present().purchasePrice == 95_000 && present().deletedAt != nil)
    #expect(try store.items.fetch(cup.uuid)?.deletedAt == nil)
  }

  @Test func theHistoryOfEverythingNamesTrashPlacesImportsAndPurges() throws {
    let place = try store.addPlace("Attic")
    try store.changes.perform(.renamePlace(place.uuid, to: "Loft"), session: session)
    try home.importText("HB.name\nCup\nPlate\n", into: store)
    try store.changes.perform(.trashItems([item]), session: session)
    try store.changes.purge([item], session: session)
    let entries = try store.changes.history()
    #expect(entries.first?.subject == .item(item, name: "Drill"))
    #expect(entries.first?.action == .purged)
    #expect(entries.contains { $0.subject == .imported(2) && $0.action == .imported })
    let renamed = ItemChange(aspect: .column("name"), before: "Attic", after: "Loft")
    #expect(entries.contains { $0.changes == [renamed] })
    #expect(Set(entries.map(\.recordID)).count == entries.count)
    let purged = try store.changes.undo([entries[0]], session: session)
    #expect(reason(purged) == .purged)
  }

  @Test func anImportAndARenamedPlaceAreUndone() throws {
    let place = try store.addPlace("Attic")
    try store.changes.perform(.renamePlace(place.uuid, to: "Loft"), session: session)
    try home.importText("HB.name,HB.location\nCup,Shed\nPlate,Shed\n", into: store)
    try store.add("Later")
    let entries = try store.changes.history()
    for entry in entries where entry.action == .imported || !entry.changes.isEmpty {
      #expect(reason(try store.changes.undo([entry], session: session)) == nil)
    }
    #expect(try store.places.fetch(place.uuid)?.name == "Attic")
    #expect(try store.places.fetch(path: "Shed") == nil)
    #expect(store.database.counts.live == 2)
  }

  // MARK: - In a household

  private func shared() throws -> (SharedHomes, anna: InventoryStore, ben: InventoryStore) {
    let homes = try SharedHomes()
    try store.household.enter("h", .founding)
    try homes.synchronize(store)
    let ben = try homes.home.store("ben")
    try homes.join(ben)
    try homes.synchronize(store, ben)
    return (homes, store, ben)
  }

  @Test func anotherHomesChangeIsUndoneAndTheUndoReachesIt() throws {
    let (homes, anna, ben) = try shared()
    try change(in: ben) {
      $0.purchasePrice = 70_000
      $0.tags = ["tool", "loan"]
    }
    try change(in: ben) { $0.notes = "loud" }
    try homes.synchronize(ben, anna)
    #expect(reason(try undo(.purchasePrice, after: "700.00", in: anna)) == nil)
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      #expect(try present(home).purchasePrice == 50_000 && present(home).tags == ["tool"])
      #expect(try present(home).notes == "loud")
    }
    #expect(try homes.differences(anna, ben) == [])
  }

  @Test func whatAnotherHomeChangedSinceIsKept() throws {
    let (homes, anna, ben) = try shared()
    try change(in: anna) { $0.purchasePrice = 70_000 }
    try homes.synchronize(anna, ben)
    try change(in: ben) { $0.purchasePrice = 95_000 }
    try homes.synchronize(ben, anna)
    let change = ItemChange(aspect: .field(.purchasePrice), before: "700.00", after: "950.00")
    #expect(reason(try undo(.purchasePrice, after: "700.00", in: anna)) == .changedSince([change]))
  }

  @Test func overwrittenOfflineEditsAreInTheHistoryOfEverythingAtTheirTimes() throws {
    let (homes, anna, ben) = try shared()
    try change(in: anna) { $0.purchasePrice = 70_000 }
    try change(in: anna) { $0.purchasePrice = 95_000 }
    let made = try anna.changes.history().prefix(2)
    #expect(made.map(\.changes.first?.after) == ["950.00", "700.00"], "before the exchange")
    Thread.sleep(forTimeInterval: 0.02)
    try homes.synchronize(anna, ben)
    for home in [anna, ben] {
      let entries = try home.changes.history().prefix(2)
      #expect(entries.map(\.changes.first?.after) == ["950.00", "700.00"])
      #expect(entries.map(\.at) == made.map(\.at))
    }
  }

  @Test func aPurgedItemDoesNotReachAHouseholdFoundedLater() throws {
    let cup = try store.add("Cup")
    try store.changes.perform(.trashItems([cup.uuid]), session: session)
    try store.changes.purge([cup.uuid], session: session)
    let (homes, anna, ben) = try shared()
    #expect(try anna.items.fetch(cup.uuid) == nil && ben.items.fetch(cup.uuid) == nil)
    try change(in: ben) { $0.notes = "loud" }
    try homes.synchronize(ben, anna)
    #expect(try anna.items.fetch(cup.uuid) == nil)
    #expect(try homes.differences(anna, ben) == [])
    #expect(try anna.changes.history().contains { $0.subject == .item(cup.uuid, name: "Cup") })
  }
}
