import Foundation
import GRDB

/// The places that the paths of a file name, made when they are not there yet.
final class ImportedPlaces {
  struct Found {
    var id: Int64
    var uuid: UUID
  }

  private let transaction: WriteTransaction
  private var known: [String: Found] = [:]
  private(set) var created = 0
  private(set) var firstID: Int64?
  private(set) var lastID: Int64 = 0

  /// More paths than this are looked up again instead of remembered.
  private static let maximumKnown = 50_000

  init(_ transaction: WriteTransaction) { self.transaction = transaction }

  /// The place with that path as a file writes it; nil for a blank one.
  func find(path: String) throws -> Found? {
    if let found = known[path] { return found }
    return try find(PlacePath.names(in: path))
  }

  /// The place with those names from the top down; nil for no names.
  private func find(_ names: [String]) throws -> Found? {
    guard !names.isEmpty else { return nil }
    let path = names.joined(separator: Place.separator)
    if let found = known[path] { return found }
    let parent = try find(names.dropLast())
    let found = try existing(names[names.count - 1], in: parent) ?? make(names, in: parent)
    if known.count >= Self.maximumKnown { known.removeAll(keepingCapacity: true) }
    known[path] = found
    return found
  }

  private func existing(_ name: String, in parent: Found?) throws -> Found? {
    let statement = try transaction.db.cachedStatement(
      sql: """
        SELECT id, uuid FROM location
        WHERE ifnull(parent_id, 0) = ? AND name = ? AND deleted_at IS NULL
        """)
    return try Row.fetchOne(statement, arguments: [parent?.id ?? 0, name]).map {
      Found(id: $0[0], uuid: $0[1])
    }
  }

  private func make(_ names: [String], in parent: Found?) throws -> Found {
    let around = parent.map { parent in
      var place = Place(uuid: parent.uuid, name: names[names.count - 2])
      place.path = names.dropLast().joined(separator: Place.separator)
      return StoredPlace(id: parent.id, parentID: nil, place: place)
    }
    let place = try PlaceTree.insert(
      name: names[names.count - 1], parent: around, in: transaction)
    created += 1
    firstID = firstID ?? place.id
    lastID = place.id
    return Found(id: place.id, uuid: place.place.uuid)
  }

  private func find(_ names: ArraySlice<String>) throws -> Found? {
    try find(Array(names))
  }
}
