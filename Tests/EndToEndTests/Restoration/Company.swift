import Foundation
import Reprise
import RepriseTesting

/// Another window on the same inventory, in which somebody looks around and changes nothing.
final class Company {
  private let home: Home
  private let app: PTYProcess
  private var numbers: SeededGenerator

  init(in home: Home, seed: UInt64) throws {
    self.home = home
    numbers = SeededGenerator(seed: ~seed)
    app = try home.open(["--session", "company"])
    try app.press(script: "2")
  }

  /// Presses a key, and does not look.
  func goOn() throws {
    let key = Self.keys.randomElement(using: &numbers) ?? KeyPress(.down)
    app.type(UserEvent.key(key).bytes)
  }

  /// Waits until all is dealt with; gives what is on the glass, and kills the program.
  func look() throws -> TerminalPicture {
    let picture = try app.waitUntilIdle().comparable
    try app.killEverything()
    return picture
  }

  /// Opens the window again; says what is not as it was.
  ///
  /// A list goes with what the other window changed after the look, so only what does not depend on
  /// it is held against the picture: which screen it is.
  func difference(from picture: TerminalPicture) throws -> String? {
    let again = try home.open(["--session", "company"])
    let shown = again.picture.comparable
    guard Self.title(of: shown) != Self.title(of: picture) else { return nil }
    return "the other window shows\n\(shown.text)\nand did show\n\(picture.text)"
  }

  /// What stands in the first line before the figures.
  private static func title(of picture: TerminalPicture) -> Substring {
    let line = picture.lines.first ?? ""
    return line[..<(line.range(of: "   ")?.lowerBound ?? line.endIndex)]
  }

  /// No `e` nor `n`: what is typed in a form is a draft, which waits for the other window after the kill.
  ///
  /// No `1`: Enter on a draft, which the list of all items shows, takes it from the other window.
  private static let keys = KeyScript("<Down><Up>jjjkG<Home><PgDn><Enter><Esc><Esc>22/ta<Enter>")
    .keys
}
