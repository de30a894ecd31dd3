import Foundation
import Inventory
import Reprise

/// The item or filter that the command line asks for; it takes precedence over the restored place.
nonisolated enum Destination {
  /// One item.
  case item(UUID)
  /// All items that match a text.
  case items(String)

  /// Finds the item or place that a text names.
  ///
  /// - Throws: When nothing has that name.
  init(_ text: String, in store: InventoryStore) throws {
    switch try store.items(named: text) {
    case .one(let uuid):
      if let item = try store.items.fetch(uuid), item.deletedAt != nil {
        throw UsageFailure.inTrash(item)
      }
      self = .item(uuid)
    case .several: self = .items(try store.filter(naming: text))
    case .none:
      throw UsageFailure(
        status: .noInput,
        message: "there is no item “\(text)”; `keepsake list` shows what there is")
    }
  }
}
