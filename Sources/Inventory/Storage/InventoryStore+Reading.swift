import Foundation
import GRDB

extension InventoryStore {
  /// An item by its identity, trash included; `nil` if there is none.
  public func item(_ uuid: UUID) throws(InventoryError) -> Item? {
    try file.read { try StoredItem.fetch($0, uuid: uuid)?.item }.map(opened)
  }

  /// What an item refers to, by name.
  public func relations(of item: Item) throws(InventoryError) -> ItemRelations {
    try file.read { try ItemRelations.fetch($0, item: item) }
  }

  /// A place by its identity, trash included; `nil` if there is none.
  public func place(_ uuid: UUID) throws(InventoryError) -> Place? {
    try file.read { try StoredPlace.fetch($0, uuid: uuid)?.place }
  }

  /// A place outside the trash by its path (`Home / Kitchen`); `nil` if there is none.
  public func place(path: String) throws(InventoryError) -> Place? {
    try file.read { db in
      var current: StoredPlace?
      for name in PlacePath.names(in: path) {
        let children = try StoredPlace.children(db, of: current?.id)
        guard let next = children.first(where: { $0.place.name == name }) else { return nil }
        current = next
      }
      return current?.place
    }
  }

  /// The places outside the trash in a place or at the top, by name.
  public func places(in parent: UUID?) throws(InventoryError) -> [Place] {
    try file.read { db in
      var id: Int64?
      if let parent {
        guard let stored = try StoredPlace.fetch(db, uuid: parent) else { return [] }
        id = stored.id
      }
      return try StoredPlace.children(db, of: id).map(\.place)
    }
  }

  /// All places outside the trash, each before those in it, siblings by name.
  public func allPlaces() throws(InventoryError) -> [Place] {
    try file.read { db in
      var found: [Place] = []
      var waiting = try Array(StoredPlace.children(db, of: nil).reversed())
      while let next = waiting.popLast() {
        found.append(next.place)
        waiting += try StoredPlace.children(db, of: next.id).reversed()
      }
      return found
    }
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
