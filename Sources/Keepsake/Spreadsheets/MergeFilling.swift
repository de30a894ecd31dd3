/// Fills cells that are merged below each other with the value of the first, row by row.
struct MergeFilling {
  private let ranges: [Workbook.Merges.Range]
  /// The number of ranges that have begun.
  private var begun = 0
  private var open: [(range: Workbook.Merges.Range, cell: Workbook.Cell)] = []

  init(_ merges: Workbook.Merges) { ranges = merges.ranges.sorted { $0.first < $1.first } }

  /// The next row with its merged cells.
  mutating func filled(_ row: Workbook.Row) -> Workbook.Row {
    var row = row
    open.removeAll { $0.range.last < row.number }
    for (range, cell) in open {
      while row.cells.count <= range.column {
        row.cells.append(Workbook.Cell(text: "", isNumber: false))
      }
      if row.cells[range.column].text.isEmpty { row.cells[range.column] = cell }
    }
    while begun < ranges.count, ranges[begun].first <= row.number {
      let range = ranges[begun]
      begun += 1
      guard range.first == row.number, range.column < row.cells.count else { continue }
      let cell = row.cells[range.column]
      if !cell.text.isEmpty { open.append((range, cell)) }
    }
    return row
  }
}
