import Foundation

/// Where things are: a house, a room, a shelf, a box.
public struct Place: Hashable, Codable, Sendable {
  /// Its identity.
  public var uuid: UUID
  /// The place around it; nil at the top.
  public var parent: UUID?
  /// Its name, without `/` (the separator of paths).
  public var name: String
  /// The names from the top down to this one: `Home / Kitchen / Cupboard`.
  public internal(set) var path: String
  /// Free text.
  public var notes: String
  /// Live items directly in it.
  public internal(set) var itemCount: Int
  /// Live items in it and in all places below it.
  public internal(set) var subtreeItemCount: Int
  /// Places directly in it.
  public internal(set) var placeCount: Int
  /// When it went to the trash.
  public internal(set) var deletedAt: Timestamp?
  /// Grows with every change.
  public internal(set) var rev: Int64

  /// Makes a place that is not stored yet.
  public init(uuid: UUID = UUID(), parent: UUID? = nil, name: String, notes: String = "") {
    self.uuid = uuid
    self.parent = parent
    self.name = name
    self.notes = notes
    path = name
    itemCount = 0
    subtreeItemCount = 0
    placeCount = 0
    rev = 0
  }

  /// Deeper trees are refused; it bounds every walk upwards.
  static let maximumDepth = 64

  /// What stands between the names of a path.
  public static let separator = " / "

  /// A path as it is stored, from one as a person types it; nil when there is no name in it.
  public static func path(typed text: String) -> String? {
    let names = PlacePath.names(in: text)
    return names.isEmpty ? nil : names.joined(separator: separator)
  }

  /// The name without surrounding blanks, or why it cannot be one.
  static func checkedName(_ name: String) throws(InventoryError) -> String {
    let trimmed = name.trimmedOfBlanks
    guard !trimmed.isEmpty else {
      throw InventoryError(.badData, "a place needs a name")
    }
    guard !trimmed.contains("/") else {
      throw InventoryError(.badData, "a place's name cannot hold “/”, it separates places")
    }
    guard !trimmed.utf8.contains(0), trimmed.utf8.count <= 1000 else {
      throw InventoryError(.badData, "a place's name can have 1000 bytes and no NUL")
    }
    return trimmed
  }
}
