import Foundation

/// A data source that lost rows and did not say so is never asked about those.
extension TableView {
  /// Whether a row is still there; if not, everything is asked for anew, and the report says why.
  ///
  /// UIKit ends the app with an exception here; whoever indexes an array with the row would trap before.
  func stillHasRow(at path: IndexPath) -> Bool {
    guard let dataSource else { return false }
    if path.section < dataSource.numberOfSections(in: self),
      path.row < dataSource.tableView(self, numberOfRowsInSection: path.section)
    {
      return true
    }
    refuse(
      "the rows of a \(type(of: self)) went without reloadData(): "
        + "call it whenever the data source has other rows")
    reloadData()
    return false
  }

  /// Looks whether the selected row and the last one in view are still there.
  func checkRows() {
    guard geometry.rowCount > 0 else { return }
    let last = geometry.row(
      nearSlot: geometry.slot(atLine: topLine.adding(max(1, visibleLines)) - 1))
    for path in [indexPathForSelectedRow, last] {
      if let path, !stillHasRow(at: path) { return }
    }
  }
}
