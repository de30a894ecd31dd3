/// The widths of a table's columns in a row of a given width.
public nonisolated struct TableColumnLayout: Hashable, Sendable {
  /// A column and its place in the row.
  public struct Placed: Hashable, Sendable {
    /// The column.
    public let column: TableColumn

    /// The first column of the terminal.
    public fileprivate(set) var start: Int

    /// The width in columns of the terminal.
    public fileprivate(set) var width: Int
  }

  /// The columns that are shown, from left to right.
  public private(set) var shown: [Placed] = []

  /// Columns of the terminal between two columns.
  private static let gap = 2

  /// The margin at either end of the row.
  private static let margin = 1

  /// Shares a width out.
  ///
  /// - Parameters:
  ///   - columns: The columns, in order.
  ///   - width: The width of the row.
  ///   - asked: The width that a column asks for.
  public init(_ columns: [TableColumn], in width: Int, asked: (TableColumn) -> Int) {
    let asks = columns.map { max(asked($0), 1) }
    var widths = [Int](repeating: 0, count: columns.count)
    var room = width - 2 * Self.margin + Self.gap
    let order = columns.indices.sorted {
      (-columns[$0].priority, $0) < (-columns[$1].priority, $1)
    }
    // First what each needs to be of use, then what each asks for, then the optional ones.
    for index in order where !columns[index].isOptional {
      let need = min(asks[index], columns[index].minimumWidth) + Self.gap
      guard need <= room else { break }
      widths[index] = need - Self.gap
      room -= need
    }
    Self.grow(&widths, to: asks, within: &room)
    for index in order where columns[index].isOptional {
      let need = min(asks[index], columns[index].minimumWidth) + Self.gap
      guard need <= room else { break }
      widths[index] = min(asks[index], room - Self.gap)
      room -= widths[index] + Self.gap
    }
    spread(room, over: &widths, of: columns)
    place(columns, widths)
  }

  /// Grows the columns evenly until each has what it asks for, or no room is left.
  private static func grow(_ widths: inout [Int], to asks: [Int], within room: inout Int) {
    var isGrowing = true
    while isGrowing, room > 0 {
      isGrowing = false
      for index in widths.indices where widths[index] > 0 && widths[index] < asks[index] && room > 0
      {
        widths[index] += 1
        room -= 1
        isGrowing = true
      }
    }
  }

  /// Gives what is left to the columns at the left edge, so that the others end at the right.
  private func spread(_ room: Int, over widths: inout [Int], of columns: [TableColumn]) {
    let growing = columns.indices.filter { widths[$0] > 0 && columns[$0].alignment == .left }
    guard room > 0, !growing.isEmpty else { return }
    for (place, index) in growing.enumerated() {
      widths[index] += room / growing.count + (place < room % growing.count ? 1 : 0)
    }
  }

  private mutating func place(_ columns: [TableColumn], _ widths: [Int]) {
    var x = Self.margin
    for (column, width) in zip(columns, widths) where width > 0 {
      shown.append(Placed(column: column, start: x, width: width))
      x += width + Self.gap
    }
  }

  /// The place of a column; `nil` if it isn't shown.
  public subscript(id: String) -> Placed? { shown.first { $0.column.id == id } }

  /// The column at a column of the terminal, with the space to its right.
  public func column(at x: Int) -> TableColumn? {
    shown.last { $0.start <= x }?.column ?? shown.first?.column
  }
}
