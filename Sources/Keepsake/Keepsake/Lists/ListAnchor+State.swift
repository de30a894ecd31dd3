import Foundation
import Inventory
import Reprise

extension ListAnchor {
  /// Encodes the anchor with the screen of its list.
  ///
  /// The screen knows the list, so only the row, its index and the version of the data are written.
  func encode(with coder: Coder) {
    coder.encode(uuid.digits, forKey: "anchor.item")
    coder.encode(index, forKey: "anchor.index")
    coder.encode(Int(dataVersion), forKey: "anchor.dataVersion")
    coder.encode(inventory.digits, forKey: "anchor.inventory")
  }

  /// Decodes an anchor for the list of a query.
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
