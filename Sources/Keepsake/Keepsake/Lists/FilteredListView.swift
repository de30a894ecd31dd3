import Inventory
import Reprise

/// A table under its column names, with the filter's line while there is a filter.
final class FilteredListView: Column {
  let header: TableHeaderView
  let table: TableView
  let showsPlace: Bool
  let searchBar = SearchBar()

  /// A text above the column names, such as the notes of a place; hidden without one.
  private let introduction = Label("", style: .secondary)

  var showsFilter: Bool {
    get { !searchBar.isHidden }
    set { searchBar.isHidden = !newValue }
  }

  init(of table: TableView, showsPlace: Bool) {
    self.table = table
    header = TableHeaderView(of: table)
    self.showsPlace = showsPlace
    super.init()
    table.columns = ItemColumns.make(showsPlace: showsPlace, showsTraits: true)
    searchBar.isHidden = true
    table.restorationIdentifier = "table"
    table.allowsMultipleSelection = true
    searchBar.textField.restorationIdentifier = "filter"
    searchBar.placeholder = "words to search for, \"a phrase\", -not"
    introduction.wraps = true
    introduction.isHidden = true
    addSubview(introduction)
    addSubview(header)
    addSubview(table)
    addSubview(searchBar)
  }

  /// Shows a text above the column names; empty for none.
  func introduce(_ text: String) {
    introduction.text = text
    introduction.isHidden = text.isEmpty
  }

  /// Shows the order of the rows in the headings, an order without a column next to the name.
  func show(_ order: ItemQuery.Order) {
    header.sortedColumn = order == .name ? nil : ItemColumns.column(of: order)
    header.isDescending = order.isDescending
    header.orderRemark = ItemColumns.remark(on: order)
  }
}
