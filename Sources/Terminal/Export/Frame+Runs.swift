/// Cells that follow each other and look alike, as text.
public struct StyledRun: Hashable, Sendable {
  /// The glyphs, each wide one once.
  public var text: String

  /// How they look.
  public var style: Style

  /// Makes a run.
  public init(text: String, style: Style) {
    self.text = text
    self.style = style
  }
}

extension Frame {
  /// The most cells of a frame that is made from runs: more than any terminal shows.
  public static let cellLimit = 1 << 18

  /// The cells in reading order, in as few runs as there can be.
  ///
  /// The right half of a wide glyph counts as looking like the left one.
  public var runs: [StyledRun] {
    var runs: [StyledRun] = []
    for cell in cells where cell.glyph != .continuation {
      if runs.last?.style != cell.style { runs.append(StyledRun(text: "", style: cell.style)) }
      runs[runs.count - 1].text += cell.glyph.string
    }
    return runs
  }

  /// Makes a frame from runs that may come from anywhere.
  ///
  /// `nil` unless they fill the frame exactly, every code point is one that the screen takes as it
  /// is, no wide glyph stands across the right edge, and the cursor is in the frame.
  public init?(size: Size, runs: [StyledRun], cursor: Point? = nil) {
    guard (1...Self.cellLimit).contains(size.width), (1...Self.cellLimit).contains(size.height),
      size.width * size.height <= Self.cellLimit,
      // No code point fills more cells than it has bytes: nothing is made room for in vain.
      size.width * size.height <= runs.reduce(0, { $0 + $1.text.utf8.count })
    else { return nil }
    var cells = CellsUnderConstruction(size: size)
    for run in runs {
      guard cells.append(run) else { return nil }
    }
    self.init(size: size)
    guard cells.isFull, cursor.map(bounds.contains) ?? true else { return nil }
    self.cells = cells.cells
    self.cursor = cursor
  }
}

/// The cells of a frame as far as they are known.
private struct CellsUnderConstruction {
  private let size: Size
  private(set) var cells: [Cell] = []

  init(size: Size) {
    self.size = size
    cells.reserveCapacity(size.width * size.height)
  }

  var isFull: Bool { cells.count == size.width * size.height }

  /// Adds what a run says; `false` when the screen would not take it as it is.
  mutating func append(_ run: StyledRun) -> Bool {
    var last: Int?
    for scalar in run.text.unicodeScalars {
      switch ScalarRole(scalar) {
      case .spacing(scalar.value, let width):
        last = cells.count
        guard append(Glyph(base: scalar.value), width: width, style: run.style) else {
          return false
        }
      case .mark:
        guard let last, let glyph = cells[last].glyph.adding(mark: scalar.value) else {
          return false
        }
        cells[last].glyph = glyph
      case .spacing, .control, .dropped, .replaced:
        return false
      }
    }
    return true
  }

  private mutating func append(_ glyph: Glyph, width: Int, style: Style) -> Bool {
    guard !isFull, cells.count % size.width + width <= size.width else { return false }
    cells.append(Cell(glyph: glyph, style: style))
    if width == 2 { cells.append(Cell(glyph: .continuation, style: style)) }
    return true
  }
}

extension Glyph {
  /// The glyph with one more mark, or `nil` when it has as many as a cell keeps.
  fileprivate func adding(mark: UInt32) -> Glyph? {
    var marks = marks
    guard let place = (0..<Grapheme.markLimit).first(where: { marks[$0] == 0 }) else { return nil }
    marks[place] = mark
    return Glyph(base: base, marks: marks)
  }
}
