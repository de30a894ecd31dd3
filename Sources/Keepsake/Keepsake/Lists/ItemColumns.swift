import Inventory
import Reprise

/// The columns of lists of items.
enum ItemColumns {
  /// The identifiers, which are stored with the widths.
  enum ID {
    static let name = "name"
    static let place = "place"
    static let category = "category"
    static let maker = "maker"
    static let tags = "tags"
    static let date = "date"
    static let value = "value"
  }

  /// The columns of a list.
  ///
  /// - Parameters:
  ///   - showsPlace: Whether the items are in different places.
  ///   - showsTraits: Whether the rows are items, which have more than a name and a value.
  ///   - hidden: The identifiers of columns that the person left out; the name stays.
  static func make(
    showsPlace: Bool, showsTraits: Bool, without hidden: Set<String> = []
  ) -> [TableColumn] {
    var columns = [TableColumn(ID.name, "Name", priority: 3, minimumWidth: 14)]
    if showsPlace {
      columns.append(TableColumn(ID.place, "Place", priority: 1, minimumWidth: 12))
    }
    if showsTraits {
      columns += [
        TableColumn(ID.category, "Category", minimumWidth: 10, isOptional: true),
        TableColumn(ID.maker, "Maker", minimumWidth: 10, isOptional: true),
        TableColumn(ID.tags, "Tags", minimumWidth: 10, isOptional: true),
        TableColumn(ID.date, "Bought", minimumWidth: 10, isOptional: true),
      ]
    }
    columns.append(
      TableColumn(ID.value, "Value", alignment: .right, priority: 2, minimumWidth: 14))
    return columns.filter { $0.id == ID.name || !hidden.contains($0.id) }
  }

  /// The order by which a column sorts, the useful direction first; `nil` if it has none.
  static func order(of column: TableColumn) -> ItemQuery.Order? {
    switch column.id {
    case ID.name: .name
    case ID.place: .place
    case ID.date: .dateDescending
    case ID.value: .valueDescending
    default: nil
    }
  }

  /// The addition to the heading of the names for an order that no column shows.
  static func remark(on order: ItemQuery.Order) -> String {
    switch order {
    case .manual: ", in your order"
    case .manualDescending: ", in your order reversed"
    case .quantity: ", smallest quantity first"
    case .quantityDescending: ", largest quantity first"
    case .date: ", oldest first"
    case .dateDescending: ", newest first"
    default: ""
    }
  }

  /// The column that shows an order; `nil` if none does.
  static func column(of order: ItemQuery.Order) -> String? {
    switch order.ascending {
    case .name: ID.name
    case .place: ID.place
    case .date: ID.date
    case .value: ID.value
    default: nil
    }
  }
}

/// Shows the path of a place in a column.
enum PathText {
  /// The separator on the screen, which is narrower than that of a typed path.
  static let separator = " › "

  /// As many of the last names as fit, after `…`: the innermost place matters more than the house.
  static func fitting(_ path: String, width: Int) -> CellText {
    // Longer than any valid path: only its end can fit.
    let path = path.utf8.count <= 65_536 ? path : "…" + String(path.suffix(max(0, width)))
    let whole = CellText(path)
    guard whole.width > width else { return whole }
    var rest = path[...]
    while let next = afterSeparator(rest) {
      rest = rest[next...]
      let cut = CellText("…" + String(rest))
      if cut.width <= width { return cut }
    }
    return CellText(rest).truncated(toWidth: width)
  }

  /// A path with the separators of the screen, without the house if all places are in one.
  static func shown(_ path: String, withoutRoot root: String?) -> String {
    var rest = path[...]
    if let root, path.hasPrefix(root + Place.separator) {
      rest = path.dropFirst(root.count + Place.separator.count)
    }
    return String(rest.replacing(Place.separator, with: separator))
  }

  private static let separatorBytes = Array(separator.utf8)

  /// Where the second name of a path begins; nil: there is one name.
  ///
  /// By bytes: a search by characters takes most of the time of a row.
  private static func afterSeparator(_ path: Substring) -> Substring.Index? {
    var bytes = path.utf8
    while let first = bytes.first {
      if first == separatorBytes[0], bytes.starts(with: separatorBytes) {
        return bytes.index(bytes.startIndex, offsetBy: separatorBytes.count)
      }
      bytes = bytes.dropFirst()
    }
    return nil
  }
}
