import Foundation

/// One level of the tree of places.
public enum PlaceLevel: Hashable, Sendable {
  /// The places that lie in no other, and what lies in no place at all.
  case top
  /// What lies in a place.
  case place(UUID)
  /// The items that lie in no place.
  case unplaced

  /// Where the items of the level lie; the top has none of its own.
  public var scope: ItemQuery.Scope {
    switch self {
    case .top, .unplaced: .unplaced
    case .place(let uuid): .place(uuid)
    }
  }

  /// A stable name, to be kept and read again by ``init(name:)``.
  public var name: String { self == .top ? "top" : scope.name }

  /// The level of a name; nil when it is none.
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
