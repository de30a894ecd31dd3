import Foundation
import Inventory
import Reprise

/// Counts and total values in the bar.
extension ListViewController {
  /// Adds up the marked items, if there are any.
  func updateMarkedSums() {
    guard isInFront else { return }
    let items = markedItems
    items.isEmpty ? markedSums.cancel() : markedSums.update(to: .items(Set(items)))
  }

  /// The total value of the rows, as far as it is known.
  var listTotals: Totals? { sums.totals(of: .list(listed.query)) }

  /// The number of items: `1,204`, or `128+` while they are counted.
  var countText: String {
    guard listed.isUpToDate, listed.known != nil else { return "…" }
    return context.notices.attempt { try listed.countText() } ?? Figures.count(0)
  }

  /// Shows a count and the total value in the bar, as far as it is known; with marks, those of the marked
  /// rows.
  ///
  /// A narrow bar first leaves out what is without value, then the counts.
  func showTotals(_ count: String, _ totals: @autoclosure () -> Totals?) {
    let marks = list.table.modelIdentifiersForMarkedRows
    let marked = marks.isEmpty ? "" : "\(Figures.count(marks.count)) marked"
    let known = marks.isEmpty ? totals() : markedTotals(of: marks)
    let totals = known.flatMap { $0.count > 0 ? $0 : nil }
    let hasSum = totals.map { $0.unvalued < $0.count } ?? false
    let sum =
      hasSum ? totals?.text(context.store.database.currency, context.preferences.customs) ?? "" : ""
    let forms = [
      [count, marked, sum, totals?.missing ?? ""], [count, marked, sum], [marked, sum],
      [sum.isEmpty ? marked : sum],
    ].map { $0.filter { !$0.isEmpty }.joined(separator: " · ") }
    navigationItem.detail = forms[0]
    navigationItem.shorterDetails = forms.dropFirst().filter { !$0.isEmpty }
  }
}
