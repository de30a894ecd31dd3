import Testing

@testable import Terminal

struct FrameExportTests {
  private func frame(width: Int, height: Int, _ draw: (Canvas) -> Void) -> Frame {
    let canvas = Canvas(size: Size(width: width, height: height))
    draw(canvas)
    return canvas.frame
  }

  @Test func plainTextTrimsAndShowsWideGlyphsOnce() {
    let frame = frame(width: 8, height: 3) { canvas in
      canvas.draw("茶壶 a", at: .zero)
      canvas.draw("e\u{301}", at: Point(x: 2, y: 2))
    }
    #expect(frame.plainText() == "茶壶 a\n\n  e\u{301}")
  }

  @Test func ansiSetsEachStyleFromScratchAndEndsPlain() {
    let frame = frame(width: 9, height: 2) { canvas in
      canvas.draw("ab", at: .zero, style: Style(.bold, foreground: .red))
      canvas.draw("c", at: Point(x: 2, y: 0), style: Style(background: .palette(200)))
      canvas.draw("d", at: Point(x: 3, y: 0), style: Style([.reverse, .underline]))
      canvas.draw("plain", at: Point(x: 0, y: 1))
    }
    #expect(
      frame.ansi()
        == "\u{1B}[0;1;31mab\u{1B}[0;48;5;200mc\u{1B}[0;4;7md\u{1B}[0m\nplain\n")
  }

  @Test func ansiKeepsStyledSpacesAtTheEnd() {
    let frame = frame(width: 5, height: 1) { canvas in
      canvas.fill(Rect(x: 0, y: 0, width: 2, height: 1), style: Style(.reverse))
    }
    #expect(frame.ansi() == "\u{1B}[0;7m  \u{1B}[0m\n")
  }

  @Test func escapeSequencesInTextStayText() {
    let frame = frame(width: 12, height: 1) { $0.draw("\u{1B}[31mred\u{9B}m", at: .zero) }
    #expect(frame.ansi() == "^[[31mred\u{FFFD}m\n")
    #expect(frame.plainText() == "^[[31mred\u{FFFD}m")
  }

  @Test func svgPlacesRunsByColumnAndEscapesThem() {
    let frame = frame(width: 6, height: 2) { canvas in
      canvas.draw("<&>", at: Point(x: 1, y: 1))
      canvas.draw("茶", at: Point(x: 4, y: 1), style: Style(foreground: .palette(196)))
      canvas.setCursor(Point(x: 1, y: 1))
    }
    let svg = frame.svg()
    #expect(svg.contains("x=\"36\" y=\"33\" textLength=\"18\""))
    #expect(svg.contains("fill=\"#ff0000\">茶</text>"))
    #expect(svg.contains(" &lt;&amp;&gt;</text>"))
    #expect(svg.contains("<rect x=\"9.5\" y=\"19.5\""))
  }

  @Test func svgSwapsColorsWhenReversed() {
    let frame = frame(width: 2, height: 1) { canvas in
      canvas.draw("x", at: .zero, style: Style(.reverse, foreground: .palette(46)))
    }
    #expect(
      frame.svg().contains("<rect x=\"0\" y=\"0\" width=\"9\" height=\"19\" fill=\"#00ff00\"/>"))
    #expect(frame.svg().contains("fill=\"\(Paper.dark.background.hex)\">x</text>"))
  }
}
