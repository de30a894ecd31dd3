import Testing

@testable import Terminal

/// Strings from a terminal (OSC, DCS, APC, PM, SOS) never become keys, whatever they contain.
struct InputStringTests {
  /// The introducer of each kind of string.
  static let introducers = ["\u{1B}]", "\u{1B}P", "\u{1B}_", "\u{1B}^", "\u{1B}X"]

  /// Content that could pass for keys: those that quit, delete and exit, escapes, controls, a
  /// paste.
  private static let contents = Array(
    "q\u{1B}x\rD\u{1B}[A\u{1B}[1;5Cq\u{1B}\u{1B}q\n\t\u{1B}[200~x\u{1B}[201~\u{1B}[<0;1;1M\u{1B}Oqжq"
      .utf8)

  private func bytes(_ introducer: String, count: Int) -> [UInt8] {
    var bytes = Array(introducer.utf8)
    while bytes.count < count { bytes += Self.contents }
    return Array(bytes[..<max(count, introducer.utf8.count)])
  }

  /// The events of bytes in two reads, with or without a timeout between them.
  private func events(_ bytes: [UInt8], splitAt split: Int) -> [TerminalEvent] {
    var parser = InputParser()
    return parser.feed(bytes[..<split]) + parser.feed(bytes[split...])
  }

  @Test(arguments: introducers)
  func splitLongStringIsNotAKey(introducer: String) {
    let string = bytes(introducer, count: 100_000) + Array("\u{1B}\\z".utf8)
    var whole = InputParser()
    #expect(whole.feed(string) == [.key(.character("z"))])
    // One parser reads everything; at intervals, a copy of it gets the rest in a single read.
    for start in stride(from: 0, to: string.count, by: 4_999) {
      #expect(events(string, splitAt: start) == [.key(.character("z"))], "split at \(start)")
    }
    var parser = InputParser()
    for (place, byte) in string.dropLast().enumerated() {
      #expect(parser.feed(CollectionOfOne(byte)).isEmpty, "byte \(place)")
    }
    #expect(parser.feed("z".utf8) == [.key(.character("z"))])
  }

  @Test(arguments: introducers)
  func splitShortStringIsNotAKey(introducer: String) {
    let string = bytes(introducer, count: 300) + Array("\u{1B}\\z".utf8)
    for split in 0...string.count {
      #expect(events(string, splitAt: split) == [.key(.character("z"))], "split at \(split)")
    }
  }

  /// A string ends after a pause, however long it is, and none of it becomes a key.
  @Test(arguments: introducers)
  func aStringWithoutAnEndIsOverAfterAWhile(introducer: String) {
    for count in Array(3...200) + [4_096, 4_097, 5_000, 100_000] {
      var parser = InputParser()
      #expect(parser.feed(bytes(introducer, count: count)).isEmpty, "\(count) bytes")
      #expect(parser.timeout(escapeDelay: .zero) == .seconds(1), "\(count) bytes")
      #expect(parser.timeout().isEmpty, "\(count) bytes")
      #expect(!parser.isWaiting)
      #expect(parser.feed("x".utf8) == [.key(.character("x"))])
    }
  }

  /// Alt with a character that introduces a string is a key, after a short delay.
  @Test(arguments: introducers)
  func anIntroducerAloneIsAltWithACharacter(introducer: String) {
    var parser = InputParser()
    #expect(parser.feed(introducer.utf8).isEmpty)
    #expect(parser.timeout(escapeDelay: .milliseconds(25)) == .milliseconds(25))
    #expect(parser.timeout() == [.key(.alt(introducer.last ?? " "))])
  }

  @Test(arguments: introducers)
  func cancellingEndsAString(introducer: String) {
    for end in ["\u{18}", "\u{1A}", "\u{1B}\u{18}"] {
      var parser = InputParser()
      #expect(parser.feed("\(introducer)abc\(end)x".utf8) == [.key(.character("x"))])
    }
  }

  @Test func aBellEndsAnOperatingSystemCommandAndNothingElse() {
    for introducer in Self.introducers {
      var parser = InputParser()
      let keys = parser.feed("\(introducer)abc\u{7}x".utf8)
      #expect(keys == (introducer == "\u{1B}]" ? [.key(.character("x"))] : []))
      #expect(parser.isWaiting == (introducer != "\u{1B}]"))
    }
  }

  /// Control sequences end with their final byte, however long they are.
  @Test func longControlSequenceIsNotAKey() {
    var parser = InputParser()
    let long = "\u{1B}[" + String(repeating: "1;", count: 50_000)
    #expect(parser.feed(long.utf8).isEmpty)
    #expect(parser.feed("qx".utf8) == [.key(.character("x"))])
  }

  /// Ten million random bytes: the parser does not crash, buffers little, and still reads keys
  /// afterwards.
  @Test func randomBytesNeitherCrashNorPileUp() {
    let seed: UInt64 = 0x5EED_0004
    var random = SeededGenerator(seed: seed)
    var parser = InputParser()
    var most = 0
    for round in 0..<2_441 {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(4_096)
      for _ in 0..<512 {
        withUnsafeBytes(of: random.next()) { bytes.append(contentsOf: $0) }
      }
      #expect(parser.feed(bytes).count <= bytes.count, "seed \(seed), round \(round)")
      most = max(most, parser.heldByteCount)
      if round % 16 == 15 { _ = parser.timeout() + parser.abandonPaste() }
    }
    #expect(most <= PasteBuffer.limit + 1024, "seed \(seed)")
    _ = parser.timeout() + parser.abandonPaste()
    #expect(parser.feed("x".utf8).last == .key(.character("x")), "seed \(seed)")
  }
}
