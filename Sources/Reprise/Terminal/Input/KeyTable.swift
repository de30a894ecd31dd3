/// The keys that terminals send as sequences, by the letter or number that identifies them.
enum KeyTable {
  /// Keys identified by the final letter, as in `CSI A` and `SS3 A`.
  static func key(letter: UInt8) -> Key? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P"): .function(1)
    case UInt8(ascii: "Q"): .function(2)
    case UInt8(ascii: "R"): .function(3)
    case UInt8(ascii: "S"): .function(4)
    default: nil
    }
  }

  /// Keys identified by a number, as in `CSI 5 ~`.
  static func key(number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  /// Keys identified by a code point, as in `CSI 13 u`, with the kitty protocol's keypad.
  static func key(code: Int) -> Key? {
    switch code {
    case 8, 127: .backspace
    case 9: .tab
    case 13, 57414: .enter
    case 27: .escape
    case 57399...57408: .character(Character(Unicode.Scalar(UInt8(0x30 + code - 57399))))
    case 57409...57413: .character(Array("./*-+")[code - 57409])
    case 57415: .character("=")
    case 57416: .character(",")
    case 57417: .left
    case 57418: .right
    case 57419: .up
    case 57420: .down
    case 57421: .pageUp
    case 57422: .pageDown
    case 57423: .home
    case 57424: .end
    case 57425: .insert
    case 57426: .delete
    default: nil
    }
  }

  /// Keys of the application keypad, as in `SS3 p`.
  static func keypad(letter: UInt8) -> Key? {
    switch letter {
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "I"): .tab
    case UInt8(ascii: "X"): .character("=")
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      .character(Character(Unicode.Scalar(letter - 0x40)))
    default: nil
    }
  }

  /// Cursor keys that rxvt sends with a lowercase letter.
  static func smallArrow(letter: UInt8) -> Key? {
    (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(letter) ? key(letter: letter - 0x20) : nil
  }
}
