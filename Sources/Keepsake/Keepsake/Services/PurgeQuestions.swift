import Foundation
import Inventory
import Reprise

/// Asks before anything is deleted for good.
extension AppContext {
  private var purgeWarning: String {
    store.database.isInHousehold
      ? "This can't be undone. All homes of the household delete it, unless someone changes it before that. Older backups and the household's encrypted log still contain it."
      : "This can't be undone. Files that nothing else uses are deleted, too. Older backups still contain them."
  }

  /// Asks about items in the trash; `nil` if none of them is there any more.
  func purgeAlert(of items: [UUID]) -> AlertController? {
    let found = items.compactMap { uuid in
      (notices.attempt { try store.items.fetch(uuid) } ?? nil).flatMap {
        $0.deletedAt == nil ? nil : $0
      }
    }
    guard let first = found.first else { return nil }
    let what =
      found.count == 1
      ? "“\(notices.shortened(first.name, toLeave: 32))”" : Figures.items(found.count)
    let alert = AlertController(title: "Delete \(what) for good?", message: purgeWarning)
    alert.addAction(
      Action("list.purge-now", "Delete for good", "d", role: .destructive) { [weak self] in
        self?.changes.purge(found.map(\.uuid))
      })
    alert.addAction(.cancel())
    return alert
  }

  /// Asks about everything in the trash; `nil` if the trash is empty.
  func emptyTrashAlert() -> AlertController? {
    let items = store.database.counts.trashed
    // Other homes may have put something into a deleted place.
    let places =
      store.database.isInHousehold ? 0 : notices.attempt { try store.places.trashed().count } ?? 0
    guard items + places > 0 else {
      notices.show("The trash is empty")
      return nil
    }
    let parts = [
      items > 0 ? Figures.items(items) : "",
      places > 0 ? Figures.count(places, "place", "places") : "",
    ].filter { !$0.isEmpty }
    let alert = AlertController(
      title: "Delete \(parts.joined(separator: " and ")) in the trash for good?",
      message: purgeWarning)
    alert.addAction(
      Action("list.empty-trash-now", "Empty the trash", "d", role: .destructive) { [weak self] in
        self?.changes.emptyTrash()
      })
    alert.addAction(.cancel())
    return alert
  }
}
