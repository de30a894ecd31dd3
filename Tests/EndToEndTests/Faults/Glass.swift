import Glibc
import Reprise
import RepriseTesting

/// What a person sees while pressing the keys of a script.
struct Glass {
  /// What is found when looking.
  enum Sight {
    /// What ought to be there.
    case asExpected
    /// A line says that something failed.
    case trouble(String)
    /// The program has ended.
    case ended(ProcessEnd)
    /// Something else, and nothing says why.
    case unlike
  }

  private let app: TracedApp
  private let pictures: [TerminalPicture]

  /// How many keys were pressed.
  private(set) var pressed = 0

  /// After how many keys the glass was last as expected; -1 before it first was.
  private(set) var agreed = -1

  /// What was said about something that failed.
  private(set) var troubles: [String] = []

  init(_ app: TracedApp, _ pictures: [TerminalPicture]) {
    self.app = app
    self.pictures = pictures
  }

  /// Presses the keys up to one and looks when the program has dealt with them.
  mutating func look(after end: Int, of keys: [KeyPress]) throws -> Sight {
    let process = app.process
    let wanted = pictures[end]
    // Then the glass cannot tell when they are dealt with.
    let isShownAlready = process.picture.visible == wanted
    process.type(UserEvent.bytes(of: keys[pressed..<end]))
    pressed = end
    // Who was told of trouble sees something else from now on, with no end to wait for.
    let isLost = !troubles.isEmpty
    _ = try? process.wait(timeout: .seconds(20)) {
      isLost || $0.visible == wanted || Self.trouble(in: $0) != nil || app.hasEnded($0)
    }
    if isLost || isShownAlready || process.picture.visible != wanted {
      _ = try? process.waitUntilIdle()
    }
    let picture = process.picture
    if app.hasEnded(picture) { return .ended(try app.waitForExit()) }
    if picture.visible == wanted {
      agreed = end
      return .asExpected
    }
    if let trouble = Self.trouble(in: picture) { troubles.append(trouble) }
    return troubles.last.map(Sight.trouble) ?? .unlike
  }

  /// Whether a cell looks like what is wrong, on the terminals of these tests.
  static func isTrouble(_ cell: TerminalPicture.Cell) -> Bool {
    cell.style.foreground == Theme.dark.look(of: .destructive).foreground
  }

  /// The line that says what fails, if one does.
  static func trouble(in picture: TerminalPicture) -> String? {
    guard let row = picture.rows.last, row.contains(where: isTrouble) else {
      return nil
    }
    return picture.lines.last
  }
}
