/// The headings of a table's columns, in one line above it; a click sorts.
///
/// The data source sorts: set ``sortedColumn`` and ``isDescending`` to show the order, and sort by the column that
/// ``didChoose`` reports.
///
/// ```swift
/// let header = TableHeaderView(of: table)
/// header.didChoose = { [unowned self] column in sort(by: column.id) }
/// ```
public final class TableHeaderView: View {
  private let table: TableView

  /// The identifier of the column by which the rows are sorted; `nil` for another order.
  public var sortedColumn: String? {
    didSet { if sortedColumn != oldValue { setNeedsDisplay() } }
  }

  /// Whether the rows are sorted from the largest to the smallest.
  public var isDescending = false {
    didSet { if isDescending != oldValue { setNeedsDisplay() } }
  }

  /// The addition to the first heading while no shown column has the order, such as “, newest first”.
  public var orderRemark = "" {
    didSet { if orderRemark != oldValue { setNeedsDisplay() } }
  }

  /// Called with the column that the user clicked.
  public var didChoose: (TableColumn) -> Void = { _ in }

  /// Makes the headings of a table.
  public init(of table: TableView) {
    self.table = table
    super.init()
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: 1).limited(to: size)
  }

  public override func draw(_ canvas: Canvas) {
    let style = Style.secondary.adding(.underline)
    canvas.fill(canvas.bounds, style: style)
    let insets = table.rowInsets
    let row = canvas.bounds.inset(by: EdgeInsets(left: insets.left, right: insets.right))
    canvas.inside(row) { canvas in
      let layout = table.columnLayout(in: row.width)
      let isShown = sortedColumn.map { layout[$0] != nil } ?? false
      for (index, placed) in layout.shown.enumerated() {
        let remark = index == 0 && !isShown ? orderRemark : ""
        let title = CellText(heading(of: placed.column) + remark, width: placed.width)
        let offset = placed.column.alignment.offset(of: title.width, in: placed.width)
        canvas.draw(title, at: Point(x: placed.start + offset, y: 0), style: style)
      }
    }
  }

  private func heading(of column: TableColumn) -> String {
    column.id == sortedColumn ? column.title + (isDescending ? " ↓" : " ↑") : column.title
  }

  public override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    let insets = table.rowInsets
    let width = bounds.width - insets.left - insets.right
    let x = point.x - insets.left
    guard event.kind == .press, (0..<width).contains(x),
      let column = table.columnLayout(in: width).column(at: x)
    else { return false }
    didChoose(column)
    return true
  }
}
