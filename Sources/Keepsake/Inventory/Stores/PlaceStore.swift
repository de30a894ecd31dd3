import Foundation
import GRDB

/// Reads the places of an inventory.
public struct PlaceStore: Sendable {
  private let database: InventoryDatabase
  private let privacy: PrivacyStore

  init(_ database: InventoryDatabase, _ privacy: PrivacyStore) {
    (self.database, self.privacy) = (database, privacy)
  }

  /// A place by its identity, also from the trash; `nil` if it does not exist.
  public func fetch(_ uuid: UUID) throws(InventoryError) -> Place? {
    let place = try database.read { try StoredPlace.fetch($0, uuid: uuid)?.place }
    guard let place else { return nil }
    return try privacy.opened(place)
  }

  /// A place outside the trash by its path (`Home / Kitchen`); `nil` if it does not exist.
  public func fetch(path: String) throws(InventoryError) -> Place? {
    let sealing = privacy.sealing
    let place = try database.read { db in
      var current: StoredPlace?
      for name in PlacePath.names(in: path) {
        current = try StoredPlace.child(named: name, in: current, openedWith: sealing, db)
        if current == nil { break }
      }
      return current?.place
    }
    guard let place else { return nil }
    return try privacy.opened(place)
  }

  /// The places outside the trash in a place or at the top, by name.
  public func children(of parent: UUID?) throws(InventoryError) -> [Place] {
    let found = try database.read { db in
      var id: Int64?
      if let parent {
        guard let stored = try StoredPlace.fetch(db, uuid: parent) else { return [Place]() }
        id = stored.id
      }
      return try StoredPlace.children(db, of: id).map(\.place)
    }
    return try openedSiblings(found)
  }

  /// The places in the trash, the last trashed one first.
  public func trashed() throws(InventoryError) -> [Place] {
    let found = try database.read { db in
      try Int64.fetchAll(
        db,
        sql: "SELECT id FROM location WHERE deleted_at IS NOT NULL ORDER BY deleted_at DESC, path"
      ).compactMap { try StoredPlace.fetch(db, id: $0)?.place }
    }
    var open: [Place] = []
    for place in found { open.append(try privacy.opened(place)) }
    return open
  }

  /// All places outside the trash, each before those in it, siblings by name.
  public func fetchAll() throws(InventoryError) -> [Place] {
    let children = try database.read { db in
      var children: [UUID?: [Place]] = [:]
      var waiting: [StoredPlace?] = [nil]
      while let around = waiting.popLast() {
        let found = try StoredPlace.children(db, of: around?.id)
        children[around?.place.uuid] = found.map(\.place)
        waiting += found
      }
      return children
    }
    var found: [Place] = []
    var waiting = try Array(openedSiblings(children[UUID?.none] ?? []).reversed())
    while let next = waiting.popLast() {
      found.append(next)
      waiting += try openedSiblings(children[next.uuid] ?? []).reversed()
    }
    return found
  }

  /// The name of the place that contains all others, such as the house; `nil` if there are several at the top.
  public func commonRoot() throws(InventoryError) -> String? {
    let tops = try database.read { db in
      try StoredPlace.fetchTop(db, limit: 2).map(\.place)
    }
    guard tops.count == 1 else { return nil }
    return try privacy.opened(tops[0]).name
  }

  /// Places of a level with their open names, by name.
  private func openedSiblings(_ places: [Place]) throws(InventoryError) -> [Place] {
    guard privacy.isOpen else { return places }
    var open: [Place] = []
    for place in places { open.append(try privacy.opened(place)) }
    guard open.contains(where: \.isPrivate) else { return open }
    return open.sorted { SortKey.key(for: $0.name) < SortKey.key(for: $1.name) }
  }
}
