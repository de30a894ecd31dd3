/// The indentation and the triangle of a row of an outline.
extension TableViewCell {
  /// The columns by which the text is moved to the right: those of the levels and of the triangle.
  ///
  /// A cell that draws itself moves its text by them and calls ``drawDisclosure(on:)``:
  ///
  /// ```swift
  /// override func draw(_ canvas: Canvas) {
  ///   drawDisclosure(on: canvas)
  ///   canvas.draw(text, at: Point(x: 1 + indentation, y: 0), style: rowStyle)
  /// }
  /// ```
  public var indentation: Int { indentation(in: bounds.width) }

  /// At most half of the row's width, so that there is room for the text of an item in very many others.
  func indentation(in width: Int) -> Int {
    min(indentationLevel * Self.indentationWidth, max(0, width / 2)) + triangleWidth
  }

  private var triangleWidth: Int {
    switch disclosure {
    case .none: 0
    case .leaf: indentsLeaf ? Self.indentationWidth : 0
    case .collapsed, .expanded: Self.indentationWidth
    }
  }

  /// The columns where a click expands or collapses the item.
  var disclosureColumns: Range<Int> {
    switch disclosure {
    case .none, .leaf: 0..<0
    case .collapsed, .expanded: 1 + indentation - triangleWidth..<1 + indentation
    }
  }

  /// Draws the triangle to the left of the text, if the item can be expanded.
  public func drawDisclosure(on canvas: Canvas) {
    guard let start = disclosureColumns.first else { return }
    let mark = disclosure == .expanded ? "▾" : "▸"
    canvas.draw(mark, at: Point(x: start, y: 0), style: rowStyle)
  }
}
