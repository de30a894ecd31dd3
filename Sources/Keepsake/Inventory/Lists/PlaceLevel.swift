import Foundation

/// A level of the tree of places.
public enum PlaceLevel: Hashable, Sendable {
  /// The places at the top, and the unplaced items.
  case top
  /// The contents of a place.
  case place(UUID)
  /// The items that lie in no place.
  case unplaced

  /// The items of the level itself; the top has none.
  public var scope: ItemQuery.Scope {
    switch self {
    case .top, .unplaced: .unplaced
    case .place(let uuid): .place(uuid)
    }
  }

  /// A stable name that ``init(name:)`` parses.
  public var name: String { self == .top ? "top" : scope.name }

  /// The level of a name; `nil` for any other text.
  public init?(name: String) {
    switch ItemQuery.Scope(name: name) {
    case .place(let uuid): self = .place(uuid)
    case .unplaced: self = .unplaced
    case .everywhere, .within, .category, .tag, .gap: return nil
    case nil:
      guard name == "top" else { return nil }
      self = .top
    }
  }
}
