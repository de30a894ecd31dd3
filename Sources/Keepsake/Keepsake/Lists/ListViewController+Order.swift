import Foundation
import Inventory
import Reprise

/// Moves items in the user's own order: in editing mode, sorted by that order and without a filter.
extension ListViewController {
  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    listed.order.ascending == .manual && filter.isEmpty && item(at: indexPath) != nil
  }

  /// An item stays among the items of its list.
  func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath {
    proposed.section == source.section && item(at: proposed) != nil ? proposed : source
  }

  func tableView(_ tableView: TableView, moveRowAt indexPath: IndexPath, to target: IndexPath) {
    guard let moved = item(at: indexPath), let other = item(at: target) else { return }
    let isAfter = (target.row > indexPath.row) != listed.order.isDescending
    context.changes.perform(
      isAfter ? .orderItem(moved, .after(other)) : .orderItem(moved, .before(other)))
  }

  /// The item in a row; `nil` for a draft or a place.
  private func item(at path: IndexPath) -> UUID? {
    let association = list.table.dataSource?.modelAssociation
    guard
      let identifier = association?.modelIdentifierForElement(at: path, in: list.table),
      let uuid = UUID(uuidString: identifier), isItem(uuid)
    else { return nil }
    return uuid
  }
}
