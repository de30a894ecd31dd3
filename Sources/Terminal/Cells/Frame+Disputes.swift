extension Frame {
  /// The columns of a row at which a glyph of disputed width starts.
  func disputedColumns(ofRow y: Int) -> [Int] {
    let row = row(y)
    return row.indices.filter { row[$0].glyph.widthElsewhere != .same }.map { $0 - row.startIndex }
  }
}
