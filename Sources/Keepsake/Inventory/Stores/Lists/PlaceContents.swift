import Foundation

/// The rows of a level of places: its places, then its items.
///
/// The top level has no items; if there are unplaced ones, its last row stands for them. The places do
/// not change: open the level again after a change of the data. Must be used on one thread.
public struct PlaceContents {
  /// A row of a level.
  public enum Row: Hashable, Sendable {
    /// A place; `subtreeItemCount` is the number of items in it at any depth.
    case place(Place)
    /// An item in the level itself.
    case item(ItemRow)
    /// The number of unplaced items.
    case unplaced(Int)

    /// The identity of the place or item; `nil` for the row of unplaced items.
    public var uuid: UUID? {
      switch self {
      case .place(let place): place.uuid
      case .item(let row): row.uuid
      case .unplaced: nil
      }
    }
  }

  private let places: [Place]
  /// The places that are in no other one of ``places``, so that no item counts twice.
  private let outermost: [Place]
  private let items: ItemList?
  private let unplaced: Int

  /// Opens a level.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - filter: Words that the names of places must contain, at any level below.
  ///   - items: The items of the level itself, already filtered; `nil` at the top.
  public init(
    store: InventoryStore, level: PlaceLevel, filter: String = "", items: ItemList? = nil
  ) throws(InventoryError) {
    try self.init(
      store: store, places: LevelPlaces(store: store, level: level), filter: filter, items: items)
  }

  /// Opens a level whose places have been read.
  public init(
    store: InventoryStore, places: LevelPlaces, filter: String = "", items: ItemList? = nil
  ) throws(InventoryError) {
    self.items = items
    self.places = try places.matching(filter)
    outermost = filter.isEmpty ? self.places : places.outermost(of: self.places)
    unplaced = places.level == .top && filter.isEmpty ? store.database.counts.unplaced : 0
  }

  /// The number of rows.
  public var count: Int {
    get throws(InventoryError) {
      try places.count + (items?.count ?? 0) + (unplaced > 0 ? 1 : 0)
    }
  }

  /// The places among the rows, in order.
  public var shownPlaces: [UUID] { places.map(\.uuid) }

  /// The places among the rows that are in no other one of them.
  public var outermostPlaces: [UUID] { outermost.map(\.uuid) }

  /// The number of items in the level and below.
  public var itemCount: Int {
    get throws(InventoryError) {
      try outermost.reduce(unplaced) { $0 + $1.subtreeItemCount } + (items?.count ?? 0)
    }
  }

  /// The row at an index; `nil` if the index is out of range.
  public func row(at index: Int) throws(InventoryError) -> Row? {
    guard index >= 0 else { return nil }
    if index < places.count { return .place(places[index]) }
    if let items { return try items.row(at: index - places.count).map(Row.item) }
    return index == places.count && unplaced > 0 ? .unplaced(unplaced) : nil
  }

  /// The index of a place or item, or `nil` if it is not in the level.
  public func index(of uuid: UUID) throws(InventoryError) -> Int? {
    if let index = places.firstIndex(where: { $0.uuid == uuid }) { return index }
    return try items?.index(of: uuid).map { $0 + places.count }
  }

  /// An anchor for the item at an index; `nil` for a place.
  public func anchor(at index: Int) throws(InventoryError) -> ListAnchor? {
    index < places.count ? nil : try items?.anchor(at: index - places.count)
  }
}

/// A level of the tree of places.
public enum PlaceLevel: Hashable, Sendable {
  /// The places at the top, and the unplaced items.
  case top
  /// The contents of a place.
  case place(UUID)
  /// The items without a place.
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
    case .everywhere, .within, .category, .tag, .gap, .due: return nil
    case nil:
      guard name == "top" else { return nil }
      self = .top
    }
  }
}
