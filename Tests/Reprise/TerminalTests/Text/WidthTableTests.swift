import CTerminal
import Glibc
import Testing

@testable import Terminal

/// Compares the table of widths with two independent sources: the C library and Swift.
///
/// `Scripts/make-width-table.py` compares it with a third.
struct WidthTableTests {
  private static var scalars: some Sequence<Unicode.Scalar> {
    (UInt32(0)...0x10FFFF).lazy.compactMap { Unicode.Scalar($0) }
  }

  /// Where the table is right and Debian 12's C library, with the data of Unicode 15, is wrong.
  private static func isOlder(_ value: UInt32) -> Bool {
    switch value {
    // Wide since Unicode 16: trigrams, monograms, counting rods.
    case 0x2630...0x2637, 0x268A...0x268F, 0x1D300...0x1D356, 0x1D360...0x1D376: true
    // Wide only in an East Asian context, like all of its kind; the library makes an exception.
    case 0x3248...0x324F: true
    // A vowel sign that is spacing since Unicode 17.
    case 0x1171E: true
    default: false
    }
  }

  @Test func knownCharactersHaveTheLibrarysWidth() throws {
    let library = try Library("libc.so.6")
    var count = 0
    var wrong: [String] = []
    for scalar in Self.scalars where !Self.isOlder(scalar.value) {
      let width = library.width(of: scalar)
      guard width >= 0, scalar.value > 0 else { continue }
      count += 1
      let ours = terminal_scalar_width(scalar.value)
      if ours != width { wrong.append("U+\(String(scalar.value, radix: 16)): \(ours), \(width)") }
    }
    #expect(wrong == [])
    #expect(count > 280_000)
  }

  @Test func widthsFitTheCategoriesThatSwiftKnows() {
    var count = 0
    var wrong: [String] = []
    for scalar in Self.scalars where scalar.properties.generalCategory != .unassigned {
      let width = terminal_scalar_width(scalar.value)
      if !Self.fits(width, scalar) {
        wrong.append("U+\(String(scalar.value, radix: 16)): \(width)")
      }
      count += 1
    }
    #expect(wrong == [])
    #expect(count > 280_000)
  }

  private static func fits(_ width: Int32, _ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isEmojiPresentation, !(0x1F1E6...0x1F1FF).contains(scalar.value) {
      return width == 2
    }
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .lineSeparator, .paragraphSeparator: return width == -1
    case .nonspacingMark, .enclosingMark: return width == 0
    // Soft hyphens and signs above numbers are visible.
    case .format: return width == 0 || width == 1
    // Korean vowels and final consonants combine with the first consonant's cells.
    case .otherLetter where (0x1160...0x11FF).contains(scalar.value): return width == 0
    case .otherLetter where (0xD7B0...0xD7FB).contains(scalar.value): return width == 0
    default: return width > 0
    }
  }

  /// tmux uses the C library's width, and one column for code points unknown to it.
  @Test func differingWidthsAreAmbiguous() throws {
    let library = try Library("libc.so.6")
    var wrong: [String] = []
    var count = 0
    for scalar in Self.scalars where terminal_scalar_width(scalar.value) >= 0 {
      let (ours, theirs) = (terminal_scalar_width(scalar.value), library.width(of: scalar))
      let isUnknownLetter = theirs < 0 && scalar.properties.numericType == nil && ours == 2
      guard ours != (theirs < 0 ? 1 : theirs), !isUnknownLetter || scalar.value > 0x1F000 else {
        continue
      }
      // Unassigned code points and letters of the newest Chinese blocks are wide by their block.
      guard scalar.value < 0x20000 else { continue }
      count += 1
      let expected =
        (theirs < 0 ? 1 : theirs) < ours
        ? TERMINAL_WIDTH_NARROWER_ELSEWHERE : TERMINAL_WIDTH_WIDER_ELSEWHERE
      if terminal_scalar_dispute(scalar.value) != expected {
        wrong.append("U+\(String(scalar.value, radix: 16)): \(ours), \(theirs)")
      }
    }
    #expect(wrong == [])
    #expect(count > 300)
  }

  /// Text that fills most screens is written on the fast path.
  @Test func everydayTextIsNotDisputed() {
    let disputed = (UInt32(0)...0x10FFFF).filter {
      ($0 < 0x300 || EverydayText.width($0) != nil)
        && terminal_scalar_dispute($0) != TERMINAL_WIDTH_AGREED
    }
    #expect(disputed == [])
  }

  @Test(
    arguments: [
      ("🏠", .same), ("👩‍🚀", .same), ("🧑‍🚀", .narrower), ("\u{1FAE8}", .narrower), ("e\u{301}", .same),
      ("ह", .same), ("\u{93F}", .narrower), ("क्", .narrower), ("a\u{1AB0}", .wider),
      ("\u{3248}", .wider), ("茶", .same),
    ] as [(String, Glyph.WidthElsewhere)])
  func glyphsAreAsDisputedAsTheirCodePoints(text: String, expected: Glyph.WidthElsewhere) throws {
    let piece = try #require(CellText(text).pieces.first)
    #expect(piece.glyph.widthElsewhere == expected)
  }

  /// A few code points of each version, listed by hand.
  @Test(
    arguments: [
      (0x1FAE8, 2), (0x1FACF, 2), (0x1F6DC, 2), (0x1FADF, 2), (0x1FAE9, 2), (0x1FACD, 2),
      (0x31350, 2), (0x1C89, 1), (0x897, 0), (0xAD, 1), (0x200B, 0), (0x1160, 0), (0x115F, 2),
      (0x378, -1), (0xE000, 1), (0x10FFFD, 1), (0x10FFFF, -1), (0x110000, -1),
    ] as [(UInt32, Int32)])
  func newOnesAreThere(value: UInt32, width: Int32) {
    #expect(terminal_scalar_width(value) == width)
  }

  /// `wcwidth`, which ncurses calls, answers from the table.
  @Test func theProcessHasTheSameWidths() throws {
    let process = try Library(nil)
    #expect(process.width(of: "\u{1FAE8}") == 2)
    #expect(process.width(of: "\0") == 0)
    #expect(process.width(of: "\u{1B}") == -1)
  }

  /// The `wcwidth` of a library: the C library's own, or this process's.
  private struct Library {
    private typealias Function = @convention(c) (wchar_t) -> Int32
    private struct Unavailable: Error {}
    private let function: Function
    private let locale: locale_t

    init(_ name: String?) throws {
      guard let library = dlopen(name, RTLD_LAZY | RTLD_NOLOAD),
        let symbol = dlsym(library, "wcwidth"),
        let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
      else { throw Unavailable() }
      function = unsafeBitCast(symbol, to: Function.self)
      self.locale = locale
    }

    func width(of scalar: Unicode.Scalar) -> Int {
      let previous = uselocale(locale)
      defer { uselocale(previous) }
      return Int(function(wchar_t(scalar.value)))
    }
  }
}
