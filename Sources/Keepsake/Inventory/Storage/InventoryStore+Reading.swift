import Foundation
import GRDB

extension InventoryStore {
  /// An item by its identity, trash included; `nil` if there is none.
  public func item(_ uuid: UUID) throws(InventoryError) -> Item? {
    guard let item = try file.read({ try StoredItem.fetch($0, uuid: uuid)?.item }) else {
      return nil
    }
    return try leavingTrash(opened(item))
  }

  /// What an item refers to, by name.
  public func relations(of item: Item) throws(InventoryError) -> ItemRelations {
    var relations = try file.read { try ItemRelations.fetch($0, item: item) }
    relations.placePath = try opened(path: relations.placePath)
    return relations
  }

  /// A place by its identity, trash included; `nil` if there is none.
  public func place(_ uuid: UUID) throws(InventoryError) -> Place? {
    let place = try file.read { try StoredPlace.fetch($0, uuid: uuid)?.place }
    guard let place else { return nil }
    return try opened(place)
  }

  /// A place outside the trash by its path (`Home / Kitchen`); `nil` if there is none.
  public func place(path: String) throws(InventoryError) -> Place? {
    let sealing = privacy?.sealing
    let place = try file.read { db in
      var current: StoredPlace?
      for name in PlacePath.names(in: path) {
        current = try StoredPlace.child(named: name, in: current, openedWith: sealing, db)
        if current == nil { break }
      }
      return current?.place
    }
    guard let place else { return nil }
    return try opened(place)
  }

  /// The places outside the trash in a place or at the top, by name.
  public func places(in parent: UUID?) throws(InventoryError) -> [Place] {
    let found = try file.read { db in
      var id: Int64?
      if let parent {
        guard let stored = try StoredPlace.fetch(db, uuid: parent) else { return [Place]() }
        id = stored.id
      }
      return try StoredPlace.children(db, of: id).map(\.place)
    }
    return try openedSiblings(found)
  }

  /// All places outside the trash, each before those in it, siblings by name.
  public func allPlaces() throws(InventoryError) -> [Place] {
    let children = try file.read { db in
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

  /// Places of a level with the names that are open here, by name.
  private func openedSiblings(_ places: [Place]) throws(InventoryError) -> [Place] {
    guard let privacy else { return places }
    var open: [Place] = []
    for place in places { open.append(try privacy.places.opened(place, in: self)) }
    guard open.contains(where: \.isPrivate) else { return open }
    return open.sorted { SortKey.key(for: $0.name) < SortKey.key(for: $1.name) }
  }

  /// All categories in order.
  public func categories() throws(InventoryError) -> [Category] {
    try file.read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT uuid, name, useful_life_months FROM category ORDER BY order_key, id")
      return try Row.fetchAll(statement).map {
        try Category(uuid: $0.value(0), name: $0.value(1), usefulLifeMonths: $0.value(2))
      }
    }
  }

  /// All tags by name, with the number of items outside the trash.
  public func tags() throws(InventoryError) -> [Tag] {
    try file.read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT uuid, name, (SELECT count(*) FROM item_tag JOIN item ON item.id = item_id
            WHERE tag_id = tag.id AND item.deleted_at IS NULL)
          FROM tag WHERE \(try Withheld.shownTags(db)) ORDER BY name
          """)
      return try Row.fetchAll(statement).map {
        try Tag(uuid: $0.value(0), name: $0.value(1), itemCount: $0.value(2))
      }
    }
  }
}
