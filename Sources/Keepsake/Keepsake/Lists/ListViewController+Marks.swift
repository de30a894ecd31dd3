import Foundation
import Inventory
import Reprise

/// The marked rows of editing mode.
extension ListViewController {
  /// Whether any row is marked.
  var hasMarks: Bool { markCount > 0 }

  /// The number of marked rows.
  var markCount: Int { list.table.modelIdentifiersForMarkedRows.count }

  /// The marked items, from the top of the list.
  var markedItems: [UUID] {
    list.table.modelIdentifiersForMarkedRows.compactMap(UUID.init(uuidString:)).filter(isItem)
  }

  /// Trashes the marked items as one change; without marks, the selected row.
  func trash() {
    let marks = list.table.modelIdentifiersForMarkedRows
    guard !marks.isEmpty else { return list.table.deleteSelection() }
    let items = markedItems
    guard items.count == marks.count else {
      return context.notices.warn("Only items are trashed together: unmark the rest")
    }
    context.changes.perform(.trashItems(items))
  }

  func tableViewDidChangeMarks(_ tableView: TableView) {
    setNeedsPreservation()
    updateTitle()
    updateSums()
  }
}
