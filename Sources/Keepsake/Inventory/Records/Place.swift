import Foundation

/// A house, a room, a shelf, a box.
public struct Place: Hashable, Codable, Sendable {
  /// Its identity.
  public var uuid: UUID
  /// The place around it; `nil` at the top.
  public var parent: UUID?
  /// Its name, without `/`, which separates the names of a path.
  public var name: String
  /// The names from the top to this place: `Home / Kitchen / Cupboard`.
  public internal(set) var path: String
  /// Notes.
  public var notes: String
  /// A photo of it, such as one of what is on each shelf.
  public var photo: PlacePhoto?
  /// The number of live items in the place itself.
  public internal(set) var itemCount: Int
  /// The number of live items in it at any depth.
  public internal(set) var subtreeItemCount: Int
  /// The number of places in the place itself.
  public internal(set) var placeCount: Int
  /// When it went to the trash.
  public var deletedAt: Timestamp?
  /// Grows with every change.
  public internal(set) var rev: Int64
  /// Whether its name is private, and open here; a masked place is recognized by its name.
  public var isPrivate = false

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

  /// The separator of the names in a path.
  public static let separator = " / "

  /// Normalizes a typed path; `nil` if it contains no name.
  public static func path(typed text: String) -> String? {
    let names = PlacePath.names(in: text)
    return names.isEmpty ? nil : names.joined(separator: separator)
  }

  /// The names in a path, in the form in which they are compared: case and the number of spaces don't matter.
  public static func comparedNames(in path: String) -> [String] {
    PlacePath.names(in: path).map(PlacePath.folded)
  }

  /// The name without surrounding blanks; throws if it is not allowed.
  public static func checkedName(_ name: String) throws(InventoryError) -> String {
    let trimmed = name.trimmedOfBlanks
    guard !trimmed.isEmpty else {
      throw InventoryError(.badData, "a place needs a name")
    }
    guard !trimmed.contains("/") else {
      throw InventoryError(.badData, "a place's name cannot contain “/”, which separates places")
    }
    guard !trimmed.utf8.contains(0), trimmed.utf8.count <= Bounds.nameBytes else {
      throw InventoryError(
        .badData, "a place's name can have at most \(Bounds.nameBytes) bytes and no NUL")
    }
    return trimmed
  }

  /// Throws if notes are not allowed.
  public static func check(notes: String) throws(InventoryError) {
    // Sealing makes them longer, and adds the name.
    let most = notes.hasPrefix(sealedPrefix) ? 2 * Bounds.textBytes : Bounds.textBytes
    guard notes.utf8.count <= most, !notes.utf8.contains(0) else {
      throw InventoryError(.badData, "the notes of a place are too long or contain a NUL")
    }
  }
}
