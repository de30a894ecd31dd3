import Foundation
import GRDB

/// The edits of places, with their log entries.
enum PlaceEdits {
  static func create(
    _ wanted: Place, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    var place = wanted
    place.name = wanted.name.singleSpaced
    if place.isPrivate { place = try sealed(place, in: transaction) }
    var summary = summary(.created, place)
    if let stored = try StoredPlace.fetch(transaction.db, uuid: place.uuid) {
      guard stored.place.name == place.name, stored.place.parent == place.parent else {
        throw InventoryError(.conflict, "the place “\(stored.place.path)” was already saved")
      }
      summary.count = 0
      return summary
    }
    let parent = try place.parent.map { try PlaceTree.existing($0, transaction.db) }
    try PlaceTree.checkUnlike(place.name, parent: parent, except: nil, transaction.db)
    let stored = try PlaceTree.insert(
      uuid: place.uuid, name: place.name, notes: place.notes, parent: parent, in: transaction)
    try ChangeLog.append(.create, .location, row: place.uuid, revBefore: 0, in: transaction)
    summary.name = stored.place.name
    return summary
  }

  /// Makes the last place of a path and the missing ones above it.
  ///
  /// - Parameter isPrivate: Whether to seal the names of the new places.
  static func create(
    path: String, uuid: UUID, isPrivate: Bool, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    var names = PlacePath.names(in: path)
    guard let last = names.popLast() else {
      throw InventoryError(.badData, "a place needs a name")
    }
    func make(_ name: String, _ uuid: UUID, in around: StoredPlace?) throws -> ChangeSummary {
      var place = Place(uuid: uuid, parent: around?.place.uuid, name: name)
      place.isPrivate = isPrivate
      return try create(place, in: transaction)
    }
    var around: StoredPlace?
    for name in names {
      let known = try StoredPlace.child(
        named: name, in: around, openedWith: transaction.sealing, transaction.db)
      if let known {
        around = known
      } else {
        let uuid = Identity.new()
        _ = try make(name, uuid, in: around)
        around = try PlaceTree.existing(uuid, transaction.db)
      }
    }
    return try make(last, uuid, in: around)
  }

  /// The masked form of a place.
  ///
  /// - Throws: `refused` without the keys.
  private static func sealed(_ place: Place, in transaction: WriteTransaction) throws -> Place {
    guard let sealing = transaction.sealing else { throw InventoryError.isPrivate }
    return try place.masked(with: sealing)
  }

  static func run(
    _ edit: PlaceEdit, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    switch edit {
    case .move(let uuid, let parent): try move(uuid, to: parent, in: transaction)
    case .merge(let source, let target): try merge(source, into: target, in: transaction)
    case .note(let uuid, let notes):
      try change(uuid, in: transaction) { $0.notes = notes.trimmedOfBlanks }
    case .photo(let uuid, let photo): try set(photo, of: uuid, in: transaction)
    }
  }

  static func rename(
    _ uuid: UUID, to name: String, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    try change(uuid, in: transaction) { $0.name = name.singleSpaced }
  }

  /// Sets the photo of a place, which needs no keys: a sealed one has its own file.
  private static func set(
    _ photo: PlacePhoto?, of uuid: UUID, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let stored = try PlaceTree.existing(uuid, transaction.db)
    try PlaceTree.checkAlive(stored)
    guard photo?.isSealed ?? stored.place.isMasked == stored.place.isMasked else {
      throw InventoryError.isPrivate
    }
    var wanted = stored.place
    wanted.photo = photo
    var summary = summary(.changed, stored.place)
    summary.count = try log(stored, wanted: wanted, .update, in: transaction) ? 1 : 0
    return summary
  }

  private static func move(
    _ uuid: UUID, to parent: UUID?, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    try PlaceTree.checkAlive(PlaceTree.existing(uuid, transaction.db))
    return try change(uuid, in: transaction) { $0.parent = parent }
  }

  /// Changes the open form of a place.
  private static func change(
    _ uuid: UUID, in transaction: WriteTransaction, _ body: (inout Place) -> Void
  ) throws -> ChangeSummary {
    let stored = try PlaceTree.existing(uuid, transaction.db)
    var summary = summary(.changed, stored.place)
    let open = try opened(stored.place, in: transaction)
    var wanted = open
    body(&wanted)
    // Sealing it again would look like a change.
    guard wanted != open else {
      summary.count = 0
      return summary
    }
    let parent = try wanted.parent.map { try PlaceTree.existing($0, transaction.db) }
    try PlaceTree.checkNesting(of: stored, as: wanted, in: parent, transaction.db)
    try PlaceTree.checkUnlike(wanted.name, parent: parent, except: stored.id, transaction.db)
    if wanted.isPrivate { wanted = try sealed(wanted, in: transaction) }
    summary.count = try log(stored, wanted: wanted, .update, in: transaction) ? 1 : 0
    return summary
  }

  private static func merge(
    _ uuid: UUID, into other: UUID, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let db = transaction.db
    let (source, target) = (
      try PlaceTree.existing(uuid, db), try PlaceTree.existing(other, db)
    )
    try PlaceTree.checkAlive(source)
    try PlaceTree.checkAlive(target)
    guard try !Nesting(.places, db).outward(from: target.id).contains(source.id) else {
      let name = source.place.name
      throw InventoryError(
        .refused,
        source.id == target.id
          ? "“\(name)” cannot be merged into itself"
          : "“\(name)” cannot be merged into “\(target.place.name)”, which is inside it")
    }
    var merge = try PlaceMerge(transaction)
    try merge.merge(source, into: target)
    return summary(.merged, source.place)
  }

  private static func opened(_ place: Place, in transaction: WriteTransaction) throws -> Place {
    guard place.isMasked else { return place }
    guard let sealing = transaction.sealing else { throw InventoryError.isPrivate }
    return try place.opened(with: sealing)
  }

  /// The name of a place, which stays masked if it can't be opened.
  static func openName(of place: Place, in transaction: WriteTransaction) throws -> String {
    guard place.isMasked, let sealing = transaction.sealing else { return place.name }
    return (try? place.opened(with: sealing).name) ?? place.name
  }

  static func restore(
    _ uuid: UUID, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let stored = try PlaceTree.existing(uuid, transaction.db)
    var wanted = stored.place
    wanted.deletedAt = nil
    var summary = summary(.restored, stored.place)
    summary.count = try log(stored, wanted: wanted, .restore, in: transaction) ? 1 : 0
    return summary
  }

  static func trash(
    _ uuid: UUID, contents: Edit.Contents, in transaction: WriteTransaction
  ) throws -> ChangeSummary {
    let stored = try PlaceTree.existing(uuid, transaction.db)
    var summary = summary(.trashed, stored.place)
    guard stored.place.deletedAt == nil else {
      summary.count = 0
      return summary
    }
    let hidden = try privateItems(transaction)
    switch contents {
    case .moveUp: try moveUp(stored, hidden, in: transaction)
    case .trash: try trashContents(of: stored, hidden, in: transaction)
    }
    try trashEmpty(stored.id, in: transaction)
    return summary
  }

  private static func moveUp(
    _ place: StoredPlace, _ hidden: [UUID?: [PrivateItem]], in transaction: WriteTransaction
  ) throws {
    for child in try StoredPlace.children(transaction.db, of: place.id) {
      var wanted = child.place
      wanted.parent = place.place.parent
      _ = try log(child, wanted: wanted, .update, in: transaction)
    }
    try moveItems(in: place, to: place.place.parent, hidden, in: transaction)
  }

  /// Moves the items of a place, private ones included.
  static func moveItems(
    in place: StoredPlace, to target: UUID?, _ hidden: [UUID?: [PrivateItem]],
    in transaction: WriteTransaction
  ) throws {
    for item in try items(in: place.id, transaction.db) {
      var wanted = item.item
      wanted.place = target
      _ = try ItemEdits.log(item, wanted: wanted, .update, in: transaction)
    }
    for item in hidden[place.place.uuid] ?? [] {
      let wanted = try item.sealed { $0.place = target }
      _ = try ItemEdits.log(item.stored, wanted: wanted, .update, in: transaction)
    }
  }

  private static func trashContents(
    of place: StoredPlace, _ hidden: [UUID?: [PrivateItem]], in transaction: WriteTransaction
  ) throws {
    // Innermost first, so that undo, which goes backwards, finds each place around another.
    for inner in try StoredPlace.within(transaction.db, place).reversed() {
      try trashItems(of: inner, hidden, in: transaction)
      if inner.id != place.id { try trashEmpty(inner.id, in: transaction) }
    }
  }

  private static func trashItems(
    of place: StoredPlace, _ hidden: [UUID?: [PrivateItem]], in transaction: WriteTransaction
  ) throws {
    for item in try items(in: place.id, transaction.db) {
      var wanted = item.item
      wanted.deletedAt = transaction.at
      _ = try ItemEdits.log(item, wanted: wanted, .trash, in: transaction)
    }
    for item in hidden[place.place.uuid] ?? [] {
      var wanted = item.stored.item
      wanted.deletedAt = transaction.at
      _ = try ItemEdits.log(item.stored, wanted: wanted, .trash, in: transaction)
    }
  }

  /// The private items that are not in the trash, by their place; empty without the keys.
  static func privateItems(
    _ transaction: WriteTransaction
  ) throws -> [UUID?: [PrivateItem]] {
    let items = try PrivateItem.all(in: transaction).filter { $0.stored.item.deletedAt == nil }
    return Dictionary(grouping: items, by: \.open.place)
  }

  static func trashEmpty(
    _ id: Int64, as operation: ChangeEntry.Operation = .trash, in transaction: WriteTransaction
  ) throws {
    guard let stored = try StoredPlace.fetch(transaction.db, id: id) else { return }
    var wanted = stored.place
    wanted.deletedAt = transaction.at
    _ = try log(stored, wanted: wanted, operation, in: transaction)
  }

  /// The items in a place that are not in the trash, archived ones included.
  private static func items(in place: Int64, _ db: Database) throws -> [StoredItem] {
    let statement = try db.cachedStatement(
      sql: "SELECT id FROM item WHERE location_id = ? AND deleted_at IS NULL ORDER BY id")
    return try Int64.fetchAll(statement, arguments: [place])
      .compactMap { try StoredItem.fetch(db, id: $0) }
  }

  static func log(
    _ stored: StoredPlace, wanted: Place, _ operation: ChangeEntry.Operation,
    in transaction: WriteTransaction
  ) throws -> Bool {
    let (before, after) = try PlaceTree.update(stored, to: wanted, in: transaction)
    guard !after.isEmpty else { return false }
    try ChangeLog.append(
      operation, .location, row: stored.place.uuid, before: before, after: after,
      revBefore: stored.place.rev, in: transaction)
    return true
  }

  static func summary(_ action: ChangeSummary.Action, _ place: Place) -> ChangeSummary {
    ChangeSummary(
      action: action, subject: .place, name: place.name.trimmedOfBlanks, uuid: place.uuid, count: 1)
  }
}

/// A private item in both forms, for an edit of the place or item around it.
struct PrivateItem {
  let stored: StoredItem
  let open: Item
  private let sealing: any ItemSealing

  /// - Throws: Any error of opening the item.
  init(_ stored: StoredItem, _ sealing: any ItemSealing, _ currency: Currency) throws {
    self.stored = stored
    self.sealing = sealing
    open = try stored.item.opened(with: sealing, currency: currency)
  }

  /// All private items that open, trash included; none without the keys.
  static func all(in transaction: WriteTransaction) throws -> [PrivateItem] {
    guard let sealing = transaction.sealing else { return [] }
    return try StoredItem.masked(transaction.db)
      .compactMap { try? PrivateItem($0, sealing, transaction.currency) }
  }

  /// The masked form after a change.
  func sealed(_ change: (inout Item) -> Void) throws -> Item {
    var item = open
    change(&item)
    return try item.masked(with: sealing)
  }
}
