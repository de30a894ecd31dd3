/// A parsed control sequence: `CSI`, private mark, parameters, intermediates, final byte.
struct ControlSequence {
  /// `<`, `=`, `>` or `?` before the parameters, or 0.
  private(set) var mark: UInt8 = 0

  /// The last intermediate byte, or 0.
  private(set) var intermediate: UInt8 = 0

  /// Whether it has intermediate bytes.
  var hasIntermediates: Bool { intermediate != 0 }

  /// The final byte, which names the function.
  let final: UInt8

  /// The parameters, each with its `:` parts; -1 for an omitted one.
  private(set) var parameters: [[Int]] = []

  /// Larger numbers are clamped to this.
  private static let numberLimit = 1_000_000_000

  /// Parses a sequence that begins with `ESC [` and has at least a final byte.
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
        intermediate = byte
      }
    }
    if number >= 0 || !parts.isEmpty || !parameters.isEmpty {
      parameters.append(parts + [number])
    }
  }

  /// A parameter by its index from 0, or `nil` if it is omitted.
  func parameter(_ place: Int, part: Int = 0) -> Int? {
    guard place < parameters.count, part < parameters[place].count else { return nil }
    let value = parameters[place][part]
    return value >= 0 ? value : nil
  }

  /// The modifiers, which xterm encodes as a parameter: 1 plus a bit for each.
  var modifiers: KeyPress.Modifiers { Self.modifiers(parameter(1)) }

  /// Whether a modifier is held that belongs to the desktop, not to text: Super, Hyper or Meta.
  var hasDesktopModifier: Bool { ((parameter(1) ?? 1) - 1) & 0b111000 != 0 }

  /// Decodes xterm's number for modifiers.
  static func modifiers(_ number: Int?) -> KeyPress.Modifiers {
    KeyPress.Modifiers(rawValue: UInt8(truncatingIfNeeded: ((number ?? 1) - 1) & 0b111))
  }
}
