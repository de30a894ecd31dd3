/// Splits one grapheme into pieces that fit terminal cells.
enum Grapheme {
  /// The most zero-width code points in a cell of ncursesw.
  static let markLimit = 4

  /// Emits the pieces of a grapheme, at least one.
  static func forEachPiece(
    of scalars: some Sequence<Unicode.Scalar>, _ body: (CellText.Piece) -> Void
  ) {
    var cell = PendingCell()
    for scalar in scalars {
      switch ScalarRole(scalar) {
      case .spacing(let value, let width):
        cell.finish(body)
        cell.start(base: value, width: width)
      case .mark:
        if cell.base == 0 { cell.start(base: dottedCircle, width: 1) }
        cell.add(mark: scalar.value)
      case .control(let letter):
        for value in [UInt32(UInt8(ascii: "^")), UInt32(letter)] {
          cell.finish(body)
          cell.start(base: value, width: 1)
        }
      case .replaced:
        cell.finish(body)
        cell.start(base: replacement, width: 1)
      case .dropped:
        continue
      }
    }
    if cell.isFirst, cell.base == 0 { cell.start(base: dottedCircle, width: 1) }
    cell.finish(body)
  }

  private static let dottedCircle: UInt32 = 0x25CC
  private static let replacement: UInt32 = 0xFFFD

  /// A cell that may still take marks.
  private struct PendingCell {
    var base: UInt32 = 0
    var width = 1
    var marks = SIMD4<UInt32>.zero
    var markCount = 0
    var isFirst = true

    mutating func start(base: UInt32, width: Int) {
      self.base = base
      self.width = width
      marks = .zero
      markCount = 0
    }

    mutating func add(mark: UInt32) {
      if markCount < markLimit { marks[markCount] = mark }
      markCount += 1
    }

    mutating func finish(_ body: (CellText.Piece) -> Void) {
      guard base != 0 else { return }
      let fits = markCount <= markLimit
      let glyph = fits ? Glyph(base: base, marks: marks) : Glyph(base: replacement)
      body(CellText.Piece(glyph: glyph, width: fits ? width : 1, startsGrapheme: isFirst))
      base = 0
      isFirst = false
    }
  }
}
