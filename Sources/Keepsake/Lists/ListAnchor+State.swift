import Foundation
import Inventory
import Reprise

extension ListAnchor {
  /// Keeps the anchor in the coder of a list's screen.
  ///
  /// The list itself is known from the screen: only the row, its index and the data they hold for
  /// are written.
  func encode(with coder: Coder) {
    coder.encode(uuid.digits, forKey: "anchor.item")
    coder.encode(index, forKey: "anchor.index")
    coder.encode(Int(dataVersion), forKey: "anchor.dataVersion")
    coder.encode(inventory.digits, forKey: "anchor.inventory")
  }

  /// Reads an anchor back, for the list that `query` describes.
  init?(coder: Coder, query: ItemQuery) {
    guard let uuid = coder.decodeString(forKey: "anchor.item").flatMap(UUID.init(uuidString:)),
      let index = coder.decodeInt(forKey: "anchor.index").flatMap(Int32.init(exactly:)), index >= 0,
      let version = coder.decodeInt(forKey: "anchor.dataVersion"),
      let inventory = coder.decodeString(forKey: "anchor.inventory")
        .flatMap(UUID.init(uuidString:))
    else { return nil }
    self.init(
      uuid: uuid, index: Int(index), dataVersion: Int64(version), inventory: inventory, query: query
    )
  }
}
