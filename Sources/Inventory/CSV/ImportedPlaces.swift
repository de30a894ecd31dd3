import Foundation
import GRDB

/// The places that a file names, made if they do not exist.
final class ImportedPlaces {
  struct Found {
    var id: Int64
    var uuid: UUID
  }

  private let transaction: WriteTransaction
  private let findChild: BulkStatement
  private let insertPlace: BulkStatement
  private var known: [String: Found] = [:]
  /// The identities of places by path, of those that have to have one.
  private var identities: [String: UUID] = [:]
  /// Places in the trash by path, which come back instead of being made.
  private var trashed: [String: StoredPlace] = [:]
  private(set) var created = 0
  private(set) var firstID: Int64?
  private(set) var lastID: Int64 = 0

  /// The number of paths to remember; others are looked up each time.
  private static let maximumKnown = 50_000

  init(_ transaction: WriteTransaction) throws {
    self.transaction = transaction
    findChild = try BulkStatement(transaction.db, sql: StoredPlace.childQuery)
    insertPlace = try BulkStatement(transaction.db, sql: PlaceTree.insertion)
  }

  /// Notes the identity that a place has to have: what has it here is that place, wherever it lies.
  func note(_ place: ImportedPlace) throws {
    guard let uuid = place.uuid else { return }
    let path = PlacePath.names(in: place.path).joined(separator: Place.separator)
    guard let stored = try StoredPlace.fetch(transaction.db, uuid: uuid) else {
      identities[path] = uuid
      return
    }
    if stored.place.deletedAt == nil {
      known[path] = Found(id: stored.id, uuid: uuid)
    } else {
      trashed[path] = stored
    }
  }

  /// The place for a path in a file; `nil` for a blank one.
  func find(path: String) throws -> Found? {
    if let found = known[path] { return found }
    return try find(PlacePath.names(in: path))
  }

  /// Sets the notes of a place that this import made; leaves other places alone.
  func describe(_ place: Found, _ notes: String) throws {
    guard let firstID, (firstID...lastID).contains(place.id) else { return }
    try transaction.db.cachedStatement(sql: "UPDATE location SET notes = ? WHERE id = ?")
      .execute(arguments: [notes, place.id])
  }

  /// The place for names from the top down; `nil` for none.
  private func find(_ names: [String]) throws -> Found? {
    guard !names.isEmpty else { return nil }
    let path = names.joined(separator: Place.separator)
    if let found = known[path] { return found }
    let parent = try find(names.dropLast())
    let found =
      try existing(names[names.count - 1], in: parent) ?? restore(path, in: parent)
      ?? make(names, in: parent)
    if known.count >= Self.maximumKnown { known.removeAll(keepingCapacity: true) }
    known[path] = found
    return found
  }

  private func existing(_ name: String, in parent: Found?) throws -> Found? {
    findChild.bind(parent?.id ?? 0)
    findChild.bind(name)
    guard let id = try findChild.run(), let stored = try StoredPlace.fetch(transaction.db, id: id)
    else { return nil }
    return Found(id: id, uuid: stored.place.uuid)
  }

  /// Brings a place back that has its identity already.
  ///
  /// The log goes on from there, so that what sent it to the trash can still be undone.
  private func restore(_ path: String, in parent: Found?) throws -> Found? {
    guard let stored = trashed.removeValue(forKey: path) else { return nil }
    var wanted = stored.place
    (wanted.parent, wanted.deletedAt) = (parent?.uuid, nil)
    _ = try PlaceTree.update(stored, to: wanted, in: transaction)
    try ChangeLog.renumber(
      stored.place.uuid, from: stored.place.rev, to: transaction.rev, transaction.db)
    return Found(id: stored.id, uuid: stored.place.uuid)
  }

  /// Inserts a place as `PlaceTree.insert` does, without look-ups that were made already.
  private func make(_ names: [String], in parent: Found?) throws -> Found {
    let name = try Place.checkedName(names[names.count - 1])
    let around = parent == nil ? nil : names.dropLast().joined(separator: Place.separator)
    let uuid =
      identities.removeValue(forKey: names.joined(separator: Place.separator)) ?? Identity.new()
    insertPlace.bind(uuid)
    insertPlace.bind(parent.map { .integer($0.id) } ?? .null)
    insertPlace.bind(name)
    insertPlace.bind(SortKey.key(for: name))
    insertPlace.bind(try PlaceTree.path(of: name, in: around))
    insertPlace.bind("")
    insertPlace.bind(transaction.at)
    insertPlace.bind(transaction.at)
    insertPlace.bind(transaction.rev)
    try insertPlace.run()
    let id = transaction.db.lastInsertedRowID
    try SearchIndex.insertPlace(name, id: id, transaction.db)
    transaction.counts.addPlace(1, in: parent?.id)
    transaction.isDirty = true
    created += 1
    firstID = firstID ?? id
    lastID = id
    return Found(id: id, uuid: uuid)
  }

  private func find(_ names: ArraySlice<String>) throws -> Found? {
    try find(Array(names))
  }
}
