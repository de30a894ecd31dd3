import Foundation
import GRDB
import Synchronization

/// Opens the sealed items, places and files of an inventory; without the keys they are masked.
public final class PrivacyStore: Sendable {
  private let database: InventoryDatabase
  private let opening = Mutex<PrivateItems?>(nil)

  init(_ database: InventoryDatabase) { self.database = database }

  /// Opens sealed values from now on; see ``InventoryStore/openPrivateItems(with:)``.
  func open(with sealing: any ItemSealing) {
    opening.withLock { $0 = PrivateItems(sealing, database) }
  }

  /// Whether private items are open here.
  public var isOpen: Bool { contents != nil }

  /// The open items and places; `nil` without the keys.
  var contents: PrivateItems? { opening.withLock { $0 } }

  /// Seals and opens values; `nil` without the keys.
  public var sealing: (any ItemSealing)? { contents?.sealing }

  // MARK: - Counting

  /// The number of private items, trash included.
  public func itemCount() throws(InventoryError) -> Int {
    try database.read { db in
      try Int.fetchOne(
        db.cachedStatement(sql: "SELECT count(*) FROM custom_field WHERE name = ?"),
        arguments: [Item.sealedField]) ?? 0
    }
  }

  /// The number of private items among some.
  public func itemCount(among items: [UUID]) throws(InventoryError) -> Int {
    try database.read { db in
      let isPrivate = try db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM custom_field
            WHERE name = ? AND item_id = (SELECT id FROM item WHERE uuid = ?))
          """)
      return try items.count {
        try Bool.fetchOne(isPrivate, arguments: [Item.sealedField, $0]) == true
      }
    }
  }

  /// The number of private items that open with these keys, trash included.
  public func openItemCount() throws(InventoryError) -> Int {
    try contents?.all().count ?? 0
  }

  /// The number of open, live private items in a place, at any depth.
  public func openItemCount(in place: UUID) throws(InventoryError) -> Int {
    guard let contents else { return 0 }
    var count = 0
    for item in try contents.all() where item.deletedAt == nil && item.archivedAt == nil {
      var current = item.place
      var passed: Set<UUID> = []
      while let uuid = current, uuid != place, passed.insert(uuid).inserted {
        current = try database.read { try StoredPlace.fetch($0, uuid: uuid)?.place.parent }
      }
      if current == place { count += 1 }
    }
    return count
  }

  /// The places with sealed names, opened if the keys are here, trash included.
  public func places() throws(InventoryError) -> [Place] {
    let masked = try database.read { try StoredPlace.masked($0).map(\.place) }
    var places: [Place] = []
    for place in masked { places.append(try opened(place)) }
    return places
  }

  // MARK: - Opening

  /// The open form of a private item, in its nearest place outside the trash; other items unchanged.
  ///
  /// An item with a broken seal stays masked.
  func opened(_ item: Item) throws(InventoryError) -> Item {
    let item = unmasked(item)
    return item.isPrivate ? try database.read(item.leavingTrash) : item
  }

  /// The open form of an item, in the place that it has.
  public func unmasked(_ item: Item) -> Item {
    guard item.isMasked, let sealing else { return item }
    return (try? item.opened(with: sealing, currency: database.currency)) ?? item
  }

  /// A place with its open names.
  func opened(_ place: Place) throws(InventoryError) -> Place {
    try contents?.places.opened(place) ?? place
  }

  /// A path with its open names.
  public func opened(path: String?) throws(InventoryError) -> String? {
    guard let path, let contents else { return path }
    return try contents.places.opened(path: path)
  }

  /// The open form of a private attachment; other attachments unchanged.
  public func opened(_ attachment: Attachment) -> Attachment {
    guard attachment.isMasked, let sealing else { return attachment }
    return (try? attachment.opened(with: sealing)) ?? attachment
  }

  // MARK: - Traces

  /// Removes files outside the inventory that show private or hidden content, such as cached pictures.
  ///
  /// After a kill, the next launch removes them.
  ///
  /// - Parameter sweep: Removes everything except what belongs to these files, by digest: those that are shown unsealed.
  public func scrubDeleted(
    _ sweep: (_ openContents: Set<String>) -> Void
  ) throws(InventoryError) {
    guard database.hasTraces, database.unwritable == nil else { return }
    // Nothing can become private in the meantime.
    try database.write(source: "traces") { transaction in
      sweep(
        try String.fetchSet(
          transaction.db,
          sql: "SELECT sha256 FROM attachment WHERE deleted_at IS NULL UNION "
            + PlacePhotos.openDigests))
      try Meta.put(nil, for: Meta.traces, transaction.db)
      transaction.hasBookkeeping = true
    }
  }
}

extension Item {
  /// A private item in its nearest place outside the trash.
  ///
  /// A session without the keys can trash a place without knowing the private items in it.
  func leavingTrash(_ db: Database) throws -> Item {
    guard isPrivate else { return self }
    var item = self
    var passed: Set<UUID> = []
    while let uuid = item.place, passed.insert(uuid).inserted {
      guard let place = try StoredPlace.fetch(db, uuid: uuid)?.place, place.deletedAt != nil
      else { break }
      item.place = place.parent
    }
    return item
  }
}
