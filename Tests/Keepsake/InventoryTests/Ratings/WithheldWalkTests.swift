import RepriseTesting
import InventorySupport
import Foundation
import Testing

@testable import Inventory

@Suite struct WithheldWalkTests {
  private let home: LimitedHome
  private let session = InventoryHome.session

  init() throws { home = try LimitedHome() }

  /// Whatever a login with limits does, the others find all in order afterwards.
  @Test(arguments: 0..<8) func anyEditsInBetweenLeaveAllInOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<3 {
      let store = try home.limited()
      for number in 0..<10 {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: try store.add("N\(number)") { $0.place = self.home.shelf.uuid }
        case 1: _ = try? store.changes.undo(session: session)
        case 2: _ = try? store.changes.redo(session: session)
        case 3: try store.changes.perform(.trashItems([home.knife.uuid]), session: session)
        default: try store.changes.perform(.restoreItems([home.knife.uuid]), session: session)
        }
      }
      #expect(try LimitedHome.flaws(store) == [], "seed \(seed)")
      #expect(store.database.counts.trashed + store.database.counts.live >= 3)
      let after = try home.unlimited()
      #expect(try LimitedHome.flaws(after) == [], "seed \(seed)")
      // Its place may have gone, and nothing else of it.
      var film = try #require(try after.items.fetch(home.film.uuid), "seed \(seed)")
      (film.place, film.rev, film.updatedAt) = (
        home.film.place, home.film.rev, home.film.updatedAt
      )
      #expect(film == home.film, "seed \(seed)")
    }
  }
}
