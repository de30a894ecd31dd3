extension Frame {
  /// The columns of a row at which a glyph of disputed width starts.
  func disputedColumns(ofRow y: Int) -> [Int] {
    var columns: [Int] = []
    cells.withUnsafeBufferPointer { cells in
      let start = y * size.width
      for x in 0..<size.width {
        let glyph = cells[start + x].glyph
        // Nearly every cell: a look at its number is enough.
        if glyph.isBasic { continue }
        if glyph.widthElsewhere != .same { columns.append(x) }
      }
    }
    return columns
  }
}
