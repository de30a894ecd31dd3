import Inventory
import Reprise

/// Narrows and sorts the rows.
extension ListViewController {
  func beginFiltering() {
    isFiltering = true
    list.searchBar.textField.becomeFirstResponder()
  }

  /// Filters by a text that comes from outside of the list.
  func show(filter text: String) {
    isFiltering = true
    list.searchBar.text = text
    apply(filter: text)
    list.table.becomeFirstResponder()
  }

  func apply(filter text: String) {
    guard text != filter else { return }
    listed.narrow(to: text)
    setNeedsPreservation()
    anchor = nil
    // Results are shown from their top; the unfiltered list returns to where it was.
    startsAtTop = !text.isEmpty
    openRows()
  }

  func sort(by order: ItemQuery.Order) {
    guard holdsItems, order != listed.order else { return }
    listed.sort(by: order)
    anchor = nil
    // Whoever sorts wants to see what comes first.
    startsAtTop = true
    list.header.order = order
    openRows()
  }

  /// Opens the rows of ``filter`` and shows them, as far as they are known.
  func openRows() {
    if holdsItems { _ = context.notices.attempt { try listed.open(anchor: anchor) } }
    rowsDidChange()
  }

  /// Says beside the filter how it was understood, and whether a search still runs.
  func updateRemark() {
    let unknown = listed.query.unknownOperators
    list.searchBar.remark =
      if let name = unknown.first {
        "no operator \(name) — searched as words"
      } else if let text = listed.query.wordlessFilter {
        "“\(text)” has no letter or digit to search for"
      } else if listed.isSearching, listed.known?.found?.isCountKnown != true || !listed.isUpToDate
      {
        "looking …"
      } else {
        ""
      }
  }
}
