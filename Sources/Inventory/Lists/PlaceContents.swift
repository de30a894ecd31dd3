import Foundation

/// One level of the tree of places: the places in it, then the items directly in it.
///
/// At the top there are no items; a last row stands for what lies in no place, when there is any.
/// A list belongs to one thread.
public final class PlaceContents {
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

  /// The place whose level this is; nil: the top.
  public let place: UUID?

  private let store: InventoryStore
  private let items: ItemList?
  private var places: [Place]
  private var placesVersion: Int64

  /// Opens a level.
  ///
  /// - Parameter anchor: an item of this level seen earlier, as `ItemList` takes it.
  public init(
    store: InventoryStore, of place: UUID?, anchor: ListAnchor? = nil
  ) throws(InventoryError) {
    self.store = store
    self.place = place
    items = try place.map { uuid throws(InventoryError) in
      try ItemList(store: store, query: ItemQuery(scope: .place(uuid)), anchor: anchor)
    }
    placesVersion = store.dataVersion
    places = try store.places(in: place)
  }

  /// How many rows there are.
  public var count: Int {
    get throws(InventoryError) {
      try reload()
      return try places.count + (items?.count ?? (store.counts.unplaced > 0 ? 1 : 0))
    }
  }

  /// The row at an index, or nil when there is none.
  public func row(at index: Int) throws(InventoryError) -> Row? {
    try reload()
    guard index >= 0 else { return nil }
    if index < places.count { return .place(places[index]) }
    if let items { return try items.row(at: index - places.count).map(Row.item) }
    let unplaced = store.counts.unplaced
    return index == places.count && unplaced > 0 ? .unplaced(unplaced) : nil
  }

  /// Where a place or item stands in this level, or nil when it is not in it.
  public func index(of uuid: UUID) throws(InventoryError) -> Int? {
    try reload()
    if let index = places.firstIndex(where: { $0.uuid == uuid }) { return index }
    return try items?.index(of: uuid).map { $0 + places.count }
  }

  /// The item at an index, to be kept and given back to a later list; nil for a place.
  public func anchor(at index: Int) throws(InventoryError) -> ListAnchor? {
    try reload()
    return try items?.anchor(at: index - places.count)
  }

  private func reload() throws(InventoryError) {
    let version = store.dataVersion
    guard version != placesVersion else { return }
    places = try store.places(in: place)
    placesVersion = version
  }
}
