import RepriseTesting
import InventorySupport
import Foundation
import Testing

@testable import Inventory

@Suite struct HiddenWalkTests {
  private let home: LimitedHome
  private let session = InventoryHome.session

  init() throws { home = try LimitedHome() }

  /// After random edits under limits, other logins find everything intact.
  @Test(arguments: 0..<16) func randomEditsUnderLimitsLeaveHiddenItemsIntact(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<3 {
      let store = try home.limited()
      for number in 0..<10 {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: _ = try? store.add("N\(number)") { $0.place = self.home.shelf.uuid }
        case 1: _ = try? store.changes.undo(session: session)
        case 2: _ = try? store.changes.redo(session: session)
        case 3: try store.changes.perform(.trashItems([home.knife.uuid]), session: session)
        case 4:
          let trash = Edit.trashPlace(home.shelf.uuid, contents: .moveUp)
          try store.changes.perform(trash, session: session)
        case 5:
          let trash = Edit.trashPlace(home.shelf.uuid, contents: .trash)
          try store.changes.perform(trash, session: session)
        case 6: try store.changes.perform(.restorePlace(home.shelf.uuid), session: session)
        case 7:
          try store.attachments.sweep()
          try store.privacy.scrubDeleted { _ in }
        default: try store.changes.perform(.restoreItems([home.knife.uuid]), session: session)
        }
      }
      #expect(try LimitedHome.flaws(store) == [], "seed \(seed)")
      #expect(store.database.counts.trashed + store.database.counts.live >= 3)
      let after = try home.unlimited()
      #expect(try LimitedHome.flaws(after) == [], "seed \(seed)")
      // Only its place may have changed.
      var film = try #require(try after.items.fetch(home.film.uuid), "seed \(seed)")
      (film.place, film.rev, film.updatedAt) = (
        home.film.place, home.film.rev, home.film.updatedAt
      )
      #expect(film == home.film, "seed \(seed)")
      let files = try after.attachments.fetchAll(of: film.uuid)
      #expect(files.map(after.attachments.isIncomplete) == [false], "seed \(seed)")
    }
  }
}
