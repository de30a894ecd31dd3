import RepriseTesting
import Terminal
import Testing

/// The user's own order of items, in the real program.
@Suite(.waitsForProcesses) struct ManualOrderTests {
  /// The names in the list, from the top.
  private func names(_ picture: TerminalPicture) -> [String] {
    picture.lines.compactMap { line in
      ["Alpha", "Bravo", "Charlie"].first { line.contains(" \($0) ") }
    }
  }

  @Test func dragMovesAnItemAndAKillKeepsItsPosition() throws {
    let home = try Home(isEmpty: true)
    for name in ["Alpha", "Bravo", "Charlie"] {
      #expect(try home.run(["add", name]).status == 0)
    }
    let app = try home.open()
    try app.press(script: "omE")
    let lines = app.picture.lines
    let top = try #require(lines.firstIndex { $0.contains(" Alpha ") })
    let grip = try #require(Array(lines[top]).firstIndex(of: "≡"))
    let events: [(MouseEvent.Kind, Int)] = [
      (.press, top), (.drag, top + 1), (.drag, top + 2), (.release, top + 2),
    ]
    for (kind, y) in events {
      app.type(PTYProcess.sequence(for: MouseEvent(kind, at: Point(x: grip, y: y))))
    }
    try app.wait { names($0) == ["Bravo", "Charlie", "Alpha"] }
    let before = try app.press(script: "<Up>").visible
    try app.killEverything()
    let again = try home.open()
    #expect(again.picture.visible.difference(from: before) == nil)
    try again.press(script: "u")
    #expect(names(again.picture) == ["Alpha", "Bravo", "Charlie"])
  }
}
