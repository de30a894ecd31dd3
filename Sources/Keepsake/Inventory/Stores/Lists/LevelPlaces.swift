import Foundation
import TextFolding

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

  // MARK: - Places in places

  /// The places of the level (`nil`) or in a place below it, by name; read when first asked for.
  ///
  /// Those of a place in the trash or elsewhere are read, too.
  public func children(of parent: UUID?) throws(InventoryError) -> [Place] {
    try siblings(in: parent).places
  }

  /// The position of a place among those of the level (`nil`) or in a place below it.
  public func index(of place: UUID, in parent: UUID?) throws(InventoryError) -> Int? {
    let siblings = try siblings(in: parent)
    if let indexes = siblings.indexes { return indexes[place] }
    var indexes: [UUID: Int] = [:]
    indexes.reserveCapacity(siblings.places.count)
    for (index, place) in siblings.places.enumerated() { indexes[place.uuid] = index }
    inside[parent]?.indexes = indexes
    return indexes[place]
  }

  /// A place by its identity; `nil` if it is in the trash or doesn't exist.
  public func place(_ uuid: UUID) throws(InventoryError) -> Place? {
    if let found = found[uuid] { return found }
    let place = try store.places.fetch(uuid)
    let live = place?.deletedAt == nil ? place : nil
    found[uuid] = .some(live)
    return live
  }

  /// The places around others that were asked for, with their positions once one was asked for.
  private var inside: [UUID?: (places: [Place], indexes: [UUID: Int]?)] = [:]

  /// The places that were asked for one by one.
  private var found: [UUID: Place?] = [:]

  private func siblings(
    in parent: UUID?
  ) throws(InventoryError) -> (places: [Place], indexes: [UUID: Int]?) {
    if let known = inside[parent] { return known }
    let places = if let parent { try store.places.children(of: parent) } else { all }
    inside[parent] = (places, nil)
    return (places, nil)
  }

  // MARK: - Filtering

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
