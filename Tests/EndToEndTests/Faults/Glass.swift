import Glibc
import Reprise
import RepriseTesting

/// The screen as it changes while a script's keys are pressed.
struct Glass {
  /// The result of a check.
  enum Sight {
    /// The expected screen.
    case asExpected
    /// A line reports a failure.
    case trouble(String)
    /// The program has ended.
    case ended(ProcessEnd)
    /// Another screen, without a reported failure.
    case unlike
  }

  private let app: TracedApp
  private let pictures: [TerminalPicture]

  /// The number of keys pressed so far.
  private(set) var pressed = 0

  /// The number of keys after which the screen last matched; -1 before the first match.
  private(set) var agreed = -1

  /// The reported failures.
  private(set) var troubles: [String] = []

  init(_ app: TracedApp, _ pictures: [TerminalPicture]) {
    self.app = app
    self.pictures = pictures
  }

  /// Presses the keys up to `end` and checks the screen once the program has handled them.
  mutating func look(after end: Int, of keys: [KeyPress]) throws -> Sight {
    let process = app.process
    let wanted = pictures[end]
    // Then the screen can't show whether the keys have been handled.
    let isShownAlready = process.picture.comparable == wanted
    process.type(UserEvent.bytes(of: keys[pressed..<end]))
    pressed = end
    // After a reported failure the screen differs from the prediction, so don't wait for it.
    let isLost = !troubles.isEmpty
    _ = try? process.wait(timeout: .seconds(20)) {
      isLost || $0.comparable == wanted || Self.trouble(in: $0) != nil || app.hasEnded($0)
    }
    if isLost || isShownAlready || process.picture.comparable != wanted {
      _ = try? process.waitUntilIdle()
    }
    let picture = process.picture
    if app.hasEnded(picture) { return .ended(try app.waitForExit()) }
    if picture.comparable == wanted {
      agreed = end
      return .asExpected
    }
    if let trouble = Self.trouble(in: picture) { troubles.append(trouble) }
    return troubles.last.map(Sight.trouble) ?? .unlike
  }

  /// Whether a cell has the color of errors on the terminals of these tests.
  static func isTrouble(_ cell: TerminalPicture.Cell) -> Bool {
    cell.style.foreground == Theme.dark.look(of: .destructive).foreground
  }

  /// The line that reports a failure, if there is one.
  static func trouble(in picture: TerminalPicture) -> String? {
    guard let row = picture.rows.last, row.contains(where: isTrouble) else {
      return nil
    }
    return picture.lines.last
  }
}
