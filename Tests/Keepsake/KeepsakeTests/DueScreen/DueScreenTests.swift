import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The list of what is due, and maintenance on the screens.
@Suite struct DueScreenTests {
  /// The sample home with an overdue loan and maintenance; the app's date is the 22nd of November 2026.
  private static let home = Result {
    try InventoryCopy { store, directory in
      try SampleHome.fill(store, in: directory)
      try change("Cordless drill", in: store) {
        $0.lentTo = "Ben"
        $0.dueBack = CalendarDate(iso: "2026-11-19")
      }
      try change("Coffee grinder", in: store) {
        ($0.maintenance, $0.maintenanceInterval) = ("Clean the burrs", "6m")
        $0.maintenanceDue = CalendarDate(iso: "2026-12-01")
      }
    }
  }

  private static func change(
    _ name: String, in store: InventoryStore, _ body: (inout Item) -> Void
  ) throws {
    guard case .one(let uuid) = try store.items(named: name),
      var item = try store.items.fetch(uuid)
    else { return }
    body(&item)
    try store.changes.perform(.updateItem(item), session: "other")
  }

  private func app(
    restarts: Bool = false, size: Size = Size(width: 80, height: 24)
  ) throws -> SampleApp {
    try SampleApp(size: size, restarts: restarts, inventory: try Self.home.get())
  }

  private func item(_ name: String, _ app: SampleApp) throws -> Item {
    let store = try InventoryStore(directory: app.directory)
    guard case .one(let uuid) = try store.items(named: name) else { throw CancellationError() }
    return try #require(try store.items.fetch(uuid))
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 120, height: 40)])
  func theListEqualsThePicture(size: Size) throws {
    let app = try app(size: size)
    try app.keys("3<Enter>")
    let picture = Picture("due-\(size.width)x\(size.height)", beside: #filePath)
    try picture.verify(app.pilot.frame)
    try app.pilot.restartAndRestore()
    try picture.verify(app.pilot.frame)
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 120, height: 40)])
  func theSheetEqualsThePicture(size: Size) throws {
    let app = try app(size: size)
    try app.keys("/grinder<Enter>sm24.90<Tab>Brushes")
    let picture = Picture("maintenance-\(size.width)x\(size.height)", beside: #filePath)
    try picture.verify(app.pilot.frame)
    try app.pilot.restartAndRestore()
    try picture.verify(app.pilot.frame)
  }

  @Test(arguments: [false, true]) func theRowOfTheReportsOpensTheListAndItsItems(
    restarts: Bool
  ) throws {
    let app = try app(restarts: restarts)
    try app.keys("3")
    #expect(app.pilot.screen.contains("! Due: 2 overdue, 2 within 30 days"), "\(app.pilot.screen)")
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("What is due"), "\(app.pilot.screen)")
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("back by 2026-11-19 (overdue)"), "\(app.pilot.screen)")
    try app.keys("<Esc>")
    #expect(app.pilot.screen.contains("! Cordless drill"), "\(app.pilot.screen)")
  }

  @Test(arguments: [false, true]) func theListIsFiltered(restarts: Bool) throws {
    let app = try app(restarts: restarts)
    try app.keys("3<Enter>/burrs")
    #expect(app.pilot.screen.contains("Coffee grinder"), "\(app.pilot.screen)")
    #expect(!app.pilot.screen.contains("Cordless drill"), "\(app.pilot.screen)")
    try app.keys("<Enter><Esc>")
    #expect(app.pilot.screen.contains("Cordless drill"), "\(app.pilot.screen)")
  }

  /// The list is empty while the filter matches nothing.
  @Test(arguments: [false, true]) func enterOpensTheRowAgainAfterAFilterWithoutMatches(
    restarts: Bool
  ) throws {
    let app = try app(restarts: restarts)
    try app.keys("3<Enter>")
    #expect(app.pilot.screen.contains("Enter Open"), "\(app.pilot.screen)")
    try app.keys("/qqq<Enter>")
    #expect(!app.pilot.screen.contains("Enter Open"), "\(app.pilot.screen)")
    try app.keys("<Esc>")
    #expect(app.pilot.screen.contains("Enter Open"), "\(app.pilot.screen)")
  }

  @Test(arguments: [false, true]) func theListOpensFromAnywhere(restarts: Bool) throws {
    let app = try app(restarts: restarts)
    try app.keys("2gd")
    #expect(app.pilot.screen.contains("What is due"), "\(app.pilot.screen)")
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("back by 2026-11-19 (overdue)"), "\(app.pilot.screen)")
  }

  @Test(arguments: [false, true]) func completedMaintenanceIsLoggedAndPlannedAgain(
    restarts: Bool
  ) throws {
    let app = try app(restarts: restarts)
    try app.keys("/grinder<Enter><Enter>sm24.90<Tab>Brushes<Enter>")
    let done = try item("Coffee grinder", app)
    #expect(done.maintenanceLog == "2026-11-22: Clean the burrs, 24.90 EUR, Brushes")
    #expect(done.maintenanceDue?.text == "2027-05-22")
    try app.keys("u")
    #expect(try item("Coffee grinder", app).maintenanceLog == "")
    #expect(try item("Coffee grinder", app).maintenanceDue?.text == "2026-12-01")
  }

  @Test func maintenanceIsCompletedFromTheList() throws {
    let app = try app()
    try app.keys("3<Enter>/burrs<Enter>sm<Enter>")
    #expect(try item("Coffee grinder", app).maintenanceDue?.text == "2027-05-22")
    #expect(!app.pilot.screen.contains("Clean the burrs"), "\(app.pilot.screen)")
  }

  @Test func aWrongCostIsMarkedAndNothingIsLogged() throws {
    let app = try app()
    try app.keys("/grinder<Enter>smcheap<Enter>")
    #expect(app.pilot.screen.contains("Not a price"), "\(app.pilot.screen)")
    #expect(try item("Coffee grinder", app).maintenanceLog == "")
  }

  @Test func listsMarkOverdueMaintenance() throws {
    let app = try app()
    app.clock.today = try #require(CalendarDate(iso: "2026-12-20"))
    try app.pilot.restartAndRestore()
    try app.keys("/grinder<Enter><Enter>G")
    #expect(app.pilot.screen.contains("2026-12-01 (overdue)"), "\(app.pilot.screen)")
  }
}
