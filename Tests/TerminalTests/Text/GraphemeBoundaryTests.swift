import Testing

@testable import Terminal

/// Where a text is said to part for certain, nothing around makes it join.
struct GraphemeBoundaryTests {
  @Test func whatAlwaysBreaksBreaksAmongAnything() {
    let seed: UInt64 = 0x5EED_0003
    var random = SeededGenerator(seed: seed)
    var count = 0
    for _ in 0..<500 {
      let text = Array(random.hostileText(length: 40) + "plain 茶壶\r\nwords")
      for (first, second) in zip(text, text.dropFirst())
      where CellText.alwaysBreaks(between: first, and: second) {
        let left = random.hostileText(length: 3) + String(first)
        let right = String(second) + random.hostileText(length: 3)
        #expect(
          Array(left + right) == Array(left) + Array(right),
          "seed \(seed): \(left.debugDescription), \(right.debugDescription)")
        count += 1
      }
    }
    #expect(count > 5000)
  }

  @Test(arguments: [("e", "\u{301}"), ("🇩", "🇪"), ("👩", "\u{200D}"), ("ก", "ำ"), ("\u{600}", "1")])
  func whatCouldJoinIsNotSaidToBreak(_ first: Character, _ second: Character) {
    #expect(!CellText.alwaysBreaks(between: first, and: second))
  }
}
