import Testing

@testable import Terminal

@Suite struct RowShiftTests {
  /// A frame with one word in each row.
  private func frame(_ words: [String]) -> Frame {
    let canvas = Canvas(size: Size(width: 12, height: words.count))
    for (y, word) in words.enumerated() { canvas.draw(word, at: Point(x: 0, y: y)) }
    return canvas.frame
  }

  private let list = ["title", "a", "b", "c", "d", "e", "f", "hints"]

  @Test func aListThatWasScrolledIsFound() {
    let down = frame(["title", "b", "c", "d", "e", "f", "g", "hints"])
    #expect(down.shift(from: frame(list)) == RowShift(rows: 1...6, distance: 1))
    let up = frame(["title", "y", "z", "a", "b", "c", "d", "hints"])
    #expect(up.shift(from: frame(list)) == RowShift(rows: 1...6, distance: -2))
  }

  @Test func rowsComeFromWhereTheyStood() {
    let shift = RowShift(rows: 1...6, distance: 2)
    #expect((0..<8).map(shift.origin) == [0, 3, 4, 5, 6, nil, nil, 7])
  }

  @Test func anotherSelectedRowIsNoScrolling() {
    var moved = list
    (moved[2], moved[6]) = ("B", "F")
    #expect(frame(moved).shift(from: frame(list)) == nil)
    #expect(frame(list).shift(from: frame(list)) == nil)
  }

  @Test func rowsThatAreMostlyOthersAreNoScrolling() {
    let other = frame(["title", "k", "l", "m", "a", "n", "o", "hints"])
    #expect(other.shift(from: frame(list)) == nil)
    #expect(frame(["a", "b"]).shift(from: frame(list)) == nil)
  }
}
