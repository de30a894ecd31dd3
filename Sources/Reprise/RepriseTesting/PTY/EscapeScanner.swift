/// Scans a terminal's byte stream for the modes it sets and the kinds of sequences it contains.
///
/// It complements libvterm, which does not report every mode, and shares no code with the kit.
/// Malformed bytes appear in ``kinds`` as `invalid`, so a test can allow exactly the kinds it knows
/// (reliability T30).
///
/// ```swift
/// var scanner = EscapeScanner()
/// scanner.feed("\u{1B}[?1049h\u{1B}[?25l".utf8)
/// #expect(scanner.modes == [1049])
/// ```
nonisolated public struct EscapeScanner: Sendable {
  /// The private modes that are set now.
  public private(set) var modes: Set<Int> = [25]

  /// The kinds of sequences so far.
  ///
  /// For example `CSI m`, `CSI ? 1049 h`, `ESC ( B`, `C0 08`, `OSC`, `OSC 11 ?`.
  public private(set) var kinds: Set<String> = []

  private enum State {
    case text
    case escape
    case control
    case string(String)
    case stringEscape(String)
  }

  /// The query for the background color, the only such string that a program needs.
  private static let question = Array("11;?".utf8)

  private var state = State.text
  private var body: [UInt8] = []

  /// Makes a scanner for a terminal in its initial state.
  public init() {}

  /// Scans more bytes.
  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { accept(byte) }
  }

  private mutating func accept(_ byte: UInt8) {
    switch state {
    case .text:
      if byte == 0x1B {
        state = .escape
        body = []
      } else if byte < 0x20 || byte == 0x7F {
        kinds.insert("C0 " + hex(byte))
      }
    case .escape:
      afterEscape(byte)
    case .control:
      if byte == 0x18 || byte == 0x1A {
        state = .text
      } else if (0x40...0x7E).contains(byte) {
        finishControl(byte)
      } else if (0x20...0x3F).contains(byte) {
        body.append(byte)
      } else {
        kinds.insert("invalid")
        state = .text
      }
    case .string(let kind):
      if byte == 0x07 {
        finishString(kind)
      } else if byte == 0x1B {
        state = .stringEscape(kind)
      } else if body.count < Self.question.count + 1 {
        body.append(byte)
      }
    case .stringEscape(let kind):
      finishString(kind)
      if byte != UInt8(ascii: "\\") { kinds.insert("invalid") }
    }
  }

  private mutating func afterEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "]"): state = .string("OSC")
    case UInt8(ascii: "P"): state = .string("DCS")
    case UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"): state = .string("APC")
    case 0x20...0x2F: body.append(byte)
    case 0x30...0x7E:
      kinds.insert((["ESC"] + (body + [byte]).map(character)).joined(separator: " "))
      if byte == UInt8(ascii: "c"), body.isEmpty { modes = [25] }
      state = .text
    default:
      kinds.insert("invalid")
      state = .text
    }
  }

  private mutating func finishControl(_ final: UInt8) {
    state = .text
    let marks = body.filter { !(0x30...0x3B).contains($0) }.map(character)
    var kind = (["CSI"] + marks).joined(separator: " ")
    if body.first == UInt8(ascii: "?"), final == UInt8(ascii: "h") || final == UInt8(ascii: "l") {
      let numbers = String(decoding: body.dropFirst(), as: UTF8.self)
      kind += " " + numbers
      for number in numbers.split(separator: ";").compactMap({ Int($0) }) {
        if final == UInt8(ascii: "h") { modes.insert(number) } else { modes.remove(number) }
      }
    }
    kinds.insert(kind + " " + character(final))
  }

  private mutating func finishString(_ kind: String) {
    kinds.insert(kind == "OSC" && body == Self.question ? "OSC 11 ?" : kind)
    state = .text
  }

  private func character(_ byte: UInt8) -> String {
    String(Character(Unicode.Scalar(byte)))
  }

  private func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
