import Foundation
import GRDB

/// Writes places: names, parents, and the paths of everything below.
///
/// Doesn't write the log: only the callers know the name of the change.
public enum PlaceTree {
  static let insertion = """
    INSERT INTO location(uuid, parent_id, name, sort_key, path, notes, created_at, updated_at, rev)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  /// Inserts a place without logging the change.
  public static func insert(
    uuid: UUID = Identity.new(), name: String, notes: String = "", parent: StoredPlace?,
    in transaction: WriteTransaction
  ) throws -> StoredPlace {
    let db = transaction.db
    let name = try Place.checkedName(name)
    if let parent { try checkAlive(parent) }
    try Place.check(notes: notes)
    let path = self.path(of: name, in: parent?.place.path)
    try checkDepth(ofNew: path)
    try checkFree(name, parent: parent, except: nil, db)
    try db.cachedStatement(sql: insertion).execute(arguments: [
      uuid, parent?.id, name, SortKey.key(for: name), path, notes, transaction.at, transaction.at,
      transaction.rev,
    ])
    let id = db.lastInsertedRowID
    try SearchIndex.insertPlace(name, id: id, db)
    transaction.counts.addPlace(1, in: parent?.id)
    transaction.isDirty = true
    var place = Place(uuid: uuid, parent: parent?.place.uuid, name: name, notes: notes)
    place.path = path
    place.rev = transaction.rev
    return StoredPlace(id: id, parentID: parent?.id, place: place)
  }

  /// Updates name, parent, notes, photo and trash mark of a place.
  public static func update(
    _ stored: StoredPlace, to wanted: Place, in transaction: WriteTransaction
  ) throws -> (before: [String: ColumnValue], after: [String: ColumnValue]) {
    let db = transaction.db
    var place = wanted
    place.name = try Place.checkedName(wanted.name)
    let (before, after) = differences(from: stored.place, to: place)
    guard !after.isEmpty else { return (before, after) }
    let parent = try place.parent.map { try existing($0, db) }
    if place.deletedAt == nil {
      if let parent { try checkAlive(parent) }
      try checkFree(place.name, parent: parent, except: stored.id, db)
    }
    try checkNesting(of: stored, as: place, in: parent, db)
    if after["notes"] != nil { try Place.check(notes: place.notes) }
    try transaction.counts.apply(db)
    try db.cachedStatement(
      sql: """
        UPDATE location SET name = ?, sort_key = ?, parent_id = ?, notes = ?, photo = ?,
          deleted_at = ?, updated_at = ?, rev = ? WHERE id = ?
        """
    ).execute(arguments: [
      place.name, SortKey.key(for: place.name), parent?.id, place.notes, place.photo?.text,
      place.deletedAt,
      transaction.at, transaction.rev, stored.id,
    ])
    if after["name"] != nil { try SearchIndex.updatePlace(place.name, id: stored.id, db) }
    if after["name"] != nil || after["parent"] != nil {
      try rewritePaths(of: stored.id, path: path(of: place.name, in: parent?.place.path), db)
    }
    let was = stored.place.deletedAt == nil
    let stays = place.deletedAt == nil
    if was, !stays { try letHiddenItemsLeave(stored, for: place.parent, in: transaction) }
    if was { transaction.counts.addPlace(-1, in: stored.parentID) }
    if stays { transaction.counts.addPlace(1, in: parent?.id) }
    if after["parent"] != nil,
      let count = try Int64.fetchOne(
        db, sql: "SELECT subtree_count FROM location WHERE id = ?", arguments: [stored.id])
    {
      let sum = StoredNumber.count(count)
      try CountChanges.addSubtree(-sum, to: stored.parentID, db)
      try CountChanges.addSubtree(sum, to: parent?.id, db)
    }
    transaction.isDirty = true
    return (before, after)
  }

  private static func letHiddenItemsLeave(
    _ place: StoredPlace, for parent: UUID?, in transaction: WriteTransaction
  ) throws {
    guard transaction.isLimited else { return }
    let db = transaction.db
    let around = try StoredPlace.nearestOutsideTrash(parent, db)
      .flatMap { try StoredPlace.fetch(db, uuid: $0)?.id }
    try HiddenItems(db).leave(place.id, for: around, in: transaction)
  }

  /// A place by its uuid, trash included.
  ///
  /// - Throws: `refused` if the place does not exist.
  public static func existing(_ uuid: UUID, _ db: Database) throws -> StoredPlace {
    guard let place = try StoredPlace.fetch(db, uuid: uuid) else {
      throw InventoryError(.refused, "this place no longer exists")
    }
    return place
  }

  private static func differences(
    from old: Place, to new: Place
  ) -> (before: [String: ColumnValue], after: [String: ColumnValue]) {
    var before: [String: ColumnValue] = [:]
    var after: [String: ColumnValue] = [:]
    for (former, present) in zip(columns(old), columns(new)) where former.1 != present.1 {
      before[former.0] = former.1
      after[present.0] = present.1
    }
    return (before, after)
  }

  /// A place with the values of a log entry.
  public static func applying(_ values: [String: ColumnValue], to place: Place) -> Place {
    var place = place
    if let name = values["name"]?.text { place.name = name }
    if let notes = values["notes"]?.text { place.notes = notes }
    if let photo = values["photo"] { place.photo = photo.text.flatMap(PlacePhoto.init(text:)) }
    if let parent = values["parent"] { place.parent = parent.uuid }
    if let deleted = values["deleted_at"] { place.deletedAt = deleted.integer }
    return place
  }

  private static func columns(_ place: Place) -> [(String, ColumnValue)] {
    [
      ("name", .text(place.name)), ("notes", .text(place.notes)),
      ("photo", place.photo.map { .text($0.text) } ?? .null),
      ("parent", place.parent.map(ColumnValue.uuid) ?? .null),
      ("deleted_at", place.deletedAt.map(ColumnValue.integer) ?? .null),
    ]
  }
}

extension PlaceTree {
  static func path(of name: String, in parentPath: String?) -> String {
    parentPath.map { $0 + Place.separator + name } ?? name
  }

  /// Checks the depth of the path of a new place.
  static func checkDepth(ofNew path: String) throws {
    let depth = path.utf8.count(where: { $0 == UInt8(ascii: "/") }) + 1
    guard depth <= Bounds.levels else { throw tooDeep(path) }
  }

  /// Checks that a move puts a place neither inside itself nor below the maximum depth.
  static func checkNesting(
    of place: StoredPlace, as wanted: Place, in parent: StoredPlace?, _ db: Database
  ) throws {
    guard let parent, wanted.parent != place.place.parent else { return }
    switch try Nesting(.places, db).check(place.id, in: parent.id, former: place.parentID) {
    case .allowed: return
    case .inItself:
      throw InventoryError(.refused, "“\(place.place.name)” cannot be inside itself")
    case .tooDeep:
      guard wanted.deletedAt == nil else { return }
      throw tooDeep(wanted.name)
    }
  }

  private static func tooDeep(_ path: String) -> InventoryError {
    let name = path.count > 80 ? "…" + path.suffix(80) : path
    return InventoryError(
      .refused,
      "“\(name)” would be nested too deep: places can be nested \(Bounds.levels) deep")
  }

  static func checkAlive(_ place: StoredPlace) throws {
    guard place.place.deletedAt == nil else {
      throw InventoryError(.refused, "the place “\(place.place.path)” is in the trash")
    }
  }

  /// Checks that no other place outside the trash has the same parent and name.
  static func checkFree(
    _ name: String, parent: StoredPlace?, except id: Int64?, _ db: Database
  ) throws {
    let other = try StoredPlace.childID(named: name, in: parent, db)
    if other != nil, other != id { throw taken(name, parent) }
  }

  /// Checks that a typed name differs from its neighbors in more than case and spaces.
  static func checkUnlike(
    _ name: String, parent: StoredPlace?, except id: Int64?, _ db: Database
  ) throws {
    let other = try StoredPlace.childID(alike: name, in: parent, db)
    guard let other, other != id, let known = try StoredPlace.fetch(db, id: other) else { return }
    throw taken(known.place.name, parent)
  }

  private static func taken(_ name: String, _ parent: StoredPlace?) -> InventoryError {
    let around = parent.map { "in “\($0.place.path)”" } ?? "at the top"
    return InventoryError(.refused, "there is already a place “\(name)” \(around)")
  }

  /// Updates the paths of a place and everything below it, trash included.
  static func rewritePaths(of id: Int64, path: String, _ db: Database) throws {
    let write = try db.cachedStatement(sql: "UPDATE location SET path = ? WHERE id = ?")
    let below = try db.cachedStatement(sql: "SELECT id, name FROM location WHERE parent_id = ?")
    var pending = [(id, path)]
    while let (current, text) = pending.popLast() {
      try write.execute(arguments: [text, current])
      for row in try Row.fetchAll(below, arguments: [current]) {
        pending.append((try row.value(0), self.path(of: try row.value(1), in: text)))
      }
    }
  }
}
