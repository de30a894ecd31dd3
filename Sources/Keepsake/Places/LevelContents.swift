import Foundation
import Inventory

/// The rows of one level of places, narrowed by a filter.
struct LevelContents {
  /// What a level is about.
  enum Level: Equatable {
    case top
    case place(UUID)
    case unplaced

    /// Where the items of the level lie; the top has none.
    var scope: ItemQuery.Scope {
      switch self {
      case .top, .unplaced: .unplaced
      case .place(let uuid): .place(uuid)
      }
    }

    /// How the level is named in a state file.
    var stateName: String {
      switch self {
      case .top: "top"
      case .place(let uuid): uuid.uuidString
      case .unplaced: "unplaced"
      }
    }

    init?(stateName: String) {
      switch stateName {
      case "top": self = .top
      case "unplaced": self = .unplaced
      default:
        guard let uuid = UUID(uuidString: stateName) else { return nil }
        self = .place(uuid)
      }
    }
  }

  typealias Row = PlaceContents.Row

  private let places: [Place]
  private let items: ItemList?
  private let unplaced: Int

  /// Opens a level; `items` are those that lie directly in it, the top has none.
  init(
    store: InventoryStore, level: Level, filter: String, items: ItemList?
  ) throws {
    self.items = items
    switch level {
    case .top:
      places = try store.places(in: nil).filter { Self.matches($0, filter) }
      unplaced = filter.isEmpty ? store.counts.unplaced : 0
    case .place(let uuid):
      places = try store.places(in: uuid).filter { Self.matches($0, filter) }
      unplaced = 0
    case .unplaced:
      places = []
      unplaced = 0
    }
  }

  private static func matches(_ place: Place, _ filter: String) -> Bool {
    filter.split(whereSeparator: \.isWhitespace).allSatisfy { word in
      place.name.range(of: word, options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }
  }

  /// Items at this level and below it.
  func itemCount() throws -> Int {
    try places.reduce(unplaced) { $0 + $1.subtreeItemCount } + (items?.count ?? 0)
  }

  func count() throws -> Int {
    try places.count + (items?.count ?? 0) + (unplaced > 0 ? 1 : 0)
  }

  func row(at index: Int) throws -> Row? {
    guard index >= 0 else { return nil }
    if index < places.count { return .place(places[index]) }
    if let items { return try items.row(at: index - places.count).map(Row.item) }
    return index == places.count && unplaced > 0 ? .unplaced(unplaced) : nil
  }

  func index(of uuid: UUID) throws -> Int? {
    if let index = places.firstIndex(where: { $0.uuid == uuid }) { return index }
    return try items?.index(of: uuid).map { $0 + places.count }
  }

  func anchor(at index: Int) throws -> ListAnchor? {
    index < places.count ? nil : try items?.anchor(at: index - places.count)
  }
}
