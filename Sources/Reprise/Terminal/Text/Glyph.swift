import CTerminal

/// The content of one cell: one spacing code point and up to four zero-width ones, as in ncursesw.
///
/// A trivial value, so whole screens are copied and compared as memory. Only ``CellText`` makes
/// glyphs from text, so a control character can never become one.
///
/// ```swift
/// let rule: Glyph = .horizontalLine
/// canvas.fill(canvas.bounds, with: rule, style: .secondary)
/// ```
public struct Glyph: Hashable, Sendable {
  /// The spacing code point; 0 for the right half of a wide glyph.
  public let base: UInt32

  /// The zero-width code points that follow the base; unused lanes are 0.
  public var marks: SIMD4<UInt32> { SIMD4(mark0, mark1, mark2, mark3) }

  // Filled up from the first. Four numbers, not a vector: its 16-byte alignment would nearly double the
  // size of a cell.
  private let mark0, mark1, mark2, mark3: UInt32

  /// An empty cell.
  public static let space = Glyph(base: 0x20)

  /// A light shade, which replaces hidden content.
  public static let shade = Glyph(base: 0x2591)

  /// The upper and lower edges of boxes.
  public static let horizontalLine = Glyph(base: 0x2500)

  /// The left and right edges of boxes.
  public static let verticalLine = Glyph(base: 0x2502)

  /// The right half of the wide glyph to the left.
  public static let continuation = Glyph(base: 0)

  init(base: UInt32) {
    self.base = base
    (mark0, mark1, mark2, mark3) = (0, 0, 0, 0)
  }

  init(base: UInt32, marks: SIMD4<UInt32>) {
    self.base = base
    (mark0, mark1, mark2, mark3) = (marks[0], marks[1], marks[2], marks[3])
  }

  /// A glyph of one printable ASCII character; anything else becomes a space.
  public init(ascii: UInt8) {
    self.init(base: ascii >= 0x20 && ascii < 0x7F ? UInt32(ascii) : 0x20)
  }

  /// Whether this is a code point below the first mark, and alone: every terminal knows its width.
  @inline(__always)
  var isBasic: Bool { base < 0x300 && mark0 == 0 }

  /// Whether this is a block element, as pictures are made of.
  var isBlock: Bool { (0x2580...0x259F).contains(base) }

  /// The glyph as text; empty for a continuation.
  public var string: String {
    var scalars = String.UnicodeScalarView()
    for value in [base, marks[0], marks[1], marks[2], marks[3]] where value != 0 {
      if let scalar = Unicode.Scalar(value) {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}

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
