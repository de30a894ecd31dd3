/// A control sequence taken apart: `CSI`, a private mark, parameters, intermediates, a final byte.
struct ControlSequence {
  /// `<`, `=`, `>` or `?` before the parameters, or 0.
  private(set) var mark: UInt8 = 0

  /// Whether there are bytes between the parameters and the final byte.
  private(set) var hasIntermediates = false

  /// The byte that says what the sequence means.
  let final: UInt8

  /// The parameters, each with its `:` parts; -1 where one is left out.
  private(set) var parameters: [[Int]] = []

  /// Numbers beyond this are as good as this.
  private static let numberLimit = 1_000_000_000

  /// Takes apart a sequence that begins with `ESC [` and holds at least a final byte.
  init(_ bytes: [UInt8]) {
    final = bytes.last ?? 0
    var number = -1
    var parts: [Int] = []
    for byte in bytes.dropFirst(2).dropLast() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        number = min(max(number, 0) * 10 + Int(byte & 0x0F), Self.numberLimit)
      case UInt8(ascii: ":"):
        parts.append(number)
        number = -1
      case UInt8(ascii: ";"):
        parameters.append(parts + [number])
        (parts, number) = ([], -1)
      case 0x3C...0x3F:
        mark = byte
      default:
        hasIntermediates = true
      }
    }
    if number >= 0 || !parts.isEmpty || !parameters.isEmpty {
      parameters.append(parts + [number])
    }
  }

  /// A parameter by its place from 0, or `nil` if it is left out.
  func parameter(_ place: Int, part: Int = 0) -> Int? {
    guard place < parameters.count, part < parameters[place].count else { return nil }
    let value = parameters[place][part]
    return value >= 0 ? value : nil
  }

  /// The modifiers that xterm writes as a parameter: 1 plus a bit for each.
  var modifiers: KeyPress.Modifiers { Self.modifiers(parameter(1)) }

  /// Modifiers from xterm's number for them.
  static func modifiers(_ number: Int?) -> KeyPress.Modifiers {
    KeyPress.Modifiers(rawValue: UInt8(truncatingIfNeeded: ((number ?? 1) - 1) & 0b111))
  }
}
