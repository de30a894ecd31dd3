import Inventory
import RepriseTesting
import Terminal
import Testing

/// Messages on return report changes made meanwhile, never older ones.
@Suite(.waitsForProcesses) struct ReturnTests {
  private static let file = """
    HB.import_ref,HB.location,HB.name,HB.quantity
    a,Shelf,Alpha,1
    b,Shelf,Bravo,1
    c,Shelf,Charlie,1
    d,Shelf,Delta,1

    """

  @Test func itemTrashedInAnotherSessionIsReported() throws {
    let home = try Home(isEmpty: true)
    let csv = try home.write(Self.file.utf8, to: "things.csv")
    #expect(try home.run(["import", csv]).status == 0)
    let app = try home.open(["--session", "main"])
    try app.press(script: "j<Enter>")
    #expect(app.picture.text.contains("Bravo"))
    try app.killEverything()
    let other = try home.open(["--session", "b"])
    try other.press(script: "jxq")
    try other.waitForExit()
    let again = try home.open(["--session", "main"])
    #expect(again.picture.text.contains("“Bravo” has been moved to the trash"))
    #expect(!again.picture.text.contains("mported"))
  }

  /// The saved state has the item's key, so the item's current data is shown.
  @Test func openItemIsReadFromTheInventory() throws {
    let home = try Home(isEmpty: true)
    let csv = try home.write(Self.file.utf8, to: "things.csv")
    #expect(try home.run(["import", csv]).status == 0)
    let app = try home.open()
    try app.press(script: "j<Enter>")
    #expect(app.picture.lines[0].contains("Bravo"))
    try app.killEverything()
    #expect(try home.run(["set", "Bravo", "name=Zulu", "notes=written meanwhile"]).status == 0)
    let again = try home.open()
    #expect(again.picture.lines[0].contains("Zulu"), "\(again.picture.text)")
    #expect(again.picture.text.contains("written meanwhile"), "\(again.picture.text)")
  }

  @Test func importMeanwhileIsReported() throws {
    let home = try Home(isEmpty: true)
    let app = try home.open(["--session", "main"])
    try app.killEverything()
    let csv = try home.write(Self.file.utf8, to: "things.csv")
    #expect(try home.run(["import", csv]).status == 0)
    #expect(try home.open(["--session", "main"]).picture.text.contains("Imported 4 items"))
  }

  /// The kill came between storing the deletion and storing the screen.
  @Test func pendingMessageFitsTheWindow() throws {
    let (killed, twin) = (try Home(), try Home())
    let size = Size(width: 44, height: 12)
    let app = try killed.open(["--session", "main"], size: size)
    try app.killEverything()
    let store = try InventoryStore(directory: killed.data)
    let row = try #require(try ItemList(store: store).row(at: 0))
    try store.changes.perform(.trashItems([row.uuid]), session: "main")
    let again = try killed.open(["--session", "main"], size: size)
    let other = try twin.open(size: size)
    let live = try other.press(script: "x").visible
    #expect(live.text.contains("— u undo"))
    #expect(again.picture.visible.difference(from: live) == nil, "\(again.picture.text)")
  }

  @Test func helpIsRestoredAfterAKill() throws {
    let home = try Home()
    let app = try home.open()
    try app.press(script: "?<PgDn>")
    let before = app.picture.visible
    try app.killEverything()
    let again = try home.open()
    #expect(again.picture.visible == before)
  }

  /// Restored in a window that is too small, then in a large enough window.
  @Test func helpKeepsItsPositionThroughASmallWindow() throws {
    let home = try Home()
    let app = try home.open(size: .init(width: 80, height: 12))
    try app.press(script: "?<PgDn><PgDn>")
    let before = app.picture.visible
    try app.killEverything()
    let again = try home.open(size: .init(width: 30, height: 8))
    again.resize(to: .init(width: 80, height: 12))
    try again.wait { $0.visible == before }
  }
}
