import Foundation
import Inventory

/// A place, tag, category or view that a screen names, merges or deletes.
nonisolated enum NamedThing: Hashable, Sendable {
  /// A place that doesn't exist yet, and the place around it.
  case newPlace(UUID, in: UUID?)
  /// A place.
  case place(UUID)
  /// A tag, by its identity.
  case tag(UUID)
  /// A category.
  case category(UUID)
  /// A saved view.
  case view(UUID)

  /// The text that ``init(stored:)`` reads; part of the saved state.
  var stored: String {
    switch self {
    case .newPlace(let uuid, let parent):
      "new-place \(uuid.uuidString) \(parent?.uuidString ?? "top")"
    case .place(let uuid): "place \(uuid.uuidString)"
    case .tag(let uuid): "tag \(uuid.uuidString)"
    case .category(let uuid): "category \(uuid.uuidString)"
    case .view(let uuid): "view \(uuid.uuidString)"
    }
  }

  /// Reads a stored text; `nil` for any other.
  init?(stored: String) {
    let parts = stored.split(separator: " ")
    guard parts.count >= 2, let uuid = UUID(uuidString: String(parts[1])) else { return nil }
    switch parts[0] {
    case "new-place":
      self = .newPlace(uuid, in: parts.last.flatMap { UUID(uuidString: String($0)) })
    case "place": self = .place(uuid)
    case "tag": self = .tag(uuid)
    case "category": self = .category(uuid)
    case "view": self = .view(uuid)
    default: return nil
    }
  }

  /// The kind of thing, for titles.
  var kind: String {
    switch self {
    case .newPlace, .place: "place"
    case .tag: "tag"
    case .category: "category"
    case .view: "view"
    }
  }

  /// The present name; empty for a new place, `nil` if the thing is gone.
  func name(in store: InventoryStore) throws -> String? {
    switch self {
    case .newPlace: return ""
    case .place(let uuid):
      let place = try store.places.fetch(uuid)
      return place?.deletedAt == nil ? place?.name : nil
    case .tag(let uuid): return try store.items.tags().first { $0.uuid == uuid }?.name
    case .category(let uuid): return try store.items.categories().first { $0.uuid == uuid }?.name
    case .view(let uuid): return try store.views.fetch(uuid)?.name
    }
  }

  /// The edit that gives it a name; `nil` if it is gone.
  func renaming(to name: String, in store: InventoryStore) throws -> Edit? {
    switch self {
    case .newPlace(let uuid, let parent):
      return .createPlace(Place(uuid: uuid, parent: parent, name: name))
    case .place(let uuid): return .renamePlace(uuid, to: name)
    case .tag: return try self.name(in: store).map { .tag(.rename($0, to: name)) }
    case .category(let uuid): return .category(.rename(uuid, to: name))
    case .view(let uuid): return .view(.rename(uuid, to: name))
    }
  }

  /// The edit that merges it into another thing of its kind; `nil` if either is gone.
  func merging(into other: NamedThing, in store: InventoryStore) throws -> Edit? {
    switch (self, other) {
    case (.place(let uuid), .place(let target)): return .place(.merge(uuid, into: target))
    case (.tag, .tag):
      guard let name = try name(in: store), let target = try other.name(in: store) else {
        return nil
      }
      return .tag(.merge(name, into: target))
    case (.category(let uuid), .category(let target)):
      return .category(.merge(uuid, into: target))
    default: return nil
    }
  }

  /// `12 items and 3 places`; `nil` if it has none.
  func contents(in store: InventoryStore) throws -> String? {
    switch self {
    case .newPlace, .view: return nil
    case .place(let uuid):
      guard let place = try store.places.fetch(uuid) else { return nil }
      return place.contents(hidden: try store.privacy.openItemCount(in: uuid))
    case .tag(let uuid):
      let count = try store.items.tags().first { $0.uuid == uuid }?.itemCount ?? 0
      return count > 0 ? Figures.items(count) : nil
    case .category(let uuid):
      let count = try store.items.categoryCounts()[uuid] ?? 0
      return count > 0 ? Figures.items(count) : nil
    }
  }
}

extension Place {
  /// `12 items and 3 places`; `nil` for an empty place.
  ///
  /// - Parameter hidden: The number of private items in it, which the place doesn't count.
  nonisolated func contents(hidden: Int = 0) -> String? {
    let items = subtreeItemCount + hidden
    let parts = [
      items > 0 ? Figures.items(items) : nil,
      placeCount > 0 ? Figures.count(placeCount, "place", "places") : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }
}
