import Glibc
import RepriseTesting
import Terminal
import Testing

/// Every screen is restored, however the program ends.
@Suite(.waitsForProcesses) struct PlaceTests {
  /// A way to end the program.
  enum Ending: String, CaseIterable, CustomTestStringConvertible {
    case killed
    case terminated
    case hungUp

    var testDescription: String { rawValue }

    func end(_ app: PTYProcess) throws {
      switch self {
      case .killed:
        try app.killEverything()
      case .terminated:
        app.signal(SIGTERM)
        try app.waitForExit()
      case .hungUp:
        app.signal(SIGHUP)
        try app.waitForExit()
      }
    }
  }

  /// A screen and the keys that lead to it.
  struct Place: CustomTestStringConvertible {
    var name: String
    var keys: String
    var size = Size(width: 80, height: 24)

    var testDescription: String { name }
  }

  /// The keys from an item's name to its notes.
  private static let toNotes = WaysInForm.toNotes

  static let places = [
    Place(name: "the start", keys: ""),
    Place(
      name: "a list, scrolled and selected", keys: "jjjjjjjjjjjjjkk",
      size: Size(width: 60, height: 12)),
    Place(name: "a list at its end", keys: "Gk"),
    Place(name: "a list by value", keys: "ovjj"),
    Place(name: "the reports, further down", keys: "3Gkk"),
    Place(name: "a list opened from the reports", keys: "3jjjjjjjjj<Enter>j"),
    Place(name: "places with their values", keys: "2j"),
    Place(name: "an item two levels deep", keys: "2<Enter><Enter><Down><Enter>"),
    Place(
      name: "an item, scrolled", keys: "<Enter>jjj", size: Size(width: 40, height: 10)),
    Place(name: "half a word", keys: "nCoffee grinder<Left><Left><Left>x"),
    Place(name: "a selection in a word", keys: "nчайник<Left><Shift-Left><Shift-Left>"),
    Place(name: "half a word in the notes", keys: "nTea\(toNotes)Green<Enter>from 杭<Left>x"),
    Place(
      name: "a long note, scrolled and selected",
      keys: "nTea\(toNotes)1<Enter>2<Enter>3<Enter>4<Enter>5<Enter>6<Enter>7<Enter>8 and more"
        + "<^_><Up><Shift-Up><Shift-Up><Shift-End>",
      size: Size(width: 40, height: 10)),
    Place(name: "an edit form, further down", keys: "je<Tab><Tab><Tab><Tab>12"),
    Place(name: "a form with a picker over it", keys: "nTea<Tab><Enter>kitch<Down>"),
    Place(
      name: "half a word in an expanded group",
      keys: "jjne\(WaysInForm.toWorth)<Enter><Tab>1.2<Left>"),
    Place(name: "a heading", keys: "jjne\(WaysInForm.toSold)<Enter>"),
    Place(name: "a form with a problem", keys: "n<^S>"),
    Place(name: "another tab with its own stack", keys: "<Enter>2<Enter><Enter>12"),
    Place(name: "a filter being typed", keys: "/te"),
    Place(name: "a filter, Chinese, caret inside", keys: "/茶壶<Left>"),
    Place(name: "an accepted filter", keys: "/kitchen<Enter><Down>"),
    Place(name: "a filter in a place", keys: "2<Enter>/k"),
    Place(name: "editing mode", keys: "jE<Down>"),
    Place(name: "help", keys: "?<Down>"),
    Place(name: "help over a form", keys: "nTea<F1>"),
    Place(name: "half a key sequence", keys: "Gg"),
    Place(name: "a notice", keys: "jx"),
    Place(name: "a notice after undo", keys: "jxu"),
    Place(name: "a closed draft", keys: "nTea in the making<Esc>"),
    Place(
      name: "a draft opened over its list", keys: "nTea<Esc><Home><Enter>",
      size: Size(width: 100, height: 30)),
    Place(
      name: "a form at its end", keys: "jjne2<Shift-Tab>", size: Size(width: 44, height: 11)),
  ]

  /// Next to a list, the item's detail follows after a pause.
  private func waitForPause(_ app: PTYProcess, _ size: Size) throws {
    if size.width >= 100 { try app.settle(quiet: .milliseconds(300)) }
  }

  @Test(arguments: places, Ending.allCases)
  func everyScreenIsRestored(_ place: Place, _ ending: Ending) throws {
    let home = try Home()
    let app = try home.open(size: place.size)
    try app.press(script: place.keys)
    try waitForPause(app, place.size)
    let before = app.picture.visible
    try ending.end(app)
    let again = try home.open(size: place.size)
    try waitForPause(again, place.size)
    #expect(again.picture.visible.difference(from: before) == nil, "\(before.text)")
  }

  /// Quitting keeps the same state as a kill (reliability F7); only the root of a list can quit.
  @Test(arguments: ["jjj", "Gk", "2j", "/kitchen<Enter><Down>", "jE<Down>", "2<Enter><Down>1"])
  func quittingKeepsTheSameStateAsAKill(_ keys: String) throws {
    let home = try Home()
    let app = try home.open()
    let before = try app.press(script: keys).visible
    app.type("q")
    #expect(try app.waitForExit() == .exited(0))
    let again = try home.open()
    #expect(again.picture.visible.difference(from: before) == nil, "\(before.text)")
  }
}
