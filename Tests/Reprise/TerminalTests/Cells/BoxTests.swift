import Testing

@testable import Terminal

/// Boxes: rounded corners, joined lines, titles.
struct BoxTests {
  private func canvas(_ width: Int, _ height: Int) -> Canvas {
    Canvas(size: Size(width: width, height: height), theme: .dark)
  }

  @Test func cornersAreRounded() {
    let canvas = canvas(4, 3)
    canvas.drawBox(canvas.bounds)
    #expect(canvas.frame.plainText() == "╭──╮\n│  │\n╰──╯")
  }

  @Test func boxesThatShareEdgesJoin() {
    let canvas = canvas(7, 5)
    for x in [0, 3] {
      for y in [0, 2] { canvas.drawBox(Rect(x: x, y: y, width: 4, height: 3)) }
    }
    #expect(canvas.frame.plainText() == "╭──┬──╮\n│  │  │\n├──┼──┤\n│  │  │\n╰──┴──╯")
  }

  @Test func aDividerJoinsTheEdges() {
    let canvas = canvas(4, 5)
    canvas.drawBox(canvas.bounds)
    canvas.drawDivider(atRow: 2, of: canvas.bounds)
    #expect(canvas.frame.plainText() == "╭──╮\n│  │\n├──┤\n│  │\n╰──╯")
  }

  /// A box covers what it was filled over: nothing behind a sheet shows through.
  @Test func aFilledBoxJoinsNothing() {
    let canvas = canvas(5, 3)
    canvas.drawBox(canvas.bounds)
    let inner = Rect(x: 2, y: 0, width: 3, height: 3)
    canvas.fill(inner)
    canvas.drawBox(inner)
    #expect(canvas.frame.plainText() == "╭─╭─╮\n│ │ │\n╰─╰─╯")
  }

  @Test func textIsNotPartOfALine() {
    let canvas = canvas(4, 2)
    canvas.draw("茶茶", at: .zero)
    canvas.drawBox(Rect(x: 1, y: 0, width: 2, height: 2))
    #expect(canvas.frame.plainText() == " ╭╮\n ╰╯")
  }

  @Test func titleIsAtTheLeftAndDetailAtTheRight() {
    let canvas = canvas(24, 2)
    canvas.drawFrame(canvas.bounds, title: "Items", detail: "4 of 30", isFocused: true)
    #expect(canvas.frame.plainText() == "╭ Items ───── 4 of 30 ─╮\n╰──────────────────────╯")
    #expect(canvas.frame[.zero]?.style == Theme.dark[.borderFocused])
  }

  @Test func detailGivesWayToTheTitle() {
    let canvas = canvas(12, 2)
    canvas.drawFrame(canvas.bounds, title: "Everything", detail: "4 of 30")
    #expect(canvas.frame.plainText() == "╭ Everyth… ╮\n╰──────────╯")
    #expect(canvas.frame[.zero]?.style == Theme.dark[.border])
  }

  /// The font of the console has no rounded corners.
  @Test func aConsoleHasSquareCorners() {
    let canvas = canvas(2, 2)
    canvas.drawBox(canvas.bounds)
    let corners = canvas.frame.cells.map { $0.glyph.withSquareCorner.string }
    #expect(corners == ["┌", "┐", "└", "┘"])
    #expect(Glyph.verticalLine.withSquareCorner == .verticalLine)
  }
}
