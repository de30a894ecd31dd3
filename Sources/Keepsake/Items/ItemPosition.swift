import Foundation
import Inventory
import Reprise

/// Where an item stands in the list that it was opened from.
///
/// Known without counting as long as nothing changed in the data, also after a restart.
struct ItemPosition {
  let listed: ListedItems

  /// Where the item stood when it was last found in the list.
  private(set) var anchor: ListAnchor?

  /// The state of the data for which the list was last asked.
  private var askedVersion: Int64?

  /// Whether the item was looked up in a part of the list.
  private var isProvisional = false

  init(listed: ListedItems) {
    self.listed = listed
  }

  /// Takes a position over from saved state.
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

  /// Has the item looked up once more: of its list more is known now.
  mutating func rowsDidChange() {
    askedVersion = nil
    isProvisional = true
  }

  /// Looks the item up unless its place is still known.
  mutating func update(for item: UUID, in store: InventoryStore) throws {
    let version = store.dataVersion
    guard isProvisional || !isKnown(for: item, in: store), askedVersion != version else { return }
    askedVersion = version
    isProvisional = false
    guard let index = try listed.rows(around: anchor).index(of: item) else { return }
    anchor = ListAnchor(
      uuid: item, index: index, dataVersion: version, inventory: store.uuid, query: listed.query)
  }

  /// `3 of 17`, or nothing while the item is not in the list.
  func text(for item: UUID, in store: InventoryStore) throws -> String {
    guard isKnown(for: item, in: store), let anchor else { return "" }
    let suffix = listed.filter.isEmpty ? "" : " matching"
    return "\(Figures.count(anchor.index + 1)) of \(try listed.countText())\(suffix)"
  }

  /// Goes on by some rows and returns the item there, or `nil` at an end of the list.
  ///
  /// From an item that is in the list no longer it goes on from the gap that it left.
  mutating func move(by step: Int, from item: UUID, in store: InventoryStore) throws -> UUID? {
    guard let anchor else { return nil }
    let isInGap = !isKnown(for: item, in: store) && step > 0
    let index = anchor.index + (isInGap ? step - 1 : step)
    guard let row = try listed.row(at: index, near: anchor) else { return nil }
    self.anchor = ListAnchor(
      uuid: row.uuid, index: index, dataVersion: store.dataVersion, inventory: store.uuid,
      query: listed.query)
    return row.uuid
  }

  private func isKnown(for item: UUID, in store: InventoryStore) -> Bool {
    anchor?.uuid == item && anchor?.dataVersion == store.dataVersion
      && anchor?.inventory == store.uuid && anchor?.query == listed.query
  }

  /// Keeps where the item stood, and among which: the list beside it may be about others by now.
  func encode(with coder: Coder) {
    guard let anchor else { return }
    anchor.encode(with: coder)
    coder.encode(anchor.query.filter, forKey: "position.filter")
    coder.encode(anchor.query.order.rawValue, forKey: "position.order")
  }
}
