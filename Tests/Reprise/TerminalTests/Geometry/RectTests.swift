import Testing

@testable import Terminal

/// Coordinates at the limits of `Int`.
@Suite struct RectTests {
  private let endless = Rect(x: 3, y: 4, width: .max, height: .max)
  private let screen = Rect(x: 0, y: 0, width: 80, height: 24)

  @Test func overflowingEdgesAreClamped() {
    #expect(endless.maxX == .max)
    #expect(endless.maxY == .max)
    #expect(Rect(x: .min, y: .min, width: -1, height: -1).maxX == .min)
    #expect(endless.contains(Point(x: .max - 1, y: .max - 1)))
  }

  @Test func theyMeetOthers() {
    #expect(endless.intersection(screen) == Rect(x: 3, y: 4, width: 77, height: 20))
    let everywhere = Rect(x: .min, y: .min, width: .max, height: .max)
    #expect(everywhere.intersection(screen).isEmpty, "it ends before 0")
    #expect(everywhere.intersection(endless).isEmpty)
    #expect(endless.intersection(endless) == Rect(x: 3, y: 4, width: .max - 3, height: .max - 4))
  }

  @Test func theyMove() {
    #expect(endless.offsetBy(dx: .max, dy: .min).origin == Point(x: .max, y: .min + 4))
    #expect(endless.relative(to: Point(x: .min, y: .max)).origin == Point(x: .max, y: 4 - .max))
    let inset = endless.inset(by: EdgeInsets(top: .max, left: .min, bottom: 1, right: .max))
    #expect(inset.origin == Point(x: .min + 3, y: .max))
    #expect(inset.height == 0)
  }

  @Test func aCanvasDrawsAsFarAsItGoes() {
    let canvas = Canvas(size: Size(width: 6, height: 2))
    canvas.inside(endless.offsetBy(dx: -1, dy: -3)) { inner in
      inner.fill(Rect(x: 0, y: 0, width: .max, height: .max), with: .shade)
      inner.draw("abcdefgh", at: .zero)
      inner.draw("lost", at: Point(x: .max, y: 0))
      inner.draw("lost", at: Point(x: .min, y: 0))
      inner.setCursor(Point(x: .max, y: 0))
    }
    #expect(canvas.frame.plainText() == "\n  abcd")
    #expect(canvas.frame.cursor == nil)
  }
}
