import Foundation
import GRDB

extension InventoryStore {
  /// Opens private items for this connection: it reads and shows them like any other, finds their words, and seals
  /// what is written of them.
  ///
  /// Without it they are masked. Everything on the disk is sealed either way.
  public func openPrivateItems(with sealing: any ItemSealing) {
    privateItems.withLock { $0 = PrivateItems(sealing) }
    searchMemory.forget()
  }

  /// How many items are private, those in the trash among them.
  public func privateItemCount() throws(InventoryError) -> Int {
    try file.read { db in
      try Int.fetchOne(
        db.cachedStatement(sql: "SELECT count(*) FROM custom_field WHERE name = ?"),
        arguments: [Item.sealedField]) ?? 0
    }
  }

  /// How many private items open here, those in the trash among them.
  public func openPrivateItemCount() throws(InventoryError) -> Int {
    try privacy?.all(in: self).count ?? 0
  }

  /// The places whose names are sealed, as they are for whoever asks, those in the trash among them.
  public func privatePlaces() throws(InventoryError) -> [Place] {
    let masked = try file.read { try StoredPlace.masked($0).map(\.place) }
    var places: [Place] = []
    for place in masked { places.append(try opened(place)) }
    return places
  }

  /// Whether private items are open here.
  public var opensPrivateItems: Bool { privacy != nil }

  var privacy: PrivateItems? { privateItems.withLock { $0 } }

  /// The open form of an item that is private and open here; any other as it is.
  ///
  /// One whose seal is broken stays masked.
  func opened(_ item: Item) -> Item {
    guard item.isMasked, let privacy else { return item }
    return (try? item.opened(with: privacy.sealing, currency: currency)) ?? item
  }

  /// A private item in the nearest place that is there: whoever trashes a place without the keys knows nothing of those in it.
  func leavingTrash(_ item: Item) throws(InventoryError) -> Item {
    guard item.isPrivate else { return item }
    var item = item
    var passed: Set<UUID> = []
    while let uuid = item.place, passed.insert(uuid).inserted {
      guard let place = try place(uuid), place.deletedAt != nil else { break }
      item.place = place.parent
    }
    return item
  }

  /// How many private items that are open here lie in a place, at any depth, and are live.
  public func privateItemCount(in place: UUID) throws(InventoryError) -> Int {
    guard let privacy else { return 0 }
    var count = 0
    for item in try privacy.all(in: self) where item.deletedAt == nil && item.archivedAt == nil {
      var current = item.place
      var passed: Set<UUID> = []
      while let uuid = current, uuid != place, passed.insert(uuid).inserted {
        current = try self.place(uuid)?.parent
      }
      if current == place { count += 1 }
    }
    return count
  }

  /// A place with the names that are open here.
  func opened(_ place: Place) throws(InventoryError) -> Place {
    try privacy?.places.opened(place, in: self) ?? place
  }

  /// A path of a place with the names that are open here.
  func opened(path: String?) throws(InventoryError) -> String? {
    guard let path, let privacy else { return path }
    return try privacy.places.opened(path: path, in: self)
  }

  /// The open form of an attachment that is private and open here; any other as it is.
  func opened(_ attachment: Attachment) -> Attachment {
    guard attachment.isMasked, let privacy else { return attachment }
    return (try? attachment.opened(with: privacy.sealing)) ?? attachment
  }

  /// Overwrites the log of the file, in which former pages stand until then.
  ///
  /// - Returns: `false` while another program reads or writes.
  @discardableResult
  public func emptyLog() throws(InventoryError) -> Bool { try file.checkpoint(.truncate) }
}
