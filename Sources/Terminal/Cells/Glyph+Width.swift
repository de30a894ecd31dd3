import CTerminal

extension Glyph {
  /// How wide terminals take a glyph for that reckon with other tables than ours.
  enum WidthElsewhere {
    /// As wide as it is here, all of them.
    case same
    /// Some take it for narrower, or join it with what stands before it.
    case narrower
    /// Some take it for wider, or give its marks cells of their own.
    case wider
  }

  /// Whether terminals agree about the columns of this glyph.
  var widthElsewhere: WidthElsewhere {
    if marks == .zero, base < 0x300 || EverydayText.width(base) != nil { return .same }
    var result = WidthElsewhere.same
    for scalar in [base, marks[0], marks[1], marks[2], marks[3]] where scalar != 0 {
      switch terminal_scalar_dispute(scalar) {
      case TERMINAL_WIDTH_WIDER_ELSEWHERE: return .wider
      case TERMINAL_WIDTH_NARROWER_ELSEWHERE: result = .narrower
      default: break
      }
    }
    return result
  }
}

extension Frame {
  /// The columns of a row at which glyphs start whose width terminals disagree about.
  func disputedColumns(ofRow y: Int) -> [Int] {
    let row = row(y)
    return row.indices.filter { row[$0].glyph.widthElsewhere != .same }.map { $0 - row.startIndex }
  }
}
