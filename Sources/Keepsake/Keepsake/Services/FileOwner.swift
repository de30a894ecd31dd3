import Foundation
import Inventory
import Reprise

/// The owner of the files on a screen: an item with any number of files, or a place with one photo.
nonisolated enum FileOwner: Hashable, Sendable {
  case item(UUID), place(UUID)

  /// The identity of the item or the place.
  var uuid: UUID {
    switch self {
    case .item(let uuid), .place(let uuid): uuid
    }
  }

  /// The item; `nil` for a place.
  var item: UUID? {
    if case .item(let uuid) = self { uuid } else { nil }
  }

  /// The place; `nil` for an item.
  var place: UUID? {
    if case .place(let uuid) = self { uuid } else { nil }
  }

  func encode(with coder: Coder) {
    switch self {
    case .item(let uuid): coder.encode(uuid.uuidString, forKey: "item")
    case .place(let uuid): coder.encode(uuid.uuidString, forKey: "place")
    }
  }
}

nonisolated extension Attachment {
  /// Whether it is the photo of a place, as `Place.photoFile` makes it.
  var isOfPlace: Bool { uuid == item }
}
