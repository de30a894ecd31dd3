import Testing

@testable import Terminal

/// Input that arrives in pieces, with pauses between them.
struct SplitInputTests {
  /// The key sequences that the parser knows, one of each kind with each key and modifier.
  static let sequences: [String] = {
    let letters = (UInt8(ascii: "!")...UInt8(ascii: "~")).map { $0 }
    let modifiers = 1...8
    var found: [String] = []
    for letter in letters {
      let text = String(UnicodeScalar(letter))
      let isArrow = KeyTable.key(letter: letter) != nil
      let isSmall = KeyTable.smallArrow(letter: letter) != nil
      if isArrow || isSmall { found += ["\u{1B}[\(text)", "\u{1B}O\(text)"] }
      if isArrow { found += modifiers.map { "\u{1B}[1;\($0)\(text)" } }
      if isArrow { found += modifiers.map { "\u{1B}O\($0)\(text)" } }
      if KeyTable.keypad(letter: letter) != nil { found.append("\u{1B}O\(text)") }
    }
    for number in 1...40 where KeyTable.key(number: number) != nil {
      found += ["~", "^", "$", "@"].map { "\u{1B}[\(number)\($0)" }
      found += modifiers.map { "\u{1B}[\(number);\($0)~" }
    }
    for code in [8, 9, 13, 27, 97, 127, 1089] + Array(57399...57426)
    where KeyTable.key(code: code) != nil || code < 57000 {
      found += modifiers.flatMap { ["\u{1B}[\(code);\($0)u", "\u{1B}[27;\($0);\(code)~"] }
    }
    found += ["A", "B", "C", "D", "E"].map { "\u{1B}[[\($0)" }
    return found + [
      "\u{1B}[Z", "\u{1B}[97;1:3u", "\u{1B}[<0;80;24M", "\u{1B}[<65;3;4M", "\u{1B}[M !!",
    ]
  }()

  private static let gaps = [0, 1, 24, 25, 26, 60, 99, 100, 101, 250, 499, 500]

  /// The events of pieces that arrive one after another, each some milliseconds after the one before.
  private func events(
    _ pieces: [(after: Int, bytes: ArraySlice<UInt8>)], escapeDelay: Int = 25, thenWait: Int = 0,
    keys: [(sequence: [UInt8], key: KeyPress)] = []
  ) -> [TerminalEvent] {
    var input = TimedInput(
      parser: InputParser(keys: keys), escapeDelay: .milliseconds(escapeDelay))
    var now = ContinuousClock.now
    var events: [TerminalEvent] = []
    let last: (after: Int, bytes: ArraySlice<UInt8>) = (thenWait, [])
    for piece in pieces + [last] {
      now += .milliseconds(piece.after)
      while let deadline = input.deadline, deadline < now { events += input.expire() }
      events += input.feed(piece.bytes, at: now)
    }
    return events
  }

  private func events(
    _ pieces: (after: Int, text: String)..., escapeDelay: Int = 25, thenWait: Int = 0
  ) -> [TerminalEvent] {
    events(
      pieces.map { ($0.after, Array($0.text.utf8)[...]) }, escapeDelay: escapeDelay,
      thenWait: thenWait)
  }

  private func whole(_ bytes: [UInt8]) -> [TerminalEvent] {
    var parser = InputParser()
    return parser.feed(bytes)
  }

  // MARK: - Sequences

  @Test(arguments: [25, 100])
  func aSplitSequenceIsTheSameKeyOrEscAndNothingElse(escapeDelay: Int) {
    for sequence in Self.sequences {
      let bytes = Array(sequence.utf8)
      let whole = whole(bytes)
      for split in 1..<bytes.count {
        for gap in Self.gaps {
          let got = events(
            [(0, bytes[..<split]), (gap, bytes[split...])], escapeDelay: escapeDelay,
            thenWait: 2000)
          let isLate = split == 1 && gap > escapeDelay
          #expect(
            got == (isLate ? [.key(KeyPress(.escape))] : whole),
            "\(sequence.debugDescription) after \(split) bytes, \(gap) ms")
        }
      }
    }
  }

  @Test func aSequenceInManyPiecesIsTheSameKeyOrEscAndNothingElse() {
    let seed: UInt64 = 0x5EED_0040
    var random = SeededGenerator(seed: seed)
    for round in 0..<20_000 {
      let sequence = Self.sequences[Int.random(in: 0..<Self.sequences.count, using: &random)]
      let bytes = Array(sequence.utf8)
      var pieces: [(after: Int, bytes: ArraySlice<UInt8>)] = []
      var start = 0
      var isLate = false
      while start < bytes.count {
        let end = Int.random(in: (start + 1)...bytes.count, using: &random)
        let gap = start == 0 ? 0 : Self.gaps.randomElement(using: &random) ?? 0
        if start == 1, gap > 25 { isLate = true }
        pieces.append((gap, bytes[start..<end]))
        start = end
      }
      let got = events(pieces, thenWait: 2000)
      #expect(
        got == (isLate ? [.key(KeyPress(.escape))] : whole(bytes)),
        "seed \(seed), round \(round), \(sequence.debugDescription)")
    }
  }

  @Test func keysOfTheTerminalTypeAreDroppedAsWell() {
    let keys = [(sequence: Array("\u{1B}[214z".utf8), key: KeyPress(.home))]
    let bytes = Array("\u{1B}[214z".utf8)
    for split in 1..<bytes.count {
      let got = events([(0, bytes[..<split]), (60, bytes[split...])], keys: keys)
      #expect(got == [.key(split == 1 ? KeyPress(.escape) : KeyPress(.home))])
    }
  }

  /// The first ESC is a key of its own, or Alt with what follows.
  @Test func escBeforeASplitSequenceIsNotLost() {
    let escape = TerminalEvent.key(KeyPress(.escape))
    #expect(events((0, "\u{1B}"), (60, "\u{1B}[A")) == [escape, .key(KeyPress(.up))])
    #expect(events((0, "\u{1B}\u{1B}"), (60, "[A")) == [escape, escape])
    #expect(events((0, "\u{1B}\u{1B}["), (60, "A")) == [.key(KeyPress(.up, .alt))])
  }

  @Test func inputAfterTheRestIsTyped() {
    let got = events((0, "\u{1B}"), (60, "[Dx"), (0, "D\u{1B}[A"))
    #expect(
      got == [
        .key(KeyPress(.escape)), .key(.character("x")), .key(.character("D")), .key(KeyPress(.up)),
      ])
  }

  // MARK: - What is no rest

  @Test func inputAfterEscIsNotDropped() {
    let escape = TerminalEvent.key(KeyPress(.escape))
    for text in ["x", "D", "]", "P", "_", "茶"] {
      let got = events((0, "\u{1B}"), (60, text))
      #expect(got == [escape, .key(.character(Character(text)))], "\(text)")
    }
    for text in ["[", "O"] {
      let typed = TerminalEvent.key(.character(Character(text)))
      #expect(events((0, "\u{1B}"), (60, text), thenWait: 499) == [escape])
      #expect(events((0, "\u{1B}"), (60, text), thenWait: 501) == [escape, typed])
      #expect(events((0, "\u{1B}"), (501, text)) == [escape, typed])
      #expect(
        events((0, "\u{1B}"), (60, text), (60, "ж")) == [escape, typed, .key(.character("ж"))])
      #expect(
        events((0, "\u{1B}"), (60, text), (60, "\r")) == [escape, typed, .key(KeyPress(.enter))])
      #expect(
        events((0, "\u{1B}"), (60, text), (60, "\u{1B}"), thenWait: 26) == [escape, typed, escape])
    }
    let slow = [escape, .key(.character("[")), .key(.character("D"))]
    #expect(events((0, "\u{1B}"), (501, "[D")) == slow)
    let word = [escape] + "Ohio".map { TerminalEvent.key(.character($0)) }
    #expect(events((0, "\u{1B}"), (60, "O"), (60, "h"), (60, "io")) == word)
  }

  @Test func escTypedAsASequenceHasNoRest() {
    let got = events((0, "\u{1B}[27u"), (60, "[D"))
    #expect(
      got == [.key(KeyPress(.escape)), .key(.character("[")), .key(.character("D"))])
  }

  // MARK: - Sequences without an end

  /// However long the rest takes, what has begun is never Esc.
  @Test func aBegunSequenceIsNeverEsc() {
    for start in ["\u{1B}[", "\u{1B}O", "\u{1B}[1;5", "\u{1B}[<0;1", "\u{1B}[M", "\u{1B}[["] {
      for wait in [26, 101, 500, 999, 1001, 100_000] {
        let got = events((0, start), thenWait: wait) + events((0, start), (wait, "x"))
        #expect(!got.contains(.key(KeyPress(.escape))), "\(start.debugDescription) \(wait)")
      }
    }
  }

  @Test func aSequenceWithoutAnEndLeavesTheKeyboardAloneAfterASecond() {
    for (start, keys) in [
      ("\u{1B}[", [KeyPress.alt("[")]), ("\u{1B}O", [.alt("O")]), ("\u{1B}[1;5", []),
      ("\u{1B}[<0;1", []), ("\u{1B}[M!", []),
    ] {
      #expect(events((0, start), thenWait: 1000) == [])
      let got = events((0, start), (1001, "x"))
      #expect(got == (keys + [.character("x")]).map(TerminalEvent.key))
    }
  }

  // MARK: - Pastes and reports

  @Test func aPasteWhoseMarkIsSplitIsStillAPaste() {
    let bytes = Array("\u{1B}[200~rm -rf\nDx\u{1B}[201~".utf8)
    for split in 1..<bytes.count {
      for gap in Self.gaps {
        let got = events([(0, bytes[..<split]), (gap, bytes[split...])])
        let late: [TerminalEvent] = split == 1 && gap > 25 ? [.key(KeyPress(.escape))] : []
        #expect(got == late + [.paste("rm -rf\nDx")], "after \(split) bytes, \(gap) ms")
      }
    }
  }

  @Test func aReportWhoseEscCameTooEarlyStillCounts() {
    let escape = TerminalEvent.key(KeyPress(.escape))
    #expect(events((0, "\u{1B}"), (60, "[I")) == [escape, .focus(true)])
    #expect(events((0, "\u{1B}"), (60, "[O")) == [escape, .focus(false)])
    #expect(events((0, "\u{1B}"), (60, "[?62;4c")) == [escape, .attributes([62, 4])])
  }

  /// A letter introduces a string, so its rest is dropped only while an answer is awaited.
  @Test func aSplitReplyIsNotTyped() {
    for reply in [
      "\u{1B}]11;rgb:0/0/0\u{1B}\\", "\u{1B}P1+r544E=61\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\",
    ] {
      let bytes = Array(reply.utf8)
      for split in 1..<bytes.count {
        for gap in Self.gaps {
          var input = TimedInput(escapeDelay: .milliseconds(25))
          input.parser.expectsReply = true
          var now = ContinuousClock.now
          var events = input.feed(bytes[..<split], at: now)
          now += .milliseconds(gap)
          while let deadline = input.deadline, deadline < now { events += input.expire() }
          events += input.feed(bytes[split...], at: now)
          let keys = events.filter { if case .key = $0 { true } else { false } }
          let isLate = split == 1 && gap > 50
          #expect(keys == (isLate ? [.key(KeyPress(.escape))] : []), "\(split), \(gap) ms")
        }
      }
    }
  }

  // MARK: - UTF-8

  @Test func splitCharacterIsTypedAfterAnyDelay() {
    for text in ["é", "ж", "茶", "\u{FFFD}", "🏠", "\u{10FFFF}", "߿"] {
      let bytes = Array(text.utf8)
      for split in 1..<bytes.count {
        for gap in Self.gaps + [5_000, 3_600_000] {
          let got = events([(0, bytes[..<split]), (gap, bytes[split...])])
          #expect(got == [.key(.character(Character(text)))], "\(text) after \(split), \(gap) ms")
        }
      }
      let slow = bytes.indices.map { (after: 600, bytes: bytes[$0...$0]) }
      #expect(events(slow) == [.key(.character(Character(text)))])
      let alt = [0x1B] + bytes
      #expect(events([(0, alt[..<2]), (600, alt[2...])]) == [.key(.alt(Character(text)))])
    }
  }

  /// Overlong forms, surrogates, stray tails, cut characters: a pause makes no difference.
  @Test func invalidUTF8MeansTheSameInPieces() {
    let invalid: [[UInt8]] = [
      [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80], [0x80], [0xBF, 0xBF],
      [0xC3, 0x61], [0xE2, 0x82, 0x61], [0xF0, 0x9F, 0x8F, 0x1B, 0x5B, 0x41], [0xE8, 0x8C, 0xE8],
      [0xFE, 0xFF], [0xC3, 0x0D], [0xE8, 0x8C, 0x7F],
    ]
    for bytes in invalid {
      for split in 1..<bytes.count where bytes[split - 1] != 0x1B {
        for gap in Self.gaps {
          let got = events([(0, bytes[..<split]), (gap, bytes[split...])])
          #expect(got == whole(bytes), "\(bytes) after \(split) bytes, \(gap) ms")
        }
      }
    }
  }

  // MARK: - Any bytes

  /// The text that runs of typed characters yield: of two feeds they are two keys, of one a grapheme.
  private func joined(_ events: [TerminalEvent]) -> [String] {
    var result: [String] = []
    var text = ""
    for event in events {
      if case .key(let press) = event, case .character(let character) = press.key,
        press.modifiers.isEmpty
      {
        text.append(character)
        continue
      }
      if !text.isEmpty { result.append(text) }
      text = ""
      result.append("\(event)")
    }
    return text.isEmpty ? result : result + [text]
  }

  @Test func bytesThatAreChoppedWithoutAPauseMeanTheSame() {
    let fragments = [
      "\u{1B}", "[", "O", "]", "P", "_", "<", "?", ";", ":", "M", "m", "u", "~", "$", "A", "\\",
      "200~",
      "\u{1B}[200~", "\u{1B}[201~", "\u{7}", "\u{18}", "1", "27", "\u{1B}[<0;1;1M", "é", "茶", "🏠",
      "\u{9B}", "\r", "\0", "\u{1B}[M", "\u{1B}[I", "\u{1B}OP", "\u{1B}[[A",
    ]
    for seed in UInt64(0)..<4_000 {
      var random = SeededGenerator(seed: seed)
      let bytes: [UInt8] = (0..<Int.random(in: 1...30, using: &random)).flatMap { _ in
        Int.random(in: 0..<4, using: &random) > 0
          ? Array(fragments[Int.random(in: 0..<fragments.count, using: &random)].utf8)
          : [UInt8.random(in: 0...255, using: &random)]
      }
      var pieces: [(after: Int, bytes: ArraySlice<UInt8>)] = []
      var start = 0
      while start < bytes.count {
        let end = Int.random(in: (start + 1)...bytes.count, using: &random)
        pieces.append((0, bytes[start..<end]))
        start = end
      }
      #expect(joined(events(pieces)) == joined(whole(bytes)), "seed \(seed), \(bytes)")
    }
  }

  // MARK: - The wait for a lone ESC

  @Test func escWaitsLongerOverSSH() {
    func delay(_ environment: [String: String]) -> Duration {
      TimedInput.escapeDelay(in: environment)
    }
    #expect(delay([:]) == .milliseconds(25))
    #expect(delay(["SSH_CONNECTION": "", "SSH_TTY": ""]) == .milliseconds(25))
    #expect(delay(["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"]) == .milliseconds(100))
    #expect(delay(["SSH_TTY": "/dev/pts/3"]) == .milliseconds(100))
    #expect(delay(["SSH_TTY": "/dev/pts/3", "ESCDELAY": "10"]) == .milliseconds(10))
    #expect(delay(["ESCDELAY": "-5"]) == .zero)
    #expect(delay(["ESCDELAY": "99999"]) == .seconds(1))
    #expect(delay(["ESCDELAY": "soon"]) == .milliseconds(25))
  }
}
