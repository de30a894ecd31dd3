import Foundation
import Inventory
import Reprise

/// The marked rows of editing mode.
extension ListViewController {
  /// Whether any row is marked.
  var hasMarks: Bool { !list.table.modelIdentifiersForMarkedRows.isEmpty }

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
      return context.problem("Only items are trashed together: unmark the rest")
    }
    context.perform(.trashItems(items))
  }

  func tableViewDidChangeMarks(_ tableView: TableView) {
    setNeedsPreservation()
    updateTitle()
    updateSums()
  }

  /// Adds up the marked items, if there are any.
  func updateMarkedSums() {
    guard isInFront else { return }
    let items = markedItems
    items.isEmpty ? markedSums.cancel() : markedSums.update(to: .items(Set(items)))
  }

  /// A count and the total value, as far as it is known; with marks, the count and value of the marked rows.
  func title(_ count: String, _ totals: @autoclosure () -> Totals?) -> String {
    let marks = list.table.modelIdentifiersForMarkedRows
    let head = marks.isEmpty ? count : "\(count) · \(Figures.count(marks.count)) marked"
    guard let totals = marks.isEmpty ? totals() : markedTotals(of: marks), totals.count > 0 else {
      return head
    }
    return head + " · " + totals.title(context.store.currency, context.customs)
  }
}
