import Foundation
import GRDB
import Household

extension PlaceTree {
  static func path(of name: String, in parentPath: String?) -> String {
    parentPath.map { $0 + Place.separator + name } ?? name
  }

  /// Checks the depth of the path of a new place.
  static func checkDepth(ofNew path: String) throws {
    let depth = path.utf8.count(where: { $0 == UInt8(ascii: "/") }) + 1
    guard depth <= Bounds.levels else { throw tooDeep(path) }
  }

  /// Checks that a move puts a place neither into itself nor too deep.
  static func checkNesting(
    of place: StoredPlace, as wanted: Place, in parent: StoredPlace?, _ db: Database
  ) throws {
    guard let parent, wanted.parent != place.place.parent else { return }
    switch try Nesting(.places, db).check(place.id, in: parent.id, former: place.parentID) {
    case .allowed: return
    case .inItself:
      throw InventoryError(.refused, "“\(place.place.name)” cannot lie inside itself")
    case .tooDeep:
      guard wanted.deletedAt == nil else { return }
      throw tooDeep(wanted.name)
    }
  }

  private static func tooDeep(_ path: String) -> InventoryError {
    let name = path.count > 80 ? "…" + path.suffix(80) : path
    return InventoryError(
      .refused,
      "“\(name)” would be nested too deep: places can be nested \(Bounds.levels) deep, not deeper")
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
