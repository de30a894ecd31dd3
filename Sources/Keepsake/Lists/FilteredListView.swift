import Reprise

/// Column names, the table, and the filter's line when there is one.
final class FilteredListView: Column {
  let header: ItemColumnHeader
  let table = TableView()
  let filterBar: FilterBar

  var showsFilter: Bool {
    get { !filterBar.isHidden }
    set { filterBar.isHidden = !newValue }
  }

  init(filterBar: FilterBar, showsPlace: Bool) {
    self.filterBar = filterBar
    header = ItemColumnHeader(of: table)
    super.init()
    header.showsPlace = showsPlace
    filterBar.isHidden = true
    table.restorationIdentifier = "table"
    addSubview(header)
    addSubview(table)
    addSubview(filterBar)
  }
}
