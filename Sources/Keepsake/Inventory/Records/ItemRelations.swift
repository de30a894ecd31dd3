import Foundation
import GRDB

/// The names of an item's related rows, for lists, screens and exports.
public struct ItemRelations: Hashable, Sendable {
  /// The item that another one belongs to or is in.
  public struct Parent: Hashable, Sendable {
    /// The name of the parent.
    public var name: String
    /// Its name in files: the import reference, or else the identity.
    public var reference: String
  }

  /// The path of its place: `Home / Kitchen`; `nil` if it is unplaced.
  public var placePath: String?
  /// The name of its category.
  public var category: String?
  /// The parent item; `nil` if it has none, or the parent is in the trash.
  public var parent: Parent?

  /// An item that refers to nothing.
  public init() {}

  static func fetch(_ db: Database, item: Item) throws -> ItemRelations {
    var relations = ItemRelations()
    relations.placePath = try item.place.flatMap { try placePath($0, db) }
    relations.category = try category(item.category, db)
    relations.parent = try parent(item.parent, db)
    return relations
  }

  static func placePath(_ place: UUID, _ db: Database) throws -> String? {
    let statement = try db.cachedStatement(sql: "SELECT path FROM location WHERE uuid = ?")
    return try String.fetchOne(statement, arguments: [place])
  }

  static func placePath(_ id: Int64?, _ db: Database) throws -> String? {
    guard let id else { return nil }
    let statement = try db.cachedStatement(sql: "SELECT path FROM location WHERE id = ?")
    return try String.fetchOne(statement, arguments: [id])
  }

  static func category(_ category: UUID?, _ db: Database) throws -> String? {
    guard let category else { return nil }
    let statement = try db.cachedStatement(sql: "SELECT name FROM category WHERE uuid = ?")
    return try String.fetchOne(statement, arguments: [category])
  }

  static func parent(_ parent: UUID?, _ db: Database) throws -> Parent? {
    guard let parent else { return nil }
    let statement = try db.cachedStatement(
      sql: """
        SELECT name, ifnull(import_ref, '') FROM item WHERE uuid = ? AND deleted_at IS NULL
        """)
    guard let row = try Row.fetchOne(statement, arguments: [parent]) else { return nil }
    let reference: String = try row.value(1)
    return Parent(
      name: try row.value(0), reference: reference.isEmpty ? parent.uuidString : reference)
  }
}

/// The kind of thing an item is.
public struct Category: Hashable, Codable, Sendable {
  /// Its identity.
  public var uuid: UUID
  /// Its name, unique with case ignored.
  public var name: String
  /// The months after which an item of the category has lost its value; `nil` if age does not
  /// matter.
  public var usefulLifeMonths: Int?
  /// When it went to the trash.
  public internal(set) var deletedAt: Timestamp?

  /// Makes a category.
  public init(uuid: UUID, name: String, usefulLifeMonths: Int? = nil) {
    self.uuid = uuid
    self.name = name
    self.usefulLifeMonths = usefulLifeMonths
  }
}

/// A word that groups items across places and categories.
public struct Tag: Hashable, Codable, Sendable {
  /// Its identity.
  public var uuid: UUID
  /// Its name, without `;`, unique with case ignored.
  public var name: String
  /// The number of items with it outside the trash.
  public var itemCount: Int
}
