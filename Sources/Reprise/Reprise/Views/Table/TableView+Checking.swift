import Foundation

/// Protects a data source that lost rows without saying so from being asked for those.
extension TableView {
  /// Whether a row still exists; if not, reloads everything and reports it.
  ///
  /// UIKit throws an exception here. Without this check a data source that indexes an array would trap.
  func stillHasRow(at path: IndexPath) -> Bool {
    guard let dataSource else { return false }
    if path.section < dataSource.numberOfSections(in: self),
      path.row < dataSource.tableView(self, numberOfRowsInSection: path.section)
    {
      return true
    }
    // Until the next layout, the path may be one of the former rows.
    guard !needsReload, geometry.contains(path) else { return false }
    refuse(
      "the rows of a \(type(of: self)) went without reloadData(): "
        + "call it whenever the data source has other rows")
    reloadData()
    return false
  }

  /// Checks whether the selected row and the last visible one still exist.
  func checkRows() {
    guard geometry.rowCount > 0 else { return }
    let last = geometry.row(
      nearSlot: geometry.slot(atLine: topLine.adding(max(1, visibleLines)) - 1))
    for path in [indexPathForSelectedRow, last] {
      if let path, !stillHasRow(at: path) { return }
    }
  }
}
