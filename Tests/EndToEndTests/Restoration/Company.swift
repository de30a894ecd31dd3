import Foundation
import Reprise
import RepriseTesting

/// A second window on the same inventory, which navigates and changes nothing.
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

  /// Presses a key without checking the screen.
  func goOn() throws {
    let key = Self.keys.randomElement(using: &numbers) ?? KeyPress(.down)
    app.type(UserEvent.key(key).bytes)
  }

  /// Waits until it is idle; returns the screen, and kills the program.
  func look() throws -> TerminalPicture {
    let picture = try app.waitUntilIdle().comparable
    try app.killEverything()
    return picture
  }

  /// Reopens the window and returns a difference from the picture.
  ///
  /// The lists change with the other window's later edits, so only the title of the screen is compared.
  func difference(from picture: TerminalPicture) throws -> String? {
    let again = try home.open(["--session", "company"])
    let shown = again.picture.comparable
    guard Self.title(of: shown) != Self.title(of: picture) else { return nil }
    return "the other window shows\n\(shown.text)\ninstead of\n\(picture.text)"
  }

  /// The first line up to its figures.
  private static func title(of picture: TerminalPicture) -> Substring {
    let line = picture.lines.first ?? ""
    return line[..<(line.range(of: "   ")?.lowerBound ?? line.endIndex)]
  }

  /// Without `e` and `n`, whose forms create drafts that the other window would show after the kill.
  ///
  /// Without `1`: Enter on a draft in the list of all items takes it from the other window.
  private static let keys = KeyScript("<Down><Up>jjjkG<Home><PgDn><Enter><Esc><Esc>22/ta<Enter>")
    .keys
}
