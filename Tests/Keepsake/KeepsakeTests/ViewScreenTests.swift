import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Saved views: saving them from a list, opening, changing, renaming and deleting them.
///
/// The app is killed and started again after every key.
@Suite struct ViewScreenTests {
  private func app(restarts: Bool = true) throws -> SampleApp {
    try SampleApp(size: Size(width: 90, height: 24), restarts: restarts)
  }

  private func views(_ app: SampleApp) throws -> [SavedView] {
    try InventoryStore(directory: app.directory).views.fetchAll()
  }

  private func title(_ app: SampleApp) -> String { app.list?.title ?? "" }

  /// Saves a view of the lent items by value, without the column of values.
  private func saveLent(_ app: SampleApp) throws {
    try app.keys("/is:lent<Enter>ov,v,sLent<Enter>")
  }

  @Test func aViewKeepsFilterOrderAndColumnsOfTheList() throws {
    let app = try app()
    try saveLent(app)
    let view = try #require(try views(app).first)
    #expect(view.name == "Lent" && view.filter == "is:lent" && view.order == .valueDescending)
    #expect(view.hiddenColumns == ["value"])
    #expect(title(app) == "Lent")
    #expect(!app.pilot.screen.contains("Value"), "\(app.pilot.screen)")
  }

  @Test func anOpenedViewComesBackAndClosingItRestoresTheListOfBefore() throws {
    let app = try app()
    try saveLent(app)
    let rows = app.pilot.screen
    try app.keys("<Esc>on,v")
    #expect(title(app) == "Items" && app.list?.filter == "")
    try app.keys("2gv<Enter>")
    #expect(title(app) == "Lent" && app.list?.filter == "is:lent")
    #expect(
      app.pilot.screen.split(separator: "\n")[1...4] == rows.split(separator: "\n")[1...4],
      "\(app.pilot.screen)")
    try app.keys("<Esc>")
    #expect(title(app) == "Items" && app.list?.filter == "" && app.list?.listed.order == .name)
    #expect(app.pilot.screen.contains("Value"), "\(app.pilot.screen)")
  }

  @Test func aChangedViewIsMarkedAndCanBeSaved() throws {
    let app = try app()
    try saveLent(app)
    try app.keys("on")
    #expect(title(app) == "Lent*")
    try app.keys(",S")
    #expect(title(app) == "Lent")
    #expect(try views(app).map(\.order) == [.name])
    try app.keys("u")
    #expect(title(app) == "Lent*")
    #expect(try views(app).map(\.order) == [.valueDescending])
  }

  @Test func savingUnderTheSameNameTellsThatItReplaces() throws {
    let app = try app()
    try saveLent(app)
    try app.keys("on,s")
    #expect(app.pilot.screen.contains("Replaces the view “Lent”"), "\(app.pilot.screen)")
    try app.keys("<Enter>")
    #expect(try views(app).map(\.order) == [.name])
  }

  @Test func aViewIsRenamedDeletedAndBroughtBack() throws {
    let app = try app()
    try saveLent(app)
    try app.keys("gvr<^A><^K>Away<Enter>")
    #expect(try views(app).map(\.name) == ["Away"])
    #expect(title(app) == "Away")
    try app.keys("x")
    #expect(try views(app) == [])
    #expect(app.pilot.screen.contains("No view is saved"), "\(app.pilot.screen)")
    #expect(title(app) == "Items")
    try app.keys("u")
    #expect(try views(app).map(\.name) == ["Away"])
  }

  @Test func thePaletteOpensAView() throws {
    let app = try app()
    try saveLent(app)
    try app.keys("<Esc>3:view lent<Enter>")
    #expect(title(app) == "Lent" && app.list?.filter == "is:lent", "\(app.pilot.screen)")
  }

  @Test func aViewOfTheArchiveOpensTheArchive() throws {
    let app = try app(restarts: false)
    try app.keys("<Home>")
    let name = app.lineUnderCursor.prefix(8)
    try app.keys("sa,a,sOld<Enter><Esc>")
    #expect(app.list?.shelf == .lists && !app.pilot.screen.contains(name), "\(app.pilot.screen)")
    try app.keys("gv<Enter>")
    #expect(app.list?.shelf == .archive && app.pilot.screen.contains(name), "\(app.pilot.screen)")
  }

  @Test func aTypedNameWaitsForTheNextTime() throws {
    let app = try app()
    try app.keys(",sHalf a na<Esc>")
    #expect(try views(app) == [])
    try app.keys(",s")
    #expect(app.pilot.screen.contains("Half a na"), "\(app.pilot.screen)")
  }

  @Test func aPlaceHasNoViewsToSave() throws {
    let app = try app(restarts: false)
    try app.keys("2<Enter>,s")
    #expect(!app.pilot.screen.contains("type it, then Enter"), "\(app.pilot.screen)")
  }
}
