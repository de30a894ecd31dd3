import Foundation
import Inventory
import Reprise
import RepriseTesting
import TestSupport
import Testing

@testable import Keepsake

/// Compares every action of Keepsake, with its keys, title and id, screen by screen with a checked-in file.
///
/// The user's configuration refers to the ids. If a line of the file changes its id, give the action its old id back.
@Suite struct ActionTableTests {
  /// The screens and the keys that lead to them, in each state with actions of its own.
  private static let screens: [(name: String, keys: String)] = [
    ("items", ""),
    ("items, an unfinished filter", "/tea"),
    ("items, a filter", "/tea<Enter>"),
    ("items, marked", " "),
    ("items, a range", "v"),
    ("move items", "m"),
    ("tag items", "t"),
    ("lend items", "sl"),
    ("change items", "b"),
    ("items, after a move", "mkitchen<Enter>"),
    ("item, after a move", "mkitchen<Enter><Enter>"),
    ("item, a draft", "<Enter>eX<Esc>"),
    ("items, editing in your order", "omE<Down>"),
    ("items, a draft", "nTea<Esc><Home>"),
    ("item", "<Enter>"),
    ("attachments", "<Enter>p"),
    ("files to attach", "P"),
    ("places", "2"),
    ("place", "2<Enter>"),
    ("place, notes", "2<Enter>i"),
    ("reports", "3"),
    ("form", "n"),
    ("form, notes", "n" + WaysInForm.toNotes),
    ("form, a choice", "n<Tab><Tab>"),
    ("form, a folded group", "n" + WaysInForm.toWhat),
    ("form, an unfolded group", "n\(WaysInForm.toWhat)<Enter>"),
    ("form, a button", "n<Shift-Tab>"),
    ("category", "n<Tab><Tab><Enter>"),
    ("delete a place", "2x"),
    ("help", "?"),
    ("saved state", "<F12>"),
    ("items, the trash", "x,t"),
    ("delete for good", "x,tX"),
    ("empty the trash", "x,e"),
    ("deleted places", ",p"),
    ("views", "gv"),
    ("save a view", ",s"),
    ("items, a view", "/lent<Enter>,sLent<Enter>"),
  ]

  private static let furtherScreens: [(name: String, keys: String)] = [
    ("files to attach, typing", "P/"),
    ("files to attach, a path", "P/~"),
    ("files to attach, marked", "P"),
    ("category, after a click", "n<Tab><Tab><Enter>"),
    ("what is due", "3<Enter>"),
    ("what is due, filter", "3<Enter>/"),
    ("complete maintenance", "<Home>sm"),
    ("report", "R"),
    ("report, over a file", "R"),
    ("owner and policy", "R<^O>"),
    ("photos", "<Home>p"),
    ("photos, the last", "<Home>p]"),
    ("photos, all", "<Home>pt"),
    ("kind of a file", "<Home>pc"),
    ("form, a change elsewhere", "<^S>"),
    ("notices", "M"),
    ("history", "<Enter>C"),
    ("history, a whole step", "  xgh"),
    ("join a household", "<F3>"),
    ("name of a place", "2N"),
    ("deleted places", "2NAttic<Enter>x,p"),
    ("reports, a tag", "3<End>"),
    ("reports, delete a tag", "3<End>x"),
    ("reports, merge tags", "3<End>&<Enter>"),
    ("items, the archive", "/is:archived<Enter>"),
    ("item, archived", "/is:archived<Enter><Enter>"),
    ("items, a changed view", "/lent<Enter>,sLent<Enter>ov"),
    ("items, a view without a filter", ",sAll<Enter>"),
    ("views, one", ",sAll<Enter>gv"),
    ("import, how the file is read", "gi"),
    ("import, the columns", "gi"),
    ("import, the plan", "gi"),
    ("places, one with a photo", "2"),
    ("photo of a place", "2p"),
  ]

  /// Screens of an inventory that belongs to a household, whose server refuses the login.
  private static let sharedScreens: [(name: String, keys: String)] = [
    ("household, items", ""),
    ("household, reports", "3"),
    ("household, item with two values", "/chef<Enter><Enter>"),
    ("household, keep shown values", "/chef<Enter><Enter>K"),
    ("household, form with two values", "/chef<Enter><Enter>e<Tab><Tab><Tab>"),
    ("household", "3H"),
    ("household, showing the code", "3Hc"),
    ("household, the code", "3Hcs"),
    ("household, log in", "<F3>"),
    ("household, setting with two values", "3H<End>"),
    ("household, resolve a conflict", "3H<End><Enter>"),
    ("household, place with two values", "2<Down><Enter><Down><Down><Down>"),
    ("household, file with two values", "/chef<Enter>p"),
    ("household, policy with two values", "R<^O><Tab><Tab>"),
    ("household, items, one with two values", "/chef<Enter>"),
  ]

  /// Attaches two files to the first item.
  private static func attach(_ app: SampleApp) throws {
    let store = try InventoryStore(directory: app.directory)
    let first = try #require(try ItemList(store: store).row(at: 0))
    let paths = ["a.pdf", "b.pdf"].map { app.directory + "/" + $0 }
    for path in paths { try Data("text of \(path)".utf8).write(to: URL(filePath: path)) }
    _ = try store.attachments.attach(paths, to: first.uuid, session: "other")
  }

  /// Gives the first place a photo.
  private static func setPhoto(_ app: SampleApp) throws {
    let store = try InventoryStore(directory: app.directory)
    let first = try #require(try store.places.children(of: nil).first)
    let path = app.directory + "/place.jpg"
    try Data(JPEGFile.bytes(width: 8, height: 8) { _, _ in [9, 9, 9] })
      .write(to: URL(filePath: path))
    try store.attachments.setPhoto(path, ofPlace: first.uuid, session: "other")
  }

  /// Opens the data directory in the browser and marks its last file.
  private static func markAFile(_ app: SampleApp) throws {
    try app.pilot.paste(app.directory)
    try app.keys("<Enter><End> ")
  }

  /// Chooses a table in the browser of imports, and goes to a step.
  private static func importATable(_ app: SampleApp, to step: String) throws {
    let path = app.directory + "/a.csv"
    try Data("Item,Price\nChair,12.50\n".utf8).write(to: URL(filePath: path))
    try app.pilot.paste(path)
    try app.keys("<Enter>")
    if step != "import, how the file is read" { try app.keys("<^S>") }
    if step == "import, the plan" { try app.keys("<^S>") }
  }

  /// Enters an existing file as the report's target.
  private static func writeOverAFile(_ app: SampleApp) throws {
    let path = app.directory + "/report.html"
    try Data().write(to: URL(filePath: path))
    try app.keys("<Tab><Tab><Tab><Tab><^A><^K>")
    try app.pilot.paste(path)
    try app.keys("<^S>")
  }

  /// Changes an item's name in the form and then in another window.
  private static func changeTwice(_ app: SampleApp) throws {
    try app.keys("/chef<Enter><Enter>e II")
    let store = try InventoryStore(directory: app.directory)
    guard case .one(let uuid) = try store.items(named: "Chef's knife") else { return }
    var item = try #require(try store.items.fetch(uuid))
    item.name += " III"
    try store.changes.perform(.updateItem(item), session: "other")
  }

  @Test func everyActionMatchesTheFile() throws {
    var lines: [String] = []
    for screen in Self.screens {
      let app = try SampleApp(size: Size(width: 100, height: 30), audits: false)
      try app.keys(screen.keys)
      lines += ["", screen.name] + Self.table(of: app.pilot.application.window)
      #expect(
        app.pilot.application.restorationReport.remarks == [], "no action is reported as wrong")
    }
    for (name, keys) in [("a text on one line", "n"), ("a text", "n" + WaysInForm.toNotes)] {
      let app = try SampleApp(size: Size(width: 100, height: 30), audits: false)
      try app.keys(keys)
      let window = app.pilot.application.window
      let form = try #require(window.frontController)
      lines += ["", "in " + name] + Self.lines(for: window.editingKeyCommands(of: form))
    }
    try Self.compare(lines.dropFirst().joined(separator: "\n") + "\n")
  }

  /// The program's table equals the one made from all screens.
  @Test func theProgramsTableMatchesItsScreens() throws {
    var table = ActionTable()
    for screen in Self.screens + Self.furtherScreens {
      let app = try SampleApp(size: Size(width: 100, height: 30), audits: false)
      if screen.keys.hasPrefix("<Home>p") { try Self.attach(app) }
      if screen.name.hasSuffix("a photo") || screen.keys == "2p" { try Self.setPhoto(app) }
      if screen.name == "form, a change elsewhere" { try Self.changeTwice(app) }
      try app.keys(screen.keys)
      if screen.name == "files to attach, marked" { try Self.markAFile(app) }
      if screen.name == "report, over a file" { try Self.writeOverAFile(app) }
      if screen.name.hasPrefix("import, ") { try Self.importATable(app, to: screen.name) }
      if screen.name == "category, after a click" { try app.pilot.click(x: 60, y: 8) }
      table.add(screen: screen.name, of: app.pilot.application.window)
    }
    for screen in Self.sharedScreens {
      let app = try SampleApp(sharedIn: Size(width: 100, height: 30), audits: false) {
        try $0.disagree()
        try $0.disagreeBesides()
      } prepare: {
        HouseholdScreenTests.prepare($0, needsLogin: true)
      }
      try HouseholdScreenTests.storeCredentials(in: app.directory)
      try app.keys(screen.keys)
      table.add(screen: screen.name, of: app.pilot.application.window)
    }
    let path = Self.sources + "/App/ActionTable+Keepsake.swift"
    if ProcessInfo.processInfo.environment["UPDATE_PICTURES"] == "1" {
      let source = try String(contentsOfFile: path, encoding: .utf8)
      let parts = source.components(separatedBy: "#\"\"\"")
      let text = table.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .map { $0.isEmpty ? "" : "      " + $0 }.joined(separator: "\n")
      let tail = source.components(separatedBy: "\"\"\"#").last ?? ""
      try (parts[0] + "#\"\"\"\n" + text + "\n\n      \"\"\"#" + tail)
        .write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(ActionTable.keepsake == table)
    #expect(ActionTable(text: table.text) == table)
  }

  /// Actions of questions that need a command of the user or a private item.
  private static let others: Set = ["demo.kill", "command.run-now", "text.edit-externally-now"]

  /// An action that is on none of the screens above couldn't be given keys.
  @Test func everyActionInTheSourcesIsInTheTable() throws {
    let sources = Self.sources
    let names = try FileManager.default.subpathsOfDirectory(atPath: sources)
    for name in names where name.hasSuffix(".swift") {
      let source = try String(contentsOfFile: "\(sources)/\(name)", encoding: .utf8)
      for match in source.matches(of: /Action\(\s*"([a-z.-]+)",/)
      where !Self.others.contains(String(match.1)) {
        #expect(ActionTable.keepsake[String(match.1)] != nil, "\(match.1) in \(name)")
      }
    }
  }

  private static let sources = Checkout.root.appending(path: "Sources/Keepsake/Keepsake").path

  private static func table(of window: Window) -> [String] {
    lines(for: window.availableKeyCommands)
  }

  private static func lines(for commands: [KeyCommand]) -> [String] {
    commands.map { command in
      let mark = command.isEssential ? "!" : command.isHinted ? "+" : " "
      let label = command.label.padding(toLength: 10, withPad: " ", startingAt: 0)
      let title = command.title.padding(toLength: 28, withPad: " ", startingAt: 0)
      return "  \(mark) \(label) \(title) \(command.actionID ?? "-")"
    }
  }

  /// Compares with the file, which `UPDATE_PICTURES=1` rewrites.
  private static func compare(_ now: String) throws {
    let path = (#filePath as NSString).deletingLastPathComponent + "/Pictures/actions.txt"
    #expect(try GeneratedFile(URL(filePath: path)).difference(from: now) == nil)
  }
}
