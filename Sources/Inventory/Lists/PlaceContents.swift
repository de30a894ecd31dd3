import Foundation

/// The rows of one level of places: the places in it, then the items directly in it.
///
/// At the top there are no items; a last row stands for what lies in no place, when there is any.
/// The places are those of the moment; open the level anew when the data changed. A list belongs to
/// one thread.
public struct PlaceContents {
  /// One row of a level.
  public enum Row: Hashable, Sendable {
    /// A place; `subtreeItemCount` tells how many items are in it at any depth.
    case place(Place)
    /// An item directly in the place.
    case item(ItemRow)
    /// How many items lie in no place.
    case unplaced(Int)

    /// The identity of the place or item; the row of unplaced items has none.
    public var uuid: UUID? {
      switch self {
      case .place(let place): place.uuid
      case .item(let row): row.uuid
      case .unplaced: nil
      }
    }
  }

  private let places: [Place]
  private let items: ItemList?
  private let unplaced: Int

  /// Opens a level.
  ///
  /// - Parameters:
  ///   - level: Which one.
  ///   - filter: Words that the names of its places have to match.
  ///   - items: The items that lie directly in it, narrowed already; the top has none.
  public init(
    store: InventoryStore, level: PlaceLevel, filter: String = "", items: ItemList? = nil
  ) throws(InventoryError) {
    self.init(
      store: store, places: try LevelPlaces(store: store, level: level), filter: filter,
      items: items)
  }

  /// Opens a level whose places have been read.
  public init(
    store: InventoryStore, places: LevelPlaces, filter: String = "", items: ItemList? = nil
  ) {
    self.items = items
    self.places = places.matching(filter)
    unplaced = places.level == .top && filter.isEmpty ? store.counts.unplaced : 0
  }

  /// How many rows there are.
  public var count: Int {
    get throws(InventoryError) {
      try places.count + (items?.count ?? 0) + (unplaced > 0 ? 1 : 0)
    }
  }

  /// The places among the rows, in their order.
  public var shownPlaces: [UUID] { places.map(\.uuid) }

  /// How many items there are at this level and below it.
  public var itemCount: Int {
    get throws(InventoryError) {
      try places.reduce(unplaced) { $0 + $1.subtreeItemCount } + (items?.count ?? 0)
    }
  }

  /// The row at an index, or nil when there is none.
  public func row(at index: Int) throws(InventoryError) -> Row? {
    guard index >= 0 else { return nil }
    if index < places.count { return .place(places[index]) }
    if let items { return try items.row(at: index - places.count).map(Row.item) }
    return index == places.count && unplaced > 0 ? .unplaced(unplaced) : nil
  }

  /// Where a place or item stands in this level, or nil when it is not in it.
  public func index(of uuid: UUID) throws(InventoryError) -> Int? {
    if let index = places.firstIndex(where: { $0.uuid == uuid }) { return index }
    return try items?.index(of: uuid).map { $0 + places.count }
  }

  /// The item at an index, to be kept and given back to a later list; nil for a place.
  public func anchor(at index: Int) throws(InventoryError) -> ListAnchor? {
    index < places.count ? nil : try items?.anchor(at: index - places.count)
  }
}
