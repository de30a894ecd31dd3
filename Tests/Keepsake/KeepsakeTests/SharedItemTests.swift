import Foundation
import Inventory
import Reprise
import RepriseTesting
import Sync
import Testing

@testable import Keepsake

/// If two homes changed a field at the same time, both values are shown until the user resolves the conflict.
@Suite struct SharedItemTests {
  private func shared(
    restarts: Bool = true, fill: (OtherHome) throws -> Void = { try $0.disagree() }
  ) throws -> (app: SampleApp, other: OtherHome, knife: UUID) {
    let app = try SampleApp(sharedIn: Size(width: 80, height: 30), restarts: restarts, fill: fill)
    let other = try #require(app.other)
    return (app, other, try other.item("Chef's knife"))
  }

  private func subjects(_ app: SampleApp, _ item: UUID) throws -> Set<ItemAspect> {
    Set(try InventoryStore(directory: app.directory).household.conflicts(of: item).map(\.subject))
  }

  private static let all: Set<ItemAspect> = [
    .field(.purchasePrice), .field(.manufacturer), .custom("Steel"),
  ]

  @Test func theItemShowsBothValuesAndViewingResolvesNothing() throws {
    let (app, other, knife) = try shared()
    try app.keys("/chef<Enter>")
    #expect(app.lineUnderCursor.contains("⇄Chef's knife"))
    try app.keys("<Enter>")
    for text in ["129.00", "⇄ Ben (laptop) has €139.00", "⇄ Ben (laptop) has Wüsthof"] {
      #expect(app.pilot.screen.contains(text), "\(text)")
    }
    try app.keys("G")
    #expect(app.pilot.screen.contains("⇄ Ben (laptop) has “Steel”: hard"))
    try app.keys("<Esc>")
    try other.exchange()
    #expect(try subjects(app, knife) == Self.all)
    #expect(Set(try other.conflicts(knife).map(\.subject)) == Self.all)
  }

  /// Amounts have the format of the line above, and values of this home are called yours.
  @Test func theOtherValueIsFormattedLikeTheShownOne() throws {
    let (app, other, knife) = try shared(restarts: false)
    try app.keys("/chef<Enter><Enter>")
    try "number-format = \"1.299,00\"".write(
      toFile: app.preferencesFile, atomically: true, encoding: .utf8)
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("⇄ Ben (laptop) has €139,00"), "\(app.pilot.screen)")
    let own = try other.conflicts(knife).map { AspectWords.words($0, .euro, .plain) }
    #expect(
      Set(own) == [
        "You wrote €139.00 here", "You wrote Wüsthof here", "You wrote “Steel”: hard here",
      ])
  }

  @Test func theFormTakesTheOtherValueAndSavingResolvesTheConflict() throws {
    let (app, other, knife) = try shared()
    try app.keys("/chef<Enter><Enter>e<Tab><Tab><Tab>")
    #expect(app.pilot.screen.contains("Ben (laptop) has €139.00"))
    try app.keys("<^T>")
    #expect(app.pilot.screen.contains("stored: €129.00"))
    try app.keys("<^T>")
    #expect(app.pilot.screen.contains("Ben (laptop) has €139.00"), "the key toggles between both")
    try app.keys("<^T><^S>")
    #expect(try subjects(app, knife) == Self.all.subtracting([.field(.purchasePrice)]))
    try other.exchange()
    let there = try #require(try other.store.items.fetch(knife))
    #expect(there.purchasePrice == 13_900)
    #expect(
      Set(try other.conflicts(knife).map(\.subject))
        == Self.all.subtracting([.field(.purchasePrice)]))
  }

  @Test(arguments: ["e<^S>", "e II<^S>"])
  func savingResolvesNoConflictOfUnchangedFields(keys: String) throws {
    let (app, other, knife) = try shared()
    try app.keys("/chef<Enter><Enter>" + keys)
    #expect(app.pilot.screen.contains("⇄ Ben (laptop) has €139.00"))
    #expect(try subjects(app, knife) == Self.all)
    try other.exchange()
    #expect(Set(try other.conflicts(knife).map(\.subject)) == Self.all)
  }

  /// Text typed over a conflicting field is a third value, which replaces both.
  @Test func typingOverAFieldResolvesItsConflict() throws {
    let (app, other, knife) = try shared()
    try app.keys("/chef<Enter><Enter>e<Tab><Tab><Tab><Home>1<^S>")
    #expect(try subjects(app, knife) == Self.all.subtracting([.field(.purchasePrice)]))
    try other.exchange()
    let own = try InventoryStore(directory: app.directory)
    let price = try #require(try own.items.fetch(knife)?.purchasePrice)
    #expect(price != 12_900 && price != 13_900)
    #expect(try other.store.items.fetch(knife)?.purchasePrice == price)
  }

  @Test func conflictsOutsideTheFormAreResolvedOnTheItemsScreen() throws {
    let (app, other, knife) = try shared(restarts: false)
    try app.keys("/chef<Enter><Enter>K")
    #expect(app.pilot.screen.contains("Keep the shown values of “Chef's knife”?"))
    #expect(app.pilot.screen.contains("Ben (laptop) has €139.00"))
    try app.pilot.restartAndRestore()
    #expect(try subjects(app, knife) == Self.all, "the question alone resolves nothing")
    try app.keys("Kk")
    #expect(try subjects(app, knife).isEmpty)
    #expect(!app.pilot.screen.contains("⇄"))
    try other.exchange()
    #expect(try other.conflicts(knife).isEmpty)
    #expect(try other.store.items.fetch(knife)?.fields.map(\.value) == ["soft"])
  }

  @Test func aConflictResolvedByAnotherHomeDisappears() throws {
    let (app, other, knife) = try shared(restarts: false)
    try app.keys("/chef<Enter>")
    #expect(app.lineUnderCursor.contains("⇄Chef's knife"))
    #expect(try other.store.household.keepLocal(of: knife, author: "Ben"))
    try other.exchange()
    try app.keys("<Home>")
    #expect(!app.pilot.screen.contains("⇄"))
  }

  @Test func aNewConflictIsReportedOnce() throws {
    let (app, other, _) = try shared(restarts: false, fill: { _ in })
    try app.keys("/chef<Enter>")
    try other.disagree()
    try app.keys("<Home>")
    #expect(app.pilot.screen.contains("Two homes changed “Chef's knife” at once"))
    #expect(app.lineUnderCursor.contains("⇄Chef's knife"))
    try app.pilot.restartAndRestore()
    try app.keys("<Home>")
    #expect(!app.pilot.screen.contains("Two homes"), "it is reported once")
  }

  @Test func conflictsThatArriveWhileTheFormIsOpenAreShownAndKept() throws {
    let (app, other, knife) = try shared(fill: { _ in })
    try app.keys("/chef<Enter><Enter>e II")
    try other.disagree()
    try app.keys("<^S>")
    #expect(try subjects(app, knife) == Self.all)
    #expect(app.pilot.screen.contains("Chef's knife II"), "the typed text is kept")
    #expect(app.pilot.screen.contains("⇄ Ben (laptop) has €139.00"))
  }

  /// The price is visible, but the user can't have seen a value that arrives with the key that saves.
  @Test func savingKeepsAConflictThatArrivesWithTheKey() throws {
    let (app, other, knife) = try shared(fill: { _ in })
    try app.keys("/chef<Enter><Enter>e<Tab><Tab><Tab><Home>1")
    try other.change(knife) { $0.purchasePrice = 13_900 }
    try other.changeOwn(knife) { $0.purchasePrice = 12_900 }
    try other.exchange()
    try app.keys("<^S>")
    #expect(app.pilot.screen.contains("save again to keep yours"))
    #expect(try subjects(app, knife) == [.field(.purchasePrice)])
    #expect(app.pilot.screen.contains("stored: €129.00; Ben (laptop) has €139.00"))
    try app.keys("<^S>")
    #expect(try subjects(app, knife).isEmpty)
  }

  @Test func changesOfOthersToTheOpenItemNameTheAuthor() throws {
    let (app, other, knife) = try shared(restarts: false, fill: { _ in })
    try app.keys("/chef<Enter>")
    try other.change(knife) { $0.notes = "sharp" }
    try other.exchange()
    try app.keys("<Home>")
    #expect(!app.pilot.screen.contains("Ben changed"), "the list is in front")
    try app.keys("<Enter>")
    try other.change(knife) { $0.notes = "sharper" }
    try other.exchange()
    try app.keys("<Home>")
    #expect(app.pilot.screen.contains("Ben changed “Chef's knife”"))
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("Ben changed “Chef's knife”"))
    try app.keys("<Home>e<Home>")
    #expect(!app.pilot.screen.contains("Ben changed"))
    try other.change(knife) { $0.notes = "blunt" }
    try other.exchange()
    try app.keys("<Home>")
    #expect(app.pilot.screen.contains("Ben changed “Chef's knife”"), "its form is open")
  }

  @Test func trashingTheOpenItemElsewhereNamesTheAuthor() throws {
    let (app, other, knife) = try shared(restarts: false, fill: { _ in })
    try app.keys("/chef<Enter><Enter>")
    try other.store.changes.perform(.trashItems([knife]), session: "other")
    try other.exchange()
    try app.keys("<Home>")
    #expect(app.pilot.screen.contains("“Chef's knife” was moved to the trash by Ben"))
  }

  @Test func theHistoryNamesAuthorsAndChangesAndIsRestored() throws {
    let (app, other, _) = try shared(fill: { try $0.addKettle() })
    try app.keys("/kettle<Enter><Enter>C")
    #expect(app.pilot.screen.contains("Ben (laptop) — Notes: nothing → leaks; Price paid:"))
    #expect(app.pilot.screen.contains("nothing → 49.00; tag “lent” added"))
    #expect(app.pilot.screen.contains("Ben (laptop) — Added"))
    try other.change(other.item("Kettle")) { $0.quantity = 2 }
    try other.exchange()
    try app.keys("<Home>")
    #expect(
      app.pilot.screen.contains("Ben (laptop) — Quantity: 1 → 2"),
      "including a change that just arrived")
    try app.keys("<Esc>")
    #expect(app.pilot.screen.contains("leaks"), "back on the item")
  }

  @Test func withoutAHouseholdTheHistoryIsThatOfThisMachine() throws {
    let app = try SampleApp(restarts: true)
    try app.keys("/chef<Enter><Enter>e II<^S>C")
    #expect(app.pilot.screen.contains("main — Name: Chef's knife → Chef's knife II"))
    #expect(app.pilot.screen.contains("Added"))
  }
}
