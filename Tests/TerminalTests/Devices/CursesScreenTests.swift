import Testing

@testable import Terminal

/// What ncurses is given to compare; what comes out of it is looked at through a terminal in `CursesTerminalTests`.
@MainActor struct CursesScreenTests {
  private let size = Size(width: 30, height: 20)

  /// A list from a row on, between a title and a line of hints.
  private func frame(from top: Int) -> Frame {
    let canvas = Canvas(size: size)
    canvas.draw("title", at: .zero)
    for y in 1..<size.height - 1 { canvas.draw("row \(top + y)", at: Point(x: 0, y: y)) }
    canvas.draw("hints", at: Point(x: 0, y: size.height - 1))
    return canvas.frame
  }

  @Test func rowsThatWereScrolledAreNotHandedOverAgain() throws {
    var screen = try #require(CursesScreen(type: "xterm-256color", size: size, usesColor: false))
    defer { screen.close() }
    _ = screen.update(to: frame(from: 0))
    #expect(screen.handedOver == size.width * size.height)
    _ = screen.update(to: frame(from: 2))
    #expect((1...2 * size.width).contains(screen.handedOver), "two rows are new")
    _ = screen.update(to: frame(from: 2))
    #expect(screen.handedOver == 0)
  }
}
