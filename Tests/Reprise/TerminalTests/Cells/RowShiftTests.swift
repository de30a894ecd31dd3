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

  @Test func changedSelectionIsNotScrolling() {
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

  /// Rows are compared as bytes.
  @Test func aRowIsTheSameHoweverItWasDrawn() {
    let size = Size(width: 12, height: 1)
    let pictures: [(Canvas) -> Void] = [
      { $0.draw("ab 茶", at: .zero, style: .title) },
      { canvas in
        canvas.fill(canvas.bounds, with: .shade, style: .selected)
        canvas.fill(canvas.bounds)
        canvas.draw("ab 茶茶", at: .zero, style: .plain)
        canvas.fill(Rect(x: 5, y: 0, width: 7, height: 1))
        canvas.restyle(Rect(x: 0, y: 0, width: 5, height: 1)) { _ in .title }
      },
      { canvas in
        let other = Canvas(size: Size(width: 20, height: 1))
        other.draw("x", at: .zero, style: .accent)
        other.draw("ab 茶", at: Point(x: 1, y: 0), style: .title)
        canvas.draw(other.frame, at: Point(x: -1, y: 0))
      },
    ]
    let frames = pictures.map { draw in
      let canvas = Canvas(size: size)
      draw(canvas)
      return canvas.frame
    }
    for frame in frames {
      #expect(frame == frames[0])
      #expect(frame.hasRow(0, at: 0, in: frames[0]))
    }
  }
}
