import Testing

@testable import Terminal

struct WrappingTests {
  @Test(arguments: [
    ("", 5, [""]),
    ("one two", 7, ["one two"]),
    ("one two", 6, ["one ", "two"]),
    ("one two", 3, ["one", "two"]),
    ("one   two", 4, ["one ", "two"]),
    ("a\nb", 5, ["a", "b"]),
    ("a\r\nb\rc\n", 5, ["a", "b", "c", ""]),
    ("\n\n", 5, ["", "", ""]),
    ("unbreakable", 4, ["unbr", "eaka", "ble"]),
    ("an unbreakable", 4, ["an ", "unbr", "eaka", "ble"]),
    ("茶壶和杯子", 4, ["茶壶", "和杯", "子"]),
    ("茶壶。杯", 4, ["茶", "壶。", "杯"]),
    ("my 茶壶", 5, ["my 茶", "壶"]),
    ("x👨‍👩‍👧y", 3, ["x", "👨‍👩‍👧", "y"]),
    ("ab", 0, ["a", "b"]),
    ("a\tb", 2, ["a", "\t", "b"]),
  ])
  func wraps(_ text: String, _ limit: Int, _ expected: [String]) {
    #expect(CellText.wrapped(text, toWidth: limit) == expected)
  }

  @Test func losesNothingAndFits() {
    let seed: UInt64 = 0x5EED_0002
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let text = random.hostileText(length: 60)
      let limit = Int.random(in: 1...12, using: &random)
      let lines = CellText.lines(of: text, toWidth: limit)
      let lineEnds: Set<Character> = ["\n", "\r", "\r\n"]
      #expect(
        lines.flatMap { $0 } == text.filter { !lineEnds.contains($0) },
        "seed \(seed), text \(text.debugDescription)")
      for line in CellText.wrapped(text, toWidth: limit) {
        #expect(
          CellText.width(of: line) <= limit || line.count == 1,
          "seed \(seed), limit \(limit), line \(line.debugDescription)")
      }
    }
  }
}
