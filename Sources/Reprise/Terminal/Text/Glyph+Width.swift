import CTerminal

extension Glyph {
  /// How terminals with other width tables measure a glyph.
  enum WidthElsewhere {
    /// All agree with ours.
    case same
    /// Some measure it as narrower, or join it with the preceding glyph.
    case narrower
    /// Some measure it as wider, or give its marks cells of their own.
    case wider
  }

  /// Whether and how terminals disagree about the width of this glyph.
  var widthElsewhere: WidthElsewhere {
    if isBasic || marks == .zero && EverydayText.width(base) != nil { return .same }
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
