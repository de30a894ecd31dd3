import Foundation
import GRDB
import Synchronization

/// What is sealed in an inventory: it opens here once somebody has the keys, and is masked until then.
public final class PrivacyStore: Sendable {
  private let database: InventoryDatabase
  private let opening = Mutex<PrivateItems?>(nil)

  init(_ database: InventoryDatabase) { self.database = database }

  /// Opens what is sealed from now on; see ``InventoryStore/openPrivateItems(with:)``.
  func open(with sealing: any ItemSealing) {
    opening.withLock { $0 = PrivateItems(sealing, database) }
  }

  /// Whether private items are open here.
  public var isOpen: Bool { contents != nil }

  /// What is open here; `nil` without the keys.
  var contents: PrivateItems? { opening.withLock { $0 } }

  /// Seals what is written, and opens what is read; `nil` without the keys.
  var sealing: (any ItemSealing)? { contents?.sealing }

  // MARK: - Counting

  /// How many items are private, those in the trash among them.
  public func itemCount() throws(InventoryError) -> Int {
    try database.read { db in
      try Int.fetchOne(
        db.cachedStatement(sql: "SELECT count(*) FROM custom_field WHERE name = ?"),
        arguments: [Item.sealedField]) ?? 0
    }
  }

  /// How many private items open here, those in the trash among them.
  public func openItemCount() throws(InventoryError) -> Int {
    try contents?.all().count ?? 0
  }

  /// How many private items that are open here lie in a place, at any depth, and are live.
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

  /// The places whose names are sealed, as they are for whoever asks, those in the trash among them.
  public func places() throws(InventoryError) -> [Place] {
    let masked = try database.read { try StoredPlace.masked($0).map(\.place) }
    var places: [Place] = []
    for place in masked { places.append(try opened(place)) }
    return places
  }

  // MARK: - Opening

  /// The open form of an item that is private and open here, in the nearest place that is there; any other as it is.
  ///
  /// One whose seal is broken stays masked.
  func opened(_ item: Item) throws(InventoryError) -> Item {
    let item = unmasked(item)
    return item.isPrivate ? try database.read(item.leavingTrash) : item
  }

  /// The open form of an item, in the place that it has.
  func unmasked(_ item: Item) -> Item {
    guard item.isMasked, let sealing else { return item }
    return (try? item.opened(with: sealing, currency: database.currency)) ?? item
  }

  /// A place with the names that are open here.
  func opened(_ place: Place) throws(InventoryError) -> Place {
    try contents?.places.opened(place) ?? place
  }

  /// A path of a place with the names that are open here.
  func opened(path: String?) throws(InventoryError) -> String? {
    guard let path, let contents else { return path }
    return try contents.places.opened(path: path)
  }

  /// The open form of an attachment that is private and open here; any other as it is.
  func opened(_ attachment: Attachment) -> Attachment {
    guard attachment.isMasked, let sealing else { return attachment }
    return (try? attachment.opened(with: sealing)) ?? attachment
  }

  // MARK: - Traces

  /// Has what shows private things removed, outside of the inventory, such as cells of pictures; a kill meanwhile
  /// leaves it to the next one who looks.
  ///
  /// - Parameter sweep: Removes everything but what belongs to these contents, by digest; they are those that lie open.
  public func sweepTraces(
    _ sweep: (_ openContents: Set<String>) -> Void
  ) throws(InventoryError) {
    guard database.hasTraces, database.unwritable == nil else { return }
    // Nothing becomes private meanwhile.
    try database.write(source: "traces") { transaction in
      sweep(
        try String.fetchSet(
          transaction.db, sql: "SELECT sha256 FROM attachment WHERE deleted_at IS NULL"))
      try Meta.put(nil, for: Meta.traces, transaction.db)
      transaction.hasBookkeeping = true
    }
  }
}

extension Item {
  /// A private item in the nearest place that is there: whoever trashes a place without the keys knows nothing of
  /// those in it.
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
