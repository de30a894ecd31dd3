import CTerminal

/// How a code point appears on the screen.
///
/// This is the only decision about what is safe to show; ``CellText`` consults it for every code
/// point off its fast path.
enum ScalarRole: Equatable {
  /// Starts a cell or two, with its own code point or a substitute.
  case spacing(UInt32, width: Int)
  /// Combines with the preceding code point.
  case mark
  /// Shown in caret notation, such as `^[`; the value is its second character.
  case control(UInt8)
  /// Never shown: joins or modifies emoji, which terminals do unpredictably.
  case dropped
  /// Shown as U+FFFD: it would control the terminal, reverse the text, or cannot be shown.
  case replaced

  /// Classifies a code point.
  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0x20...0x7E:
      self = .spacing(value, width: 1)
    case 0...0x1F, 0x7F:
      self = .control(UInt8(truncatingIfNeeded: value ^ 0x40))
    case 0x80...0x9F, 0x2028, 0x2029:
      self = .replaced
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
      self = .replaced
    case 0x200D, 0xFE00...0xFE0F, 0xE007F, 0xE0100...0xE01EF:
      self = .dropped
    case 0xE0020...0xE007E:
      // Tags spell a region's flag; elsewhere they would be invisible text.
      self = .spacing(value - 0xE0000, width: 1)
    case 0x1F1E6...0x1F1FF:
      // The letters of a flag.
      self = .spacing(value - 0x1F1E6 + 0x41, width: 1)
    case 0x1F3FB...0x1F3FF:
      self = .spacing(Self.shade(ofSkinTone: value), width: 1)
    case _ where value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value):
      self = .replaced
    default:
      switch terminal_scalar_width(value) {
      case 0: self = .mark
      case 1: self = .spacing(value, width: 1)
      case 2: self = .spacing(value, width: 2)
      default: self = .replaced
      }
    }
  }

  private static func shade(ofSkinTone value: UInt32) -> UInt32 {
    switch value {
    case 0x1F3FB: 0x2591
    case 0x1F3FC, 0x1F3FD: 0x2592
    case 0x1F3FE: 0x2593
    default: 0x2588
    }
  }
}
