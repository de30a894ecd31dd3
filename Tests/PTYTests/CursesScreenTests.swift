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

  /// A row that shares nothing with its neighbours.
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
}
