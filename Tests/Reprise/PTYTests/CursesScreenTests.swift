import TestSupport
import RepriseTesting
import Testing

@testable import Terminal

/// The cells that ncurses gets to compare, and what a terminal shows of its output.
@MainActor struct CursesScreenTests {
  private let size = Size(width: 30, height: 20)

  private func screen() throws -> CursesScreen {
    try #require(CursesScreen(type: "xterm-256color", size: size, usesColor: false))
  }

  /// Rows of text between a title and a row of hints.
  private func frame(_ row: (Int) -> String) -> Frame {
    let canvas = Canvas(size: size)
    canvas.draw("title", at: .zero)
    for y in 1..<size.height - 1 { canvas.draw(row(y), at: Point(x: 0, y: y)) }
    canvas.draw("hints", at: Point(x: 0, y: size.height - 1))
    return canvas.frame
  }

  /// A row that shares nothing with its neighbors.
  private func row(_ number: Int) -> String {
    let letter = Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(number % 26)))
    return String(repeating: letter, count: size.width)
  }

  @Test func rowsThatWereScrolledAreNotHandedOverAgain() throws {
    var screen = try screen()
    defer { screen.close() }
    _ = screen.update(to: frame { row($0) })
    #expect(screen.updatedCellCount == size.width * size.height)
    _ = screen.update(to: frame { row($0 + 2) })
    #expect(screen.updatedCellCount == 2 * size.width, "two rows are new")
    _ = screen.update(to: frame { row($0 + 2) })
    #expect(screen.updatedCellCount == 0)
  }

  /// A terminal moves a graphic with its rows, and erases what is drawn in cells that are written.
  @Test func reportsWhetherAGraphicMayBeTouched() throws {
    var screen = try screen()
    defer { screen.close() }
    let rect = Rect(x: 12, y: 2, width: 6, height: 4)
    func isTouched(_ before: (Int) -> String, _ after: (Int) -> String) -> Bool {
      _ = screen.update(to: frame(before))
      _ = screen.update(to: frame(after), around: rect)
      return screen.hasTouchedGraphic
    }
    #expect(isTouched({ row($0) }, { row($0 + 2) }), "we moved rows")
    #expect(
      isTouched({ $0 % 2 == 0 ? "stays" : row($0 + 2) }, { $0 % 2 == 0 ? "stays" : row($0 + 4) }),
      "ncurses may")
    func isTouched(byText old: String, _ new: String, row: Int) -> Bool {
      isTouched(
        { $0 == row ? old : self.row($0 + 40) }, { $0 == row ? new : self.row($0 + 40) })
    }
    #expect(!isTouched(byText: "one", "two", row: 3), "left of it")
    #expect(isTouched(byText: "one------------------one", "two------------------two", row: 3))
    #expect(!isTouched(byText: "one------------------one", "two------------------two", row: 6))
  }

  /// Every second row stays unchanged; ncurses would scroll all of them and rewrite the last one.
  @Test func aRowWithAGlyphOfDisputedWidthIsNotMoved() throws {
    let terminal = try #require(TerminalModel(size: size))
    var screen = try screen()
    defer { screen.close() }
    for step in 0..<6 {
      let frame = frame { $0 % 2 == 0 ? "\u{1FAE8}\u{1FAE8} stays" : row($0 + 2 * step) }
      terminal.feed(screen.update(to: frame))
      for y in 0..<size.height {
        let shown = terminal.picture.rows[y].map(\.text)
        #expect(shown == frame.row(y).map(\.glyph.string), "row \(y), step \(step)")
      }
    }
  }

  /// Rows that are moved up and down, replaced, and hold glyphs of disputed width now and then: whatever
  /// ncurses remembers of them, the terminal shows the frame.
  @Test(arguments: ["xterm-256color", "vt100", "linux", "screen"])
  func terminalShowsTheFrameAfterAnyMove(_ type: String) throws {
    let seed = RunSeed.number
    var random = SeededGenerator(seed: seed)
    let terminal = try #require(TerminalModel(size: size))
    var screen = try #require(CursesScreen(type: type, size: size, usesColor: false))
    defer { screen.close() }
    var rows = (0..<size.height).map { row($0) }
    for step in 0..<300 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0...3:
        let distance = Int.random(in: -3...3, using: &random)
        let top = Int.random(in: 0..<6, using: &random)
        let bottom = Int.random(in: 12..<size.height, using: &random)
        let moved = (top...bottom).map { y in
          (top...bottom).contains(y + distance) ? rows[y + distance] : row(step + y)
        }
        rows.replaceSubrange(top...bottom, with: moved)
      case 4: rows[Int.random(in: 0..<size.height, using: &random)] = "\u{1FAE8} \(step)"
      case 5: rows = rows.map { $0.contains("\u{1FAE8}") ? "" : $0 }
      case 6: rows.swapAt(3, 16)
      default: rows[Int.random(in: 0..<size.height, using: &random)] = row(step)
      }
      let canvas = Canvas(size: size)
      for (y, text) in rows.enumerated() { canvas.draw(text, at: Point(x: 0, y: y)) }
      canvas.setCursor(Point(x: step % size.width, y: step % size.height))
      terminal.feed(screen.update(to: canvas.frame))
      let shown = terminal.picture
      let isRight = (0..<size.height).allSatisfy { y in
        shown.rows[y].map(\.text) == canvas.frame.row(y).map(\.glyph.string)
      }
      try #require(isRight, "seed \(seed), step \(step)\n\(shown.lines.joined(separator: "\n"))")
      #expect(shown.cursor == canvas.frame.cursor, "seed \(seed), step \(step)")
    }
  }

  /// A list under a sheet, in a theme.
  private func sheet(_ theme: Theme, at line: Int) -> Frame {
    let canvas = Canvas(size: Size(width: 80, height: 24), theme: theme)
    for y in 0..<22 {
      canvas.draw("Something in row \(y)", at: Point(x: 1, y: y), style: .title)
      canvas.draw("Study › Desk", at: Point(x: 40, y: y), style: .secondary)
      canvas.draw("€\(y * 37).00", at: Point(x: 70, y: y))
    }
    canvas.quieten(Rect(x: 0, y: 0, width: 80, height: 23))
    canvas.inside(Rect(x: 15, y: 7, width: 50, height: 8), on: .raised) { canvas in
      canvas.drawFrame(canvas.bounds, title: "Delete “Attic”?", isFocused: true)
      canvas.draw("It contains 12 items and 3 places.", at: Point(x: 2, y: 2))
      for (row, answer) in ["[Cancel]", "[Delete place]"].enumerated() {
        canvas.draw(
          answer, at: Point(x: 2, y: 4 + row), style: row == line ? .selected : .plain)
      }
    }
    canvas.inside(Rect(x: 0, y: 23, width: 80, height: 1), on: .bar) { canvas in
      canvas.draw("Esc", at: Point(x: 1, y: 0), style: .title)
      canvas.draw("Cancel", at: Point(x: 5, y: 0), style: .secondary)
    }
    return canvas.frame
  }

  /// The first frame writes the spaces on a shade one by one.
  @Test func shadesCostAtMostHalfMoreBytesInAFirstFrame() throws {
    func bytes(_ theme: Theme) throws -> Int {
      var screen = try #require(
        CursesScreen(
          type: "xterm-256color", size: Size(width: 80, height: 24), usesColor: true))
      defer { screen.close() }
      return screen.update(to: sheet(theme, at: 0)).count
    }
    let (plain, shaded) = (try bytes(Theme(.terminal, colors: 256)), try bytes(.dark))
    #expect(shaded * 2 <= plain * 3, "\(shaded) bytes instead of \(plain)")
  }

  /// The slowest task for ncurses is to detect moved rows.
  @Test func rowsThatWereScrolledAreMovedInAFewBytes() throws {
    var screen = try screen()
    defer { screen.close() }
    _ = screen.update(to: frame { row($0) })
    for step in 1...5 {
      let bytes = screen.update(to: frame { row($0 + step) })
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.hasPrefix("\u{1B}[2;19r\u{1B}[19;1H\n\u{1B}[1;20r"))
      #expect(bytes.count < size.width + 50)
    }
    let up = String(decoding: screen.update(to: frame { row($0 + 2) }), as: UTF8.self)
    #expect(up.hasPrefix("\u{1B}[2;19r\u{1B}[2;1H\u{1B}[3T"))
  }

  /// The first frame bypasses ncurses, which continues from it.
  @Test(arguments: ["xterm-256color", "linux", "vt100"])
  func theFirstFrameIsShownAndKnown(_ type: String) throws {
    let terminal = try #require(TerminalModel(size: size))
    var screen = try #require(CursesScreen(type: type, size: size, usesColor: true))
    defer { screen.close() }
    let canvas = Canvas(size: size)
    for y in 0..<size.height {
      canvas.draw("茶 e\u{301} \(y)  ж", at: Point(x: y % 9, y: y), style: .title)
      canvas.draw("grey", at: Point(x: 24 - y % 4, y: y), style: .secondary)
    }
    canvas.fill(Rect(x: 0, y: 7, width: size.width, height: 1), style: .selected)
    canvas.fill(Rect(x: 3, y: 9, width: 9, height: 1))
    canvas.draw(
      String(repeating: "x", count: size.width), at: Point(x: 0, y: size.height - 1),
      style: .destructive)
    canvas.setCursor(Point(x: 4, y: 11))
    let first = canvas.frame
    terminal.feed(screen.update(to: first))
    func expectPicture(of frame: Frame) {
      let picture = terminal.picture
      for y in 0..<size.height {
        #expect(picture.rows[y].map(\.text) == frame.row(y).map(\.glyph.string), "row \(y)")
        let styles = zip(frame.row(y), picture.rows[y]).filter { $0.0.glyph != .continuation }
        #expect(
          styles.allSatisfy { $0.0.style.reduced(toColors: screen.colors) == $0.1.style },
          "row \(y)")
      }
      #expect(picture.cursor == frame.cursor)
    }
    expectPicture(of: first)
    #expect(screen.update(to: first).isEmpty, "ncurses knows what is there")
    canvas.draw("other", at: Point(x: 2, y: 3), style: .accent)
    canvas.setCursor(Point(x: 7, y: 3))
    terminal.feed(screen.update(to: canvas.frame))
    expectPicture(of: canvas.frame)
  }
}
