/// Adjacent cells of one style, as text.
package struct StyledRun: Hashable, Sendable {
  /// The glyphs; a wide one counts once.
  package var text: String

  /// The common style.
  package var style: Style

  /// Makes a run.
  package init(text: String, style: Style) {
    self.text = text
    self.style = style
  }
}

extension Frame {
  /// The largest frame that is made from runs, in cells; no terminal shows more.
  package static let cellLimit = 1 << 18

  /// The cells in reading order, in the fewest runs.
  ///
  /// The right half of a wide glyph has the style of its left half.
  package var runs: [StyledRun] {
    var runs: [StyledRun] = []
    var bytes: [UInt8] = []
    var style: Style?
    func end() {
      guard let style else { return }
      runs.append(StyledRun(text: String(decoding: bytes, as: UTF8.self), style: style))
      bytes.removeAll(keepingCapacity: true)
    }
    for cell in cells where cell.glyph != .continuation {
      if style != cell.style {
        end()
        style = cell.style
      }
      // Nearly all of a screen; a text for each would take ten times as long.
      if cell.glyph.isBasic, cell.glyph.base < 0x80 {
        bytes.append(UInt8(cell.glyph.base))
      } else {
        bytes += cell.glyph.string.utf8
      }
    }
    end()
    return runs
  }

  /// Makes a frame from untrusted runs.
  ///
  /// `nil` unless they fill the frame exactly, the screen shows every code point unchanged, no wide
  /// glyph crosses the right edge, and the cursor is inside the frame.
  package init?(size: Size, runs: [StyledRun], cursor: Point? = nil) {
    guard (1...Self.cellLimit).contains(size.width), (1...Self.cellLimit).contains(size.height),
      size.width * size.height <= Self.cellLimit,
      // No code point fills more cells than it has bytes, so the size is checked before allocation.
      size.width * size.height <= runs.reduce(0, { $0 + $1.text.utf8.count })
    else { return nil }
    var cells = FrameBuilder(size: size)
    for run in runs {
      guard cells.append(run) else { return nil }
    }
    self.init(size: size)
    guard cells.isFull, cursor.map(bounds.contains) ?? true else { return nil }
    self.cells = cells.cells
    self.cursor = cursor
  }
}

/// The cells of a frame in progress.
private struct FrameBuilder {
  private let size: Size
  private(set) var cells: [Cell] = []

  init(size: Size) {
    self.size = size
    cells.reserveCapacity(size.width * size.height)
  }

  var isFull: Bool { cells.count == size.width * size.height }

  /// Adds the cells of a run; `false` when the screen would not show them unchanged.
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
  /// The glyph with another mark, or `nil` when it has the maximum.
  fileprivate func adding(mark: UInt32) -> Glyph? {
    var marks = marks
    guard let place = (0..<Grapheme.markLimit).first(where: { marks[$0] == 0 }) else { return nil }
    marks[place] = mark
    return Glyph(base: base, marks: marks)
  }
}
