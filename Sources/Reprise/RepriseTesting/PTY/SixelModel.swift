import Terminal

/// The Sixel drawings in the cells of a terminal; they stay until the screen is cleared or left.
///
/// As ``GraphicsModel`` it shares no code with the kit.
nonisolated public struct SixelModel: Sendable {
  /// A drawing.
  public struct Drawing: Hashable, Sendable {
    /// The cell at its top left.
    public let origin: Point
    /// Columns and rows of pixels, as its raster says.
    public let size: Size
    /// What it consists of, without the escapes around it.
    public let content: [UInt8]
  }

  /// Whether the terminal has Sixel, and says so in its attributes.
  public var isOn = false

  /// The pixels of a cell, which the terminal answers if it is asked; `nil` if it does not.
  public var cellPixels: Size?

  /// The drawings on the screen.
  public private(set) var drawings: [Drawing] = []

  private var tail: [UInt8] = []

  /// Makes a terminal without Sixel.
  public init() {}

  /// Takes the content of a DCS.
  mutating func take(_ content: [UInt8], cursor: Point) {
    guard isOn, let raster = content.firstIndex(of: UInt8(ascii: "\"")) else { return }
    let numbers = content[(raster + 1)...].prefix { $0 == 0x3B || (0x30...0x39).contains($0) }
      .split(separator: 0x3B).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 4 else { return }
    drawings.append(
      Drawing(
        origin: cursor, size: Size(width: numbers[2], height: numbers[3]), content: content))
  }

  /// Notes other output, byte by byte; returns what the terminal answers.
  mutating func note(_ output: [UInt8]) -> [UInt8] {
    var answers: [UInt8] = []
    for byte in output {
      tail = tail.suffix(7) + [byte]
      if ends("\u{1B}[2J") || ends("\u{1B}[?1049l") { drawings = [] }
      if isOn, let cell = cellPixels, ends("\u{1B}[16t") {
        answers += Array("\u{1B}[6;\(cell.height);\(cell.width)t".utf8)
      }
    }
    return answers
  }

  /// The terminal's answers, with Sixel among its attributes.
  func naming(_ answers: [UInt8]) -> [UInt8] {
    guard isOn else { return answers }
    let text = String(decoding: answers, as: UTF8.self)
    return Array(text.replacing("\u{1B}[?1;2c", with: "\u{1B}[?62;4;22c").utf8)
  }

  private func ends(_ text: String) -> Bool {
    tail.suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
