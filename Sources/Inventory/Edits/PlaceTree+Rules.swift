import Foundation
import GRDB

extension PlaceTree {
  static func path(of name: String, in parentPath: String?) throws -> String {
    let path = parentPath.map { $0 + Place.separator + name } ?? name
    let depth = path.utf8.count(where: { $0 == UInt8(ascii: "/") }) + 1
    guard depth <= Place.maximumDepth else {
      throw InventoryError(.refused, "places can be nested \(Place.maximumDepth) deep, not deeper")
    }
    return path
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

  /// Checks that a name that a person typed differs from its neighbours in more than case and spaces.
  static func checkUnlike(
    _ name: String, parent: StoredPlace?, except id: Int64?, _ db: Database
  ) throws {
    let other = try StoredPlace.childID(alike: name, in: parent, db)
    guard let other, other != id, let known = try StoredPlace.fetch(db, id: other) else { return }
    throw taken(known.place.name, parent)
  }

  private static func taken(_ name: String, _ parent: StoredPlace?) -> InventoryError {
    let around = parent.map { "in “\($0.place.path)”" } ?? "at the top"
    return InventoryError(.refused, "there is a place “\(name)” \(around) already")
  }

  static func checkNotBelow(_ parent: StoredPlace?, _ place: StoredPlace, _ db: Database) throws {
    var current = parent
    var depth = 0
    while let ancestor = current {
      guard ancestor.id != place.id, depth < Place.maximumDepth else {
        throw InventoryError(.refused, "“\(place.place.name)” cannot lie inside itself")
      }
      current = try ancestor.parentID.flatMap { try StoredPlace.fetch(db, id: $0) }
      depth += 1
    }
  }

  /// Updates the paths of a place and everything below it, trash included.
  static func rewritePaths(of id: Int64, path: String, _ db: Database) throws {
    let write = try db.cachedStatement(sql: "UPDATE location SET path = ? WHERE id = ?")
    let below = try db.cachedStatement(sql: "SELECT id, name FROM location WHERE parent_id = ?")
    var pending = [(id, path)]
    while let (current, text) = pending.popLast() {
      try write.execute(arguments: [text, current])
      for row in try Row.fetchAll(below, arguments: [current]) {
        pending.append(try (row.value(0), self.path(of: row.value(1), in: text)))
      }
    }
  }
}
