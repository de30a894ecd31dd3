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

/// The layout data of a grapheme in four bytes: its width and its role in line breaking.
///
/// Stored with a long text, so that layout measures each grapheme once.
package struct GraphemeMeasure: Hashable, Sendable {
  /// The role in line breaking.
  package enum Role: UInt32 {
    /// Part of a word, or a wide character that allows breaks on both sides.
    case plain
    /// A line may break after it.
    case space
    /// Ends a line: `\n`, `\r\n` or `\r`.
    case lineEnd
    /// Punctuation that must not begin a line.
    case closing
  }

  private let bits: UInt32

  /// The width in columns, placeholders included.
  package var width: Int { Int(bits >> 2) }

  /// The role in line breaking.
  package var role: Role { Role(rawValue: bits & 3) ?? .plain }

  package init(_ character: Character) {
    if let (value, width) = CellText.everyday(character) {
      let role: Role = value == 0x20 ? .space : Self.isClosing(value) ? .closing : .plain
      self.init(width: width, role)
    } else if CellText.isLineEnd(character) {
      self.init(width: CellText.width(of: character), .lineEnd)
    } else {
      let scalars = character.unicodeScalars
      let isClosing = scalars.first.map { Self.isClosing($0.value) } ?? false
      let isAlone = scalars.dropFirst().isEmpty
      self.init(width: CellText.width(of: character), isClosing && isAlone ? .closing : .plain)
    }
  }

  private init(width: Int, _ role: Role) {
    bits = UInt32(clamping: min(width, 1 << 20)) << 2 | role.rawValue
  }

  /// Whether a code point is one of `,.;:!?)]}»”’…` and `、。，．！？；：）］｝」』】》`.
  private static func isClosing(_ value: UInt32) -> Bool {
    switch value {
    case 0x2C, 0x2E, 0x3B, 0x3A, 0x21, 0x3F, 0x29, 0x5D, 0x7D, 0xBB, 0x201D, 0x2019, 0x2026: true
    case 0x3001, 0x3002, 0xFF0C, 0xFF0E, 0xFF01, 0xFF1F, 0xFF1B, 0xFF1A, 0xFF09, 0xFF3D: true
    case 0xFF5D, 0x300D, 0x300F, 0x3011, 0x300B: true
    default: false
    }
  }
}
