import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Overdue loans and ending warranties on the screens.
@Suite struct DueWarningTests {
  /// The sample home with an overdue loan, and a warranty that ends ten days after the date of the app's clock.
  private static let home = Result {
    try InventoryCopy { store, directory in
      try SampleHome.fill(store, in: directory)
      try change("Cordless drill", in: store) {
        $0.lentTo = "Ben"
        $0.lentDate = CalendarDate(iso: "2026-10-29")
        $0.dueBack = CalendarDate(iso: "2026-11-19")
      }
      try change("Laptop", in: store) { $0.warrantyUntil = CalendarDate(iso: "2026-12-02") }
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

  private func app(restarts: Bool = false) throws -> SampleApp {
    try SampleApp(restarts: restarts, inventory: try Self.home.get())
  }

  /// The text of the row that contains a text.
  private func row(with text: String, _ app: SampleApp) -> String? {
    (0..<app.pilot.frame.size.height).map { app.pilot.frame.plainText(row: $0) }
      .first { $0.contains(text) }
  }

  /// The style in which a text on the screen begins.
  private func style(of text: String, _ app: SampleApp) -> Style? {
    let frame = app.pilot.frame
    for y in 0..<frame.size.height {
      let row = frame.plainText(row: y)
      guard let range = row.range(of: text) else { continue }
      return frame[Point(x: CellText.width(of: String(row[..<range.lowerBound])), y: y)]?.style
    }
    return nil
  }

  @Test(arguments: [false, true]) func listsMarkWhatIsDue(restarts: Bool) throws {
    let app = try app(restarts: restarts)
    try app.keys("<Down>")
    let screen = app.pilot.screen
    #expect(screen.contains("!Cordless drill"), "an overdue loan: \(screen)")
    #expect(screen.contains("!Laptop"), "a warranty that ends soon: \(screen)")
    #expect(screen.contains("!Coffee grinder"), "another one: \(screen)")
    #expect(screen.components(separatedBy: "!").count == 4, "nothing else: \(screen)")
    #expect(style(of: "!Laptop", app) != style(of: "Laptop", app))
  }

  @Test func theListOfAPlaceMarksWhatIsDue() throws {
    let app = try app()
    try app.keys("/drill<Enter><Enter><Enter>")
    #expect(app.pilot.screen.contains("!Cordless drill"), "\(app.pilot.screen)")
  }

  @Test(arguments: [false, true]) func anOverdueLoanIsAWarningInWords(restarts: Bool) throws {
    let app = try app(restarts: restarts)
    try app.keys("/drill<Enter><Enter>")
    #expect(row(with: "back by 2026-11-19 (overdue)", app) != nil, "\(app.pilot.screen)")
    #expect(style(of: "back by", app) != style(of: "Ben, since", app), "the borrower is no warning")
  }

  @Test(arguments: [
    (10, "ends in 10 days"), (1, "ends tomorrow"), (0, "ends today"), (-1, "ended"),
  ])
  func anEndingWarrantyIsAWarningInWords(days: Int, words: String) throws {
    let app = try app()
    let last = try #require(CalendarDate(iso: "2026-12-02"))
    app.clock.today = try #require(last.adding(days: -days))
    try app.keys("/laptop<Enter><Enter><End>")
    #expect(row(with: "until 2026-12-02 (\(words))", app) != nil, "\(app.pilot.screen)")
    #expect(style(of: "until", app) != style(of: "Insured", app))
  }

  @Test func listsDontMarkAWarrantyThatEnded() throws {
    let app = try app()
    app.clock.today = try #require(CalendarDate(iso: "2026-12-03"))
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("!Cordless drill"))
    #expect(!app.pilot.screen.contains("!Laptop"), "\(app.pilot.screen)")
  }

  @Test func aReturnedThingIsNoWarning() throws {
    let app = try app()
    try app.keys("/drill<Enter>sb")
    #expect(!app.pilot.screen.contains("!Cordless drill"), "\(app.pilot.screen)")
  }
}
