import Foundation
import Inventory

/// The home of the demo: the sample home, with what only makes sense on the day of the installation, and a conflict of a
/// household.
nonisolated enum DemoHome {
  private static let session = "sample home"

  /// The day of pictures of the demo, which are therefore the same on every day.
  static let pictureDay = CalendarDate(iso: "2026-11-28")

  /// Fills an empty inventory; leaves any other alone.
  ///
  /// - Parameter today: The day from which loans and warranties count.
  static func fill(_ store: InventoryStore, in directory: String, today: CalendarDate) throws {
    let counts = store.database.counts
    guard counts.live + counts.archived + counts.trashed == 0 else { return }
    try SampleHome.fill(store, in: directory)
    try lend("Cordless drill", to: "Ben", today, in: store)
    try change("Laptop", in: store) { $0.warrantyUntil = today.adding(days: 10) }
    for picture in SamplePicture.all { try attach(picture, in: store, directory) }
    try DemoHousehold.disagree(
      on: "Coffee grinder", values: (own: 159_00, other: 169_00), in: store, today: today)
  }

  /// Lends an item that should be back by now.
  private static func lend(
    _ name: String, to borrower: String, _ today: CalendarDate, in store: InventoryStore
  ) throws {
    try change(name, in: store) {
      $0.lentTo = borrower
      $0.lentDate = today.adding(days: -24)
      $0.dueBack = today.adding(days: -3)
    }
  }

  private static func change(
    _ name: String, in store: InventoryStore, _ body: (inout Item) -> Void
  ) throws {
    guard case .one(let uuid) = try store.items(named: name),
      var item = try store.items.fetch(uuid)
    else { return }
    body(&item)
    try store.changes.perform(.updateItem(item), session: session)
  }

  /// Attaches a picture through a file, which is removed again.
  private static func attach(
    _ picture: SamplePicture, in store: InventoryStore, _ directory: String
  ) throws {
    guard case .one(let uuid) = try store.items(named: picture.item) else { return }
    let folder = directory + "/sample-pictures"
    let name = picture.item.lowercased().replacing(" ", with: "-")
    let path = "\(folder)/\(name).png"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(picture.png).write(to: URL(filePath: path))
    _ = try store.attachments.attach([path], kind: .photo, to: uuid, session: session)
  }
}
