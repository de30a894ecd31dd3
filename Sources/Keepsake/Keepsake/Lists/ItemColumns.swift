import Inventory
import Reprise

/// The widths of the columns of a list of items.
///
/// Name and place have a maximum width. A wider window adds category, maker, tags and date, in that
/// order. If all of them fit, name and place get the rest.
struct ItemColumns: Equatable {
  static let valueWidth = 16
  static let quantityWidth = 7

  private static let widestName = 40
  private static let widestPlace = 32
  /// The minimum width; a column that would be narrower is left out.
  private static let leastWidth = 10

  private(set) var name: Int
  private(set) var place: Int
  private(set) var category = 0
  private(set) var maker = 0
  private(set) var tags = 0
  private(set) var date = 0
  let showsQuantity: Bool

  init(width: Int, showsPlace: Bool = true, showsTraits: Bool = true) {
    showsQuantity = width >= 60
    let right = Self.valueWidth + (showsQuantity ? Self.quantityWidth : 0)
    let rest = max(0, width - right - 2)
    place = showsPlace && width >= 60 ? rest * 2 / 5 : 0
    name = rest - (place > 0 ? place + 2 : 0)
    if showsTraits, width >= 100 { shareOut(rest) }
  }

  private mutating func shareOut(_ rest: Int) {
    place = min(place, Self.widestPlace)
    name = min(name, Self.widestName)
    var spare = rest - name - (place > 0 ? place + 2 : 0)
    func take(upTo widest: Int) -> Int {
      let width = min(widest, spare - 2)
      guard width >= Self.leastWidth else { return 0 }
      spare -= width + 2
      return width
    }
    category = take(upTo: 18)
    maker = take(upTo: 20)
    tags = take(upTo: 24)
    date = take(upTo: Self.leastWidth)
    guard date > 0 else { return }
    let half = place > 0 ? spare / 2 : 0
    place += half
    name += spare - half
  }

  /// Whether a column shows more than the row holds, so that it must be looked up.
  var showsTraits: Bool { category > 0 }

  /// The texts of one row, cut to their columns.
  struct Texts {
    var name: CellText
    var place: CellText
    var category: CellText
    var maker: CellText
    var tags: CellText
    var date: CellText
    var quantity: CellText
    var value: CellText
  }

  /// The texts of the columns between place and quantity.
  struct Traits {
    var category = ""
    var maker = ""
    var tags = ""
    var date = ""
  }

  /// Cuts texts to their columns; done once for many frames.
  func texts(
    name: String, place: String, traits: Traits = Traits(), quantity: String, value: String
  ) -> Texts {
    Texts(
      name: CellText(name, width: self.name),
      place: PathText.fitting(place, width: self.place),
      category: CellText(traits.category, width: category),
      maker: CellText(traits.maker, width: maker), tags: CellText(traits.tags, width: tags),
      date: CellText(traits.date, width: date),
      quantity: CellText(quantity, width: Self.quantityWidth - 1),
      value: CellText(value, width: Self.valueWidth - 1))
  }

  /// Draws the texts of one row.
  func draw(_ texts: Texts, on canvas: Canvas, style: Style, placeStyle: Style) {
    var x = 1
    canvas.draw(texts.name, at: Point(x: x, y: 0), style: style)
    x += name
    func draw(_ text: CellText, width: Int) {
      guard width > 0 else { return }
      canvas.draw(text, at: Point(x: x + 2, y: 0), style: placeStyle)
      x += width + 2
    }
    draw(texts.place, width: place)
    if showsTraits {
      draw(texts.category, width: category)
      draw(texts.maker, width: maker)
      draw(texts.tags, width: tags)
      draw(texts.date, width: date)
    }
    x = canvas.bounds.width - 1 - Self.valueWidth
    if showsQuantity {
      canvas.draw(texts.quantity, at: Point(x: x - texts.quantity.width, y: 0), style: style)
    }
    x += Self.valueWidth
    canvas.draw(texts.value, at: Point(x: x - texts.value.width, y: 0), style: style)
  }

  /// The order by which the column at a cell sorts; `nil` if it sorts by none.
  func order(at x: Int, width: Int) -> ItemQuery.Order? {
    let value = width - 1 - Self.valueWidth
    if x >= value { return .value }
    if showsQuantity, x >= value - Self.quantityWidth { return .quantity }
    var end = 1 + name
    if x < end { return .name }
    let columns: [(Int, ItemQuery.Order?)] = [
      (place, .place), (category, nil), (maker, nil), (tags, nil), (date, .date),
    ]
    for (width, order) in columns where width > 0 {
      end += width + 2
      if x < end { return order }
    }
    return nil
  }
}

/// The names of the columns; a click sorts by a column, a second click reverses the order.
final class ItemColumnHeader: View {
  private let table: TableView
  var showsPlace = true

  /// Whether the rows hold items, for which a wide list has more columns.
  var showsTraits = true

  /// The order of the rows, shown unless it is the default.
  var order = ItemQuery.Order.name {
    didSet { if order != oldValue { setNeedsDisplay() } }
  }

  /// Called with the order that the person clicked.
  var didChoose: (ItemQuery.Order) -> Void = { _ in }

  /// Makes the header of a table.
  init(of table: TableView) {
    self.table = table
    super.init()
  }

  override func draw(_ canvas: Canvas) {
    let insets = table.rowInsets
    let style = Style.secondary.adding(.underline)
    canvas.fill(canvas.bounds, style: style)
    let row = canvas.bounds.inset(by: EdgeInsets(left: insets.left, right: insets.right))
    canvas.inside(row) { draw(on: $0, style: style) }
  }

  private func draw(on canvas: Canvas, style: Style) {
    let columns = columns(width: canvas.bounds.width)
    let names = columns.texts(
      name: name(hasDate: columns.date > 0), place: title("Place", .place),
      traits: ItemColumns.Traits(
        category: "Category", maker: "Maker", tags: "Tags", date: title("Bought", .date)),
      quantity: title("Qty", .quantity), value: title("Value", .value))
    columns.draw(names, on: canvas, style: style, placeStyle: style)
  }

  private func columns(width: Int) -> ItemColumns {
    ItemColumns(width: width, showsPlace: showsPlace, showsTraits: showsTraits)
  }

  /// The name of the first column, together with an order that no column shows.
  private func name(hasDate: Bool) -> String {
    switch order {
    case .nameDescending: "Name Z–A"
    case .manual: "Name, in your order"
    case .manualDescending: "Name, in your order reversed"
    case .date where !hasDate: "Name, oldest first"
    case .dateDescending where !hasDate: "Name, newest first"
    default: "Name"
    }
  }

  private func title(_ name: String, _ column: ItemQuery.Order) -> String {
    order.ascending == column ? name + (order.isDescending ? " ↓" : " ↑") : name
  }

  override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    let insets = table.rowInsets
    let width = bounds.width - insets.left - insets.right
    let x = point.x - insets.left
    guard event.kind == .press, (0..<width).contains(x),
      let column = columns(width: width).order(at: x, width: width)
    else { return false }
    // Largest values, largest numbers and latest dates come first.
    let first = [.value, .quantity, .date].contains(column) ? column.reversed : column
    didChoose(order.ascending == column ? order.reversed : first)
    return true
  }
}

/// Fits the path of a place into a column.
enum PathText {
  /// As many of the last names as fit, after `…`: the innermost place matters more than the house.
  static func fitting(_ path: String, width: Int) -> CellText {
    // Longer than any valid path: only its end can fit.
    let path = path.utf8.count <= 65_536 ? path : "…" + String(path.suffix(max(0, width)))
    let whole = CellText(path)
    guard whole.width > width else { return whole }
    var rest = path[...]
    while let next = afterSeparator(rest) {
      rest = rest[next...]
      let cut = CellText("…" + Place.separator + String(rest))
      if cut.width <= width { return cut }
    }
    return CellText(rest).truncated(toWidth: width)
  }

  private static let separator = Array(Place.separator.utf8)

  /// Where the second name of a path begins; nil: there is one name.
  ///
  /// By bytes: a search by characters takes most of the time of a row.
  private static func afterSeparator(_ path: Substring) -> Substring.Index? {
    var bytes = path.utf8
    while let first = bytes.first {
      if first == separator[0], bytes.starts(with: separator) {
        return bytes.index(bytes.startIndex, offsetBy: separator.count)
      }
      bytes = bytes.dropFirst()
    }
    return nil
  }
}
