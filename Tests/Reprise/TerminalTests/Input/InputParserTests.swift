import Testing

@testable import Terminal

struct InputParserTests {
  struct Example: CustomTestStringConvertible {
    let bytes: [UInt8]
    let events: [TerminalEvent]

    init(_ text: String, _ events: [TerminalEvent]) {
      self.bytes = Array(text.replacing("\\e", with: "\u{1B}").utf8)
      self.events = events
    }

    init(_ text: String, _ keys: KeyPress...) {
      self.init(text, keys.map(TerminalEvent.key))
    }

    var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }
  }

  /// Each yields its events however its bytes are split.
  static let examples = [
    Example("aZ ~", .character("a"), .character("Z"), .character(" "), .character("~")),
    Example("ж茶🏠", .character("ж"), .character("茶"), .character("🏠")),
    Example("\u{01}\u{1A}\n", .control("a"), .control("z"), .control("j")),
    Example("\0\u{1C}\u{1D}\u{1F}", .control(" "), .control("\\"), .control("]"), .control("_")),
    Example(
      "\r\t\u{08}\u{7F}", KeyPress(.enter), KeyPress(.tab), KeyPress(.backspace),
      KeyPress(.backspace)),
    Example("\\ea\\eé", .alt("a"), .alt("é")),
    Example(
      "\\e\u{7F}\\e\r\\e\u{01}", KeyPress(.backspace, .alt), KeyPress(.enter, .alt),
      KeyPress(.character("a"), [.control, .alt])),
    Example(
      "\\e[A\\e[B\\e[C\\e[D", KeyPress(.up), KeyPress(.down), KeyPress(.right), KeyPress(.left)),
    Example(
      "\\eOA\\eOB\\eOC\\eOD", KeyPress(.up), KeyPress(.down), KeyPress(.right), KeyPress(.left)),
    Example(
      "\\e[H\\eOH\\e[1~\\e[7~", KeyPress(.home), KeyPress(.home), KeyPress(.home), KeyPress(.home)),
    Example(
      "\\e[F\\eOF\\e[4~\\e[8~", KeyPress(.end), KeyPress(.end), KeyPress(.end), KeyPress(.end)),
    Example(
      "\\e[2~\\e[3~\\e[5~\\e[6~", KeyPress(.insert), KeyPress(.delete), KeyPress(.pageUp),
      KeyPress(.pageDown)),
    Example(
      "\\eOP\\eOS\\e[11~\\e[[A\\e[[E", KeyPress(.function(1)), KeyPress(.function(4)),
      KeyPress(.function(1)), KeyPress(.function(1)), KeyPress(.function(5))),
    Example(
      "\\e[15~\\e[17~\\e[21~\\e[23~\\e[24~", KeyPress(.function(5)), KeyPress(.function(6)),
      KeyPress(.function(10)), KeyPress(.function(11)), KeyPress(.function(12))),
    Example("\\e[Z\\e[1;6Z", KeyPress(.tab, .shift), KeyPress(.tab, [.shift, .control])),
    Example(
      "\\e[1;2A\\e[1;3B\\e[1;5C\\e[1;8D", KeyPress(.up, .shift), KeyPress(.down, .alt),
      KeyPress(.right, .control), KeyPress(.left, [.shift, .alt, .control])),
    Example(
      "\\e[1;5P\\e[1;2R\\e[3;5~\\eO5C", KeyPress(.function(1), .control),
      KeyPress(.function(3), .shift), KeyPress(.delete, .control), KeyPress(.right, .control)),
    Example(
      "\\e[a\\eOa\\e[3^\\e[3$\\e[3@", KeyPress(.up, .shift), KeyPress(.up, .control),
      KeyPress(.delete, .control), KeyPress(.delete, .shift), KeyPress(.delete, [.control, .shift])),
    Example("\\e\\e[A\\e\\eOB", KeyPress(.up, .alt), KeyPress(.down, .alt)),
    Example("\\e\\ea", KeyPress(.escape), .alt("a")),
    Example(
      "\\eOM\\eOp\\eOy\\eOk", KeyPress(.enter), .character("0"), .character("9"), .character("+")),
    Example(
      "\\e[13;2u\\e[9;5u\\e[27u\\e[127;3u", KeyPress(.enter, .shift), KeyPress(.tab, .control),
      KeyPress(.escape), KeyPress(.backspace, .alt)),
    Example(
      "\\e[97;5u\\e[97;2u\\e[49:33;2u\\e[97;6u\\e[1089;5u", .control("a"), .character("A"),
      .character("!"), KeyPress(.character("a"), [.control, .shift]), .control("с")),
    Example("\\e[97;1:3u\\e[57441u\\e[7;1u", []),
    Example("\\e[27;5;13~\\e[27;5;105~", KeyPress(.enter, .control), .control("i")),
    Example("\\e[57417u\\e[57401u", KeyPress(.left), .character("2")),
    Example("\\e[I\\e[O", [.focus(true), .focus(false)]),
    Example(
      "\\e[<0;1;1M\\e[<0;80;24m",
      [
        .mouse(MouseEvent(.press, at: .zero)),
        .mouse(MouseEvent(.release, at: Point(x: 79, y: 23))),
      ]),
    Example(
      "\\e[<64;3;4M\\e[<65;3;4M\\e[<16;3;4M",
      [
        .mouse(MouseEvent(.wheel(-1), at: Point(x: 2, y: 3))),
        .mouse(MouseEvent(.wheel(1), at: Point(x: 2, y: 3))),
        .mouse(MouseEvent(.press, at: Point(x: 2, y: 3), modifiers: .control)),
      ]),
    Example("\\e[<32;3;4M", [.mouse(MouseEvent(.drag, at: Point(x: 2, y: 3)))]),
    Example("\\e[<2;3;4M\\e[<35;3;4M\\e[<0;0;4M\\e[<0;4M\\e[<0;99999999999;4Mx", .character("x")),
    Example("\\e[M !!x", .character("x")),
    Example(
      "\\e[200~a\\e[31mb\r\nc\rd\u{7}\te\\e[201~f",
      [.paste("a[31mb\nc\nd\te"), .key(.character("f"))]),
    Example("\\e[200~\\e[20\\e[201\\e\\e[201~", [.paste("[20[201")]),
    Example("\\e[200~\\e[200~\u{9B}ж\u{85}\\e[201~", [.paste("[200~ж")]),
    Example("\\e[201~x", .character("x")),
    Example(
      "\\e[24;80R\\e[1;1R\\e[?1;2c\\e[>0;276;0c\\e[0n\\e[?2026;1$yx",
      [.attributes([1, 2]), .key(.character("x"))]),
    Example(
      "\\e]11;rgb:0000/0000/0000\\e\\x\\e]0;title\u{7}y",
      [.background(RGB(0)), .key(.character("x")), .key(.character("y"))]),
    // Only keys have an ESC for Alt; before anything else it is the escape key.
    Example(
      "\\e\\e[I\\e\\e[<0;1;1M\\e\\e[?1;2c",
      [
        .key(KeyPress(.escape)), .focus(true), .key(KeyPress(.escape)),
        .mouse(MouseEvent(.press, at: .zero)), .key(KeyPress(.escape)), .attributes([1, 2]),
      ]),
    Example(
      "\\e\\e]11;rgb:0000/0000/0000\\e\\\\e\\e[200~a\\e[201~",
      [.key(KeyPress(.escape)), .background(RGB(0)), .key(KeyPress(.escape)), .paste("a")]),
    Example(
      "\\e\\e[?2026;1$y\\e\\e[?2031;2$y\\e\\eP1$r0m\\e\\x",
      [
        .key(KeyPress(.escape)), .key(KeyPress(.escape)), .report(.mode(2031, state: 2)),
        .key(KeyPress(.escape)), .key(.character("x")),
      ]),
    Example("\\e\\e[M !!x", KeyPress(.escape), .character("x")),
    Example("\\e\\e[99~\\e\\e[24;80Rx", .character("x")),
    Example("\\eP1$r0m\\e\\x\\e_Gi=1;OK\\e\\y", .character("x"), .character("y")),
    Example("\\e]cut\u{18}\\e[A\\e[1\rz", KeyPress(.up), KeyPress(.enter), .character("z")),
    Example("\\e[1;2\u{18}q\\e[?99zw", .character("q"), .character("w")),
    Example("\\e[" + String(repeating: "1;", count: 200) + "Ax", .character("x")),
    Example("\u{85}", .character("\u{FFFD}")),
  ]

  @Test(arguments: examples)
  func understands(_ example: Example) {
    var parser = InputParser()
    #expect(parser.feed(example.bytes) == example.events)
    #expect(!parser.isWaiting)
    #expect(parser.timeout() == [])
  }

  @Test(arguments: examples)
  func doesNotMindWhereInputIsSplit(_ example: Example) {
    for split in 0...example.bytes.count {
      var parser = InputParser()
      let events = parser.feed(example.bytes[..<split]) + parser.feed(example.bytes[split...])
      #expect(events == example.events, "split after \(split) bytes")
    }
    var parser = InputParser()
    #expect(example.bytes.flatMap { parser.feed([$0]) } == example.events, "byte by byte")
  }

  @Test func invalidUTF8BecomesReplacementCharacters() {
    var parser = InputParser()
    let bytes: [UInt8] = [0xFF, 0xC3, 0x61, 0xE2, 0x82, 0x1B, 0x5B, 0x41, 0x9B, 0xED, 0xA0, 0x80]
    let bad = KeyPress.character("\u{FFFD}")
    let keys = [bad, bad, .character("a"), bad, KeyPress(.up), bad, bad, bad, bad]
    #expect(parser.feed(bytes) == keys.map(TerminalEvent.key))
  }

  @Test func nonLetterEndsAltSequence() {
    var parser = InputParser()
    let bytes: [UInt8] = [0x1B, 0xC3, 0x61] + Array("é".utf8)
    let keys = [KeyPress.alt("\u{FFFD}"), .character("a"), .character("é")]
    #expect(parser.feed(bytes) == keys.map(TerminalEvent.key))
  }

  @Test(arguments: [
    ("\u{1B}", [KeyPress(.escape)]), ("\u{1B}\u{1B}", [KeyPress(.escape), KeyPress(.escape)]),
    ("\u{1B}[", [.alt("[")]), ("\u{1B}O", [.alt("O")]), ("\u{1B}]", [.alt("]")]),
    ("\u{1B}P", [.alt("P")]), ("\u{1B}[1;5", []), ("\u{1B}]0;title", []), ("\u{1B}[M!", []),
  ])
  func timeoutDecidesWhatHasBegun(_ text: String, _ keys: [KeyPress]) {
    var parser = InputParser()
    #expect(parser.feed(text.utf8) == [])
    #expect(parser.isWaiting)
    #expect(parser.timeout() == keys.map(TerminalEvent.key))
    #expect(!parser.isWaiting)
    #expect(parser.feed("x".utf8) == [.key(.character("x"))])
  }

  @Test func incompleteCharacterWaitsBeyondTheTimeout() {
    var parser = InputParser()
    #expect(parser.feed([0xE8, 0x8C]) == [])
    #expect(parser.timeout() == [])
    #expect(parser.feed([0xB6]) == [.key(.character("茶"))])
  }

  @Test func aGraphemeTypedAtOnceIsOneKeyPress() {
    var parser = InputParser()
    let keys = ["x", "e\u{301}", "👨‍👩‍👧", "🇩🇪"] as [Character]
    #expect(parser.feed("xe\u{301}👨‍👩‍👧🇩🇪".utf8) == keys.map { .key(.character($0)) })
  }

  @Test func terminfoKeysExtendTheBuiltInOnes() {
    let keys: [(sequence: [UInt8], key: KeyPress)] = [
      (Array("\u{1B}[214z".utf8), KeyPress(.home)), (Array("\u{1B}[A".utf8), KeyPress(.up)),
      (Array("\u{1B}[7$".utf8), KeyPress(.end)), ([0x08], KeyPress(.left)),
    ]
    var parser = InputParser(keys: keys)
    let events = parser.feed("\u{1B}[214z\u{1B}[A\u{1B}[7$\u{08}\u{1B}[B".utf8)
    let expected = [
      KeyPress(.home), KeyPress(.up), KeyPress(.end), KeyPress(.backspace), KeyPress(.down),
    ]
    #expect(events == expected.map(TerminalEvent.key))
  }

  @Test func aPasteHasALimitAndAnEnd() {
    var parser = InputParser()
    #expect(parser.feed("\u{1B}[200~".utf8) == [])
    for _ in 0..<40 {
      #expect(parser.feed(repeatElement(UInt8(ascii: "a"), count: 1 << 16)) == [])
    }
    #expect(parser.isPasting && !parser.isWaiting)
    let events = parser.feed("\u{1B}[201~".utf8)
    #expect(events == [.paste(String(repeating: "a", count: 1 << 20)), .pasteCut(limit: 1 << 20)])
  }

  @Test func incompleteInputIsCounted() {
    var parser = InputParser()
    #expect(parser.feed("\u{1B}[200~abc".utf8) == [])
    let paste = parser.heldByteCount
    #expect(paste >= 3)
    #expect(parser.feed("defg\u{1B}[20".utf8) == [])
    #expect(parser.heldByteCount >= paste + 4)
  }

  @Test func aPasteWithoutAnEndCanBeAbandoned() {
    var parser = InputParser()
    #expect(parser.feed("\u{1B}[200~half".utf8) == [])
    #expect(parser.timeout() == [])
    #expect(parser.abandonPaste() == [.paste("half")])
    #expect(parser.feed("x".utf8) == [.key(.character("x"))])
  }
}
