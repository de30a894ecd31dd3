import Foundation
import InventorySupport
import Testing

@testable import Inventory
@testable import Sync

/// The history names a private place only for a session with the keys.
@Suite struct PrivatePlaceHistoryTests {
  @Test func theHistoryNamesThePlaceOnlyWithTheKeys() throws {
    let (home, session, safe) = (try InventoryHome(), InventoryHome.session, UUID())
    let store = try home.store()
    store.openPrivateItems(with: MirrorSealing())
    try store.changes.perform(.createPlaces(path: "Home", uuid: UUID()), session: session)
    try store.changes.perform(
      .createPlaces(path: "Home / Gunsafe / Drawer", uuid: safe, isPrivate: true), session: session)
    let item = Item(name: "Teapot")
    try store.changes.perform(.createItem(item), session: session)
    try store.changes.perform(.moveItems([item.uuid], to: safe), session: session)
    let change = ItemChange(
      aspect: .field(.place), before: nil, after: "Home / Gunsafe / Drawer")
    #expect(try store.changes.history(of: item.uuid).first?.changes == [change])
    let masked = try #require(
      try home.store().changes.history(of: item.uuid).first?.changes.first?.after)
    #expect(masked.contains(Place.privateName) && !masked.contains("Gunsafe"))
  }
}
