import Storage
import Foundation
import GRDB

/// Finds or creates the places that a file names.
final class ImportedPlaces {
  struct Found {
    var id: Int64
    var uuid: UUID
    /// The stored path, which the file may spell differently.
    var path: String
  }

  private let transaction: WriteTransaction
  private let findChild: RawStatement
  private let findAlike: RawStatement
  private let insertPlace: RawStatement
  private var known: [String: Found] = [:]
  /// The places that the index can't find by their folded names, because their names have another sort key.
  private var unsorted: [Child: Int64] = [:]

  private struct Child: Hashable {
    var parent: Int64
    var folded: String
  }

  /// The required identities of places, by path.
  private var identities: [String: UUID] = [:]
  /// Places in the trash by path, which are restored instead of created.
  private var trashed: [String: StoredPlace] = [:]
  private(set) var created = 0
  private(set) var firstID: Int64?
  private(set) var lastID: Int64 = 0

  /// The number of paths to remember; others are looked up each time.
  private static let maximumKnown = 50_000

  init(_ transaction: WriteTransaction) throws {
    self.transaction = transaction
    findChild = try RawStatement(transaction.db, sql: StoredPlace.childQuery)
    findAlike = try RawStatement(transaction.db, sql: StoredPlace.alikeQuery)
    insertPlace = try RawStatement(transaction.db, sql: PlaceTree.insertion)
    try StoredPlace.forEachName(transaction.db) { note($2, as: $0, in: $1) }
  }

  /// Records the required identity of a place.
  ///
  /// If a place with that identity exists, it is used, wherever it is.
  func note(_ place: ImportedPlace) throws {
    guard let uuid = place.uuid else { return }
    let path = PlacePath.names(in: place.path).joined(separator: Place.separator)
    guard let stored = try StoredPlace.fetch(transaction.db, uuid: uuid) else {
      identities[path] = uuid
      return
    }
    if stored.place.deletedAt == nil {
      known[path] = Found(id: stored.id, uuid: uuid, path: stored.place.path)
    } else {
      trashed[path] = stored
    }
  }

  /// The place for a path in a file; `nil` for a blank one.
  func find(path: String) throws -> Found? {
    if let found = known[path] { return found }
    let names = PlacePath.names(in: path)
    // Check the depth first: each level costs a search.
    try PlaceTree.checkDepth(ofNew: names.joined(separator: Place.separator))
    return try find(names)
  }

  /// Sets the notes of a place that this import made; leaves other places alone.
  ///
  /// - Returns: Whether the place has the notes now.
  func describe(_ place: Found, _ notes: String) throws -> Bool {
    guard isNew(place.id) else {
      return try StoredPlace.fetch(transaction.db, id: place.id)?.place.notes == notes
    }
    try Place.check(notes: notes)
    try transaction.db.cachedStatement(sql: "UPDATE location SET notes = ? WHERE id = ?")
      .execute(arguments: [notes, place.id])
    return true
  }

  /// Whether this import made a place, by its row number.
  func isNew(_ id: Int64) -> Bool { firstID.map { ($0...lastID).contains(id) } ?? false }

  /// The place for names from the top down; `nil` if there are no names.
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
    let around = parent?.id ?? 0
    findChild.bind(around)
    findChild.bind(name)
    guard let id = try findChild.run() ?? alike(name, in: around),
      let stored = try StoredPlace.fetch(transaction.db, id: id)
    else { return nil }
    return Found(id: id, uuid: stored.place.uuid, path: stored.place.path)
  }

  /// A place whose name differs only in case or spaces.
  private func alike(_ name: String, in parent: Int64) throws -> Int64? {
    let folded = PlacePath.folded(name)
    if let id = unsorted[Child(parent: parent, folded: folded)] { return id }
    if parent == 0 { findAlike.bindNull() } else { findAlike.bind(parent) }
    findAlike.bind(SortKey.key(for: folded))
    var candidates: [Int64] = []
    try findAlike.forEach { candidates.append($0) }
    return try candidates.first { id in
      let stored = try StoredPlace.fetch(transaction.db, id: id)
      return stored.map { PlacePath.folded($0.place.name) } == folded
    }
  }

  private func note(_ name: String, as id: Int64, in parent: Int64?) {
    let folded = PlacePath.folded(name)
    guard folded != name, SortKey.key(for: folded) != SortKey.key(for: name) else { return }
    unsorted[Child(parent: parent ?? 0, folded: folded)] = id
  }

  /// Takes a place out of the trash instead of creating another one with the same identity.
  ///
  /// The log is renumbered to the new revision, so that the deletion can still be undone.
  private func restore(_ path: String, in parent: Found?) throws -> Found? {
    guard let stored = trashed.removeValue(forKey: path) else { return nil }
    var wanted = stored.place
    (wanted.parent, wanted.deletedAt) = (parent?.uuid, nil)
    _ = try PlaceTree.update(stored, to: wanted, in: transaction)
    try ChangeLog.renumber(
      stored.place.uuid, from: stored.place.rev, to: transaction.rev, transaction.db)
    return Found(
      id: stored.id, uuid: stored.place.uuid,
      path: PlaceTree.path(of: wanted.name, in: parent?.path))
  }

  /// Inserts a place like `PlaceTree.insert`, but doesn't repeat look-ups.
  private func make(_ names: [String], in parent: Found?) throws -> Found {
    let name = try Place.checkedName(names[names.count - 1])
    let path = PlaceTree.path(of: name, in: parent?.path)
    try PlaceTree.checkDepth(ofNew: path)
    let uuid =
      identities.removeValue(forKey: names.joined(separator: Place.separator)) ?? Identity.new()
    insertPlace.bind(uuid)
    insertPlace.bind(parent.map { .integer($0.id) } ?? .null)
    insertPlace.bind(name)
    insertPlace.bind(SortKey.key(for: name))
    insertPlace.bind(path)
    insertPlace.bind("")
    insertPlace.bind(transaction.at)
    insertPlace.bind(transaction.at)
    insertPlace.bind(transaction.rev)
    try insertPlace.run()
    let id = transaction.db.lastInsertedRowID
    try SearchIndex.insertPlace(name, id: id, transaction.db)
    transaction.counts.addPlace(1, in: parent?.id)
    transaction.isDirty = true
    note(name, as: id, in: parent?.id)
    created += 1
    firstID = firstID ?? id
    lastID = id
    return Found(id: id, uuid: uuid, path: path)
  }

  private func find(_ names: ArraySlice<String>) throws -> Found? {
    try find(Array(names))
  }
}

/// A place that a file names, whether it is empty or not.
struct ImportedPlace {
  /// The names from the top level to the place.
  var path: String
  /// Its notes.
  var notes: String
  /// The required identity; `nil` if any will do.
  var uuid: UUID?
  /// The identity of its photo among the files of an archive; `nil` if it has none.
  var photo: String?

  /// Whether its name, notes and photo came sealed.
  var isSealed: Bool { uuid != nil }

  /// A note with the last name of the place, unless it is private: then its name is sealed.
  func note(_ reason: String) -> ImportReport.Note {
    let name = PlacePath.names(in: path).last ?? ""
    let shown = name.count > Self.longestName ? name.prefix(Self.longestName) + "…" : name
    return .init(item: isSealed ? "a private place" : shown, reason: reason)
  }

  /// The most characters of a name in a note.
  private static let longestName = 40
}
