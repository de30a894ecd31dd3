/// What is written to a terminal with Sixel graphics, and what of it may come from elsewhere.
enum SixelGraphics {
  private static let introducer = Array("\u{1B}P0;1;0q".utf8)
  private static let terminator = Array("\u{1B}\\".utf8)

  /// The numbers of a colour, of a repetition or of the raster have no more digits.
  private static let digitLimit = 6

  /// Draws above a rectangle of cells; the cursor stays where it is.
  static func drawing(_ graphic: Graphic, in rect: Rect) -> [UInt8] {
    Array("\u{1B}7\u{1B}[\(rect.minY + 1);\(rect.minX + 1)H".utf8) + graphic.bytes
      + Array("\u{1B}8".utf8)
  }

  /// Whether bytes are one Sixel drawing that stays within a size, and nothing else.
  ///
  /// It comes from the companion, which decoded a file from anywhere: no other control function can be in
  /// it, and no sixel right of the size or below it.
  static func isDrawing(_ bytes: [UInt8], within size: Size) -> Bool {
    guard bytes.count <= GraphicForm.sixels.byteLimit, bytes.starts(with: introducer),
      bytes.count >= introducer.count + terminator.count,
      bytes.suffix(terminator.count).elementsEqual(terminator)
    else { return false }
    var pen = Pen(size: size)
    for byte in bytes[introducer.count..<bytes.count - terminator.count] where !pen.take(byte) {
      return false
    }
    return true
  }

  /// Where the drawing is.
  private struct Pen {
    let size: Size
    private var x = 0
    private var band = 0
    private var digits = 0
    /// The number so far; `nil` where none may stand.
    private var number: Int?
    private var isRepetition = false

    init(size: Size) { self.size = size }

    /// Takes a byte; `false` if it has no place in a drawing of that size.
    mutating func take(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard let number, digits < SixelGraphics.digitLimit else { return false }
        self.number = number * 10 + Int(byte & 0x0F)
        digits += 1
      case UInt8(ascii: ";"):
        guard number != nil, !isRepetition else { return false }
        begin(false)
      case UInt8(ascii: "#"), UInt8(ascii: "\""):
        begin(false)
      case UInt8(ascii: "!"):
        begin(true)
      case UInt8(ascii: "$"):
        (x, number, isRepetition) = (0, nil, false)
      case UInt8(ascii: "-"):
        (x, number, isRepetition) = (0, nil, false)
        band += 1
      case 0x3F...0x7E:
        x += isRepetition ? max(1, number ?? 1) : 1
        (number, isRepetition) = (nil, false)
        return x <= size.width && band * 6 < size.height
      default:
        return false
      }
      // Behind the last band there is one more, which is empty.
      return (band - 1) * 6 < size.height
    }

    private mutating func begin(_ isRepetition: Bool) {
      (number, digits, self.isRepetition) = (0, 0, isRepetition)
    }
  }
}
