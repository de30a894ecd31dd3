import Reprise

/// Column names, the table, and the filter's line when there is one.
final class FilteredListView: View {
  let header: ItemColumnHeader
  let table = TableView()
  let filterBar: FilterBar

  var showsFilter = false {
    didSet {
      filterBar.isHidden = !showsFilter
      if showsFilter != oldValue { setNeedsLayout() }
    }
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

  override func layoutSubviews() {
    let bottom = showsFilter ? 1 : 0
    header.frame = Rect(x: 0, y: 0, width: bounds.width, height: 1)
    table.frame = bounds.inset(by: EdgeInsets(top: 1, bottom: bottom))
    filterBar.frame = Rect(x: 0, y: bounds.height - 1, width: bounds.width, height: bottom)
  }
}
