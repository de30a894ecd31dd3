import Foundation
import Inventory
import Reprise

/// The place of an item in the list that it was opened from.
///
/// Known without counting rows until the data changes, also after a restart.
struct ItemPosition {
  let listed: ListedItems

  /// Where the item was last found in the list.
  private(set) var anchor: ListAnchor?

  /// The version of the data at the last look-up.
  private var askedVersion: Int64?

  /// Whether the look-up saw only part of the list, as a search had found it by then.
  private var isProvisional = false

  init(listed: ListedItems) {
    self.listed = listed
  }

  /// Restores a position.
  init(listed: ListedItems, coder: Coder) {
    self.listed = listed
    let (filter, order) = (
      coder.decodeString(forKey: "position.filter"), coder.decodeString(forKey: "position.order")
    )
    let query = listed.query
    guard filter ?? query.filter == query.filter,
      order ?? query.order.rawValue == query.order.rawValue
    else { return }
    anchor = ListAnchor(coder: coder, query: query)
  }

  /// Forces another look-up: more of the list is known now.
  mutating func rowsDidChange() {
    askedVersion = nil
    isProvisional = true
  }

  /// Looks the item up, unless its place is still known.
  mutating func update(for item: UUID, in store: InventoryStore) throws {
    let version = store.database.dataVersion
    guard isProvisional || !isKnown(for: item, in: store), askedVersion != version else { return }
    askedVersion = version
    isProvisional = false
    guard let index = try listed.rows(around: anchor).index(of: item) else { return }
    anchor = ListAnchor(
      uuid: item, index: index, dataVersion: version, inventory: store.database.uuid,
      query: listed.query)
  }

  /// `3 of 17`; empty while the item is not in the list.
  func text(for item: UUID, in store: InventoryStore) throws -> String {
    guard isKnown(for: item, in: store), let anchor else { return "" }
    let suffix = listed.filter.isEmpty ? "" : " matching"
    return "\(Figures.count(anchor.index + 1)) of \(try listed.countText())\(suffix)"
  }

  /// Moves by some rows and returns the item there, or `nil` at an end of the list.
  ///
  /// Starts at the gap if the item is no longer in the list.
  mutating func move(by step: Int, from item: UUID, in store: InventoryStore) throws -> UUID? {
    guard let anchor else { return nil }
    let isInGap = !isKnown(for: item, in: store) && step > 0
    let index = anchor.index + (isInGap ? step - 1 : step)
    guard let row = try listed.row(at: index, near: anchor) else { return nil }
    self.anchor = ListAnchor(
      uuid: row.uuid, index: index, dataVersion: store.database.dataVersion,
      inventory: store.database.uuid,
      query: listed.query)
    return row.uuid
  }

  private func isKnown(for item: UUID, in store: InventoryStore) -> Bool {
    anchor?.uuid == item && anchor?.dataVersion == store.database.dataVersion
      && anchor?.inventory == store.database.uuid && anchor?.query == listed.query
  }

  /// Encodes the place and the list, because the next launch may show another list.
  func encode(with coder: Coder) {
    guard let anchor else { return }
    anchor.encode(with: coder)
    coder.encode(anchor.query.filter, forKey: "position.filter")
    coder.encode(anchor.query.order.rawValue, forKey: "position.order")
  }
}
