import Reprise

/// A table under its column names, with the filter's line while there is a filter.
final class FilteredListView: Column {
  let header: ItemColumnHeader
  let table = TableView()
  let searchBar = SearchBar()

  var showsFilter: Bool {
    get { !searchBar.isHidden }
    set { searchBar.isHidden = !newValue }
  }

  init(showsPlace: Bool) {
    header = ItemColumnHeader(of: table)
    super.init()
    header.showsPlace = showsPlace
    searchBar.isHidden = true
    table.restorationIdentifier = "table"
    searchBar.textField.restorationIdentifier = "filter"
    searchBar.placeholder = "words to look for, \"a phrase\", -not"
    addSubview(header)
    addSubview(table)
    addSubview(searchBar)
  }
}
