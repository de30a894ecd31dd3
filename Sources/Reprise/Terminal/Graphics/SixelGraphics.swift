/// The sequences of Sixel graphics, and the check of those from other programs.
enum SixelGraphics {
  private static let introducer = Array("\u{1B}P0;1;0q".utf8)
  private static let terminator = Array("\u{1B}\\".utf8)

  /// A number has no more digits.
  private static let digitLimit = 6

  /// Draws above a rectangle of cells; the cursor stays where it is.
  static func drawing(_ graphic: Graphic, in rect: Rect) -> [UInt8] {
    Array("\u{1B}7\u{1B}[\(rect.minY + 1);\(rect.minX + 1)H".utf8) + graphic.bytes
      + Array("\u{1B}8".utf8)
  }

  /// Whether bytes are one Sixel drawing that stays within a size, and nothing else.
  ///
  /// It comes from the companion, which decoded a file from anywhere: no other control function can be in
  /// it, no pixel right of the size or below it, and no raster but square pixels within the size, which a
  /// terminal may fill.
  static func isDrawing(_ bytes: [UInt8], within size: Size) -> Bool {
    guard bytes.count <= GraphicForm.sixels.byteLimit, bytes.starts(with: introducer),
      bytes.count >= introducer.count + terminator.count,
      bytes.suffix(terminator.count).elementsEqual(terminator)
    else { return false }
    var sixels = bytes[introducer.count..<bytes.count - terminator.count]
    if sixels.first == UInt8(ascii: "\""), !takeRaster(of: &sixels, within: size) { return false }
    var pen = Pen(size: size)
    for byte in sixels where !pen.take(byte) { return false }
    return true
  }

  /// Takes `"1;1;width;height` from the beginning.
  private static func takeRaster(of sixels: inout ArraySlice<UInt8>, within size: Size) -> Bool {
    let raster = sixels.dropFirst().prefix { ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x3B }
    sixels = sixels[raster.endIndex...]
    let numbers = raster.split(separator: 0x3B, omittingEmptySubsequences: false).map {
      $0.count <= digitLimit ? Int(String(decoding: $0, as: UTF8.self)) : nil
    }
    guard numbers.count == 4, numbers[0] == 1, numbers[1] == 1, let width = numbers[2],
      let height = numbers[3]
    else { return false }
    return width <= size.width && height <= size.height
  }

  /// Where the drawing is.
  private struct Pen {
    let size: Size
    private var x = 0
    private var band = 0
    private var digits = 0
    /// The number so far; `nil` where no number is allowed.
    private var number: Int?
    private var isRepetition = false

    init(size: Size) { self.size = size }

    /// Processes a byte; `false` if it is invalid in a drawing of that size.
    mutating func take(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard let number, digits < SixelGraphics.digitLimit else { return false }
        self.number = number * 10 + Int(byte & 0x0F)
        digits += 1
      case UInt8(ascii: ";"):
        guard number != nil, !isRepetition else { return false }
        begin(false)
      case UInt8(ascii: "#"):
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
        return x <= size.width && band * 6 + Self.rows(of: byte) <= size.height
      default:
        return false
      }
      // Behind the last band there is one more, which is empty.
      return (band - 1) * 6 < size.height
    }

    /// How many rows of its band a sixel reaches down.
    private static func rows(of sixel: UInt8) -> Int { 8 - (sixel - 0x3F).leadingZeroBitCount }

    private mutating func begin(_ isRepetition: Bool) {
      (number, digits, self.isRepetition) = (0, 0, isRepetition)
    }
  }
}
