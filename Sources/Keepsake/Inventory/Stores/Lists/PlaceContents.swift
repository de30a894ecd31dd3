import Foundation
import TextFolding

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

/// The places of a level at one moment, to be filtered letter by letter.
///
/// A level can have tens of thousands. They are read once, and their names are folded once; filtering
/// then takes microseconds for each thousand. The first filter reads the places of all levels below.
public final class LevelPlaces {
  /// The version of the data that was read.
  public let dataVersion: Int64

  let level: PlaceLevel
  let all: [Place]

  /// The identities of the places, and of those at all levels below.
  public func uuids() throws(InventoryError) -> Set<UUID> {
    if let known { return known }
    let found = Set(try readBelow().map(\.place.uuid))
    known = found
    return found
  }
  private var known: Set<UUID>?

  private let store: InventoryStore
  private var below: [Entry]?

  /// A place at any level below, in the order of the tree.
  private struct Entry {
    let place: Place
    let name: FoldedText
    let path: FoldedText
    /// The index of the place around it; `nil` for a place of the level itself.
    let parent: Int?
  }

  /// Reads the places of a level; there are none among the unplaced items.
  public init(store: InventoryStore, level: PlaceLevel) throws(InventoryError) {
    self.store = store
    self.level = level
    dataVersion = store.database.dataVersion
    all =
      switch level {
      case .top: try store.places.children(of: nil)
      case .place(let uuid): try store.places.children(of: uuid)
      case .unplaced: []
      }
  }

  /// The places below whose names, or those around them, contain all words of a text.
  ///
  /// A place that matches only by the names around it is left out: the place around it is among the matches.
  func matching(_ filter: String) throws(InventoryError) -> [Place] {
    let filter = TextFilter(filter)
    guard !filter.isEmpty else { return all }
    let entries = try readBelow()
    return entries.filter { entry in
      if filter.matches(entry.name) { return true }
      guard filter.matches(entry.path) else { return false }
      return entry.parent.map { !filter.matches(entries[$0].path) } ?? true
    }.map(\.place)
  }

  /// The places that are in no other one of a filtered list.
  func outermost(of places: [Place]) -> [Place] {
    let outermost = outermost(of: Set(places.map(\.uuid)))
    return places.filter { outermost.contains($0.uuid) }
  }

  /// The places that are in no other one of a set.
  public func outermost(of found: Set<UUID>) -> Set<UUID> {
    var inside: Set<UUID> = []
    // Each place comes after the one around it.
    for entry in below ?? [] {
      guard let parent = entry.place.parent, found.contains(parent) || inside.contains(parent)
      else { continue }
      inside.insert(entry.place.uuid)
    }
    return found.subtracting(inside)
  }

  private func readBelow() throws(InventoryError) -> [Entry] {
    if let below { return below }
    var entries: [Entry] = []
    var indexes: [UUID: Int] = [:]
    var names: [[String]] = []
    for place in try level == .unplaced ? [] : store.places.fetchAll() {
      let parent = place.parent.flatMap { indexes[$0] }
      guard parent != nil || place.parent == top else { continue }
      names.append((parent.map { names[$0] } ?? []) + [place.name])
      indexes[place.uuid] = entries.count
      entries.append(
        Entry(
          place: place, name: FoldedText(place.name),
          path: FoldedText(names[entries.count].joined(separator: Place.separator)),
          parent: parent))
    }
    below = entries
    return entries
  }

  /// The place whose level this is; `nil` at the top.
  private var top: UUID? {
    if case .place(let uuid) = level { uuid } else { nil }
  }
}
