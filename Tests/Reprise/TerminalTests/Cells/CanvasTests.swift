import Testing

@testable import Terminal

struct CanvasTests {
  private func picture(width: Int, height: Int = 1, _ draw: (Canvas) -> Void) -> String {
    let canvas = Canvas(size: Size(width: width, height: height))
    draw(canvas)
    return canvas.frame.plainText()
  }

  @Test func textIsClippedToTheArea() {
    let shown = picture(width: 8, height: 2) { canvas in
      canvas.inside(Rect(x: 2, y: 0, width: 4, height: 1)) { inner in
        inner.draw("abcdef", at: .zero)
        inner.draw("below", at: Point(x: 0, y: 1))
        inner.draw("left", at: Point(x: -2, y: 0))
      }
    }
    #expect(shown == "  ftcd\n")
  }

  @Test func aWideGlyphIsNeverHalved() {
    #expect(picture(width: 3) { $0.draw("茶壶", at: .zero) } == "茶")
    #expect(picture(width: 4) { $0.draw("茶", at: Point(x: -1, y: 0)) } == "")
    let leftOver = picture(width: 4) { canvas in
      canvas.draw("茶壶", at: .zero)
      canvas.draw("ab", at: Point(x: 1, y: 0))
    }
    #expect(leftOver == " ab")
  }

  @Test func drawingReturnsTheColumnsUsed() {
    let canvas = Canvas(size: Size(width: 20, height: 1))
    #expect(canvas.draw("茶 a", at: .zero) == 4)
    #expect(canvas.draw("teapot", at: .zero, width: 4) == 4)
    #expect(canvas.frame.plainText() == "tea…")
  }

  @Test func theCursorIsSetOnlyWhereItCanBeSeen() {
    let canvas = Canvas(size: Size(width: 4, height: 2))
    canvas.inside(Rect(x: 1, y: 1, width: 2, height: 1)) { inner in
      inner.setCursor(Point(x: 1, y: 0))
    }
    #expect(canvas.frame.cursor == Point(x: 2, y: 1))
    canvas.inside(Rect(x: 1, y: 1, width: 2, height: 1)) { $0.setCursor(Point(x: 2, y: 0)) }
    #expect(canvas.frame.cursor == nil)
  }
}
