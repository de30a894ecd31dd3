import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The sheet of keys over a screen.
@Suite struct HelpSheetTests {
  private let app: SampleApp

  init() throws { app = try SampleApp() }

  /// Undo would change the screen under the sheet, which the user can't see.
  @Test(arguments: ["?u", "?<^R>", "nx<F1>u", "n<Shift-Tab>u"])
  func undoIsUnavailableInASheet(_ keys: String) throws {
    try app.keys("nZebra<^S>")
    if keys.contains("<^R>") { try app.keys("u") }
    let counts = try InventoryStore(directory: app.directory).database.counts
    try app.keys(keys)
    #expect(try InventoryStore(directory: app.directory).database.counts == counts)
    #expect(app.pilot.problems == [])
  }

  @Test func lettersTypedInTheHelpFilterIt() throws {
    try app.keys("?trash")
    #expect(app.pilot.screen.contains("/ trash"))
    #expect(app.pilot.screen.contains("Trash") && !app.pilot.screen.contains("Sort by value"))
  }

  @Test(arguments: ["?", "jj<Enter>?", "2<Enter>?", "n<F1>", "E?", "?sort", "jj<Enter>?edi"])
  func theHelpIsRestored(_ keys: String) throws {
    try app.keys(keys + "<PgDn>")
    let frame = app.pilot.frame
    #expect(app.pilot.screen.contains("Help"))
    try app.pilot.restartAndRestore()
    #expect(app.pilot.frame == frame)
  }

  /// A window that returns to its former size shows what it showed before.
  @Test(arguments: ["?", "jj<Enter>?", "n<F1>"], ["<End>", "<PgDn>"])
  func resizingBackRestoresThePosition(_ keys: String, _ motion: String) throws {
    let sizes = [(80, 12), (1, 1), (100, 24)].map { Size(width: $0.0, height: $0.1) }
    for start in [
      Size(width: 80, height: 24), Size(width: 120, height: 20),
    ] {
      let app = try SampleApp(size: start)
      try app.keys(keys + motion)
      let frame = app.pilot.frame
      for size in sizes {
        try app.pilot.resize(to: size)
        try app.pilot.resize(to: start)
        #expect(app.pilot.frame.ansi() == frame.ansi(), "\(start), \(size)")
        try app.pilot.resize(to: size)
        try app.pilot.restartAndRestore()
        try app.pilot.resize(to: start)
        #expect(app.pilot.frame.ansi() == frame.ansi(), "\(start), killed at \(size)")
      }
    }
  }

  @Test(arguments: ["?", "jj<Enter>?", "n<F1>"])
  func aLaunchInATooSmallWindowKeepsThePosition(_ keys: String) throws {
    let app = try SampleApp(size: Size(width: 80, height: 12))
    try app.keys(keys + "<PgDn><PgDn><Up>")
    let frame = app.pilot.frame
    try app.pilot.restartAndRestore(size: Size(width: 30, height: 8))
    try app.pilot.resize(to: Size(width: 80, height: 12))
    #expect(app.pilot.frame == frame, "\(app.pilot.screen)")
    #expect(app.pilot.problems == [])
  }
}
