import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Totals in titles and reports, after every change and every kill.
@Suite struct WorthTests {
  private func title(_ app: SampleApp) -> String {
    let line = app.pilot.screen.split(separator: "\n").first ?? ""
    // In a wide window the title is in a frame, next to that of the item.
    return line.replacing("╮╭", with: "│").filter { !"╭─╮".contains($0) }
      .split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }

  private func rows(_ app: SampleApp) -> [String] {
    app.pilot.screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func theTitleShowsTheTotalValue() throws {
    let app = try SampleApp()
    #expect(title(app) == "Items 30 items · €22,966.10 est. · 2 without value")
    try app.keys("/kitchen")
    #expect(title(app).hasPrefix("Items 7 of 30 items · €2,470.90 est."))
    try app.keys("<Esc>")
    #expect(title(app) == "Items 30 items · €22,966.10 est. · 2 without value")
  }

  /// Keys typed ahead on a slow connection arrive in one turn.
  @Test func noKeyIsLostRightAfterARestart() throws {
    let app = try SampleApp()
    try app.pilot.restartAndRestore()
    let keys: [KeyPress] = [KeyPress(.character("3")), KeyPress(.pageDown), KeyPress(.enter)]
    app.pilot.terminal.send(keys.map { .key($0) })
    #expect(app.pilot.screen.contains("‹ Reports"), "\(app.pilot.screen)")
  }

  /// With and without a scroll bar next to the lines.
  @Test(arguments: [24, 100]) func theReportsTotalAlignsWithItsColumn(height: Int) throws {
    let app = try SampleApp(size: Size(width: 80, height: height))
    try app.keys("3")
    let rows = rows(app)
    let all = try #require(rows.first { $0.hasPrefix(" All items") })
    #expect(rows[0].hasPrefix(" Reports") && rows[0].hasSuffix(" €22,966.10 est."))
    #expect(rows[0].count == all.count, "\(app.pilot.screen)")
  }

  /// The list has 48 columns next to an item, and 40 in a small terminal: no number is truncated.
  @Test func aNarrowTitleOmitsTheLeastImportantParts() throws {
    let app = try SampleApp(size: Size(width: 120, height: 40))
    #expect(title(app).hasPrefix("Items 30 items · €22,966.10 est. · 2 without value │"))
    try app.pilot.resize(to: Size(width: 40, height: 12))
    #expect(title(app) == "Items 30 items · €22,966.10 est.")
    try app.keys("  ")
    #expect(title(app) == "Items 2 marked · €313.00 est.")
    try app.keys("<Esc>2<Down><Enter>/kitchen<Enter>")
    #expect(title(app) == "‹ Places Home €2,470.90 est.")
  }

  @Test func theTitleFollowsEveryChange() throws {
    let app = try SampleApp()
    try app.keys("/teapot<Enter>x")
    #expect(title(app) == "Items 0 of 29 items")
    try app.keys("<Esc>")
    #expect(title(app) == "Items 29 items · €22,934.10 est. · 2 without value")
    try app.keys("u")
    #expect(title(app) == "Items 30 items · €22,966.10 est. · 2 without value")
    try app.keys("nGold<^S>")
    #expect(title(app) == "Items 31 items · €22,966.10 est. · 3 without value")
  }

  /// A launch shows the saved totals before anything is added up.
  @Test func aLaunchShowsTheTotalsAtOnce() throws {
    for keys in [
      "", "/kitchen<Enter>", "2", "2<Down><Enter>", "2<Enter>/k", "3<Down><Down><Down><Enter>",
    ] {
      let app = try SampleApp()
      try app.keys(keys)
      let before = app.pilot.screen
      app.pilot.finishesBackgroundWork = false
      try app.pilot.restartAndRestore()
      #expect(app.pilot.screen == before, "after “\(keys)”")
      app.pilot.application.finishBackgroundWork()
      #expect(app.pilot.screen == before, "after “\(keys)”")
    }
  }

  @Test func placesShowTheNumberAndValueOfTheirItems() throws {
    let app = try SampleApp()
    try app.keys("2")
    #expect(title(app) == "Places 30 items · €22,966.10 est. · 2 without value")
    #expect(rows(app).contains { $0.contains("▸ Garden  2 items") && $0.contains("€116.00") })
    try app.keys("<Down><Enter>")
    #expect(title(app) == "‹ Places Home 28 items · €22,850.10 est. · 2 without value")
    try app.keys("/kit")
    #expect(title(app).hasPrefix("‹ Places Home 7 items · €2,470.90 est."))
  }

  /// A level that was left before its values were known shows them on return.
  @Test func goingBackShowsTheValues() throws {
    let app = try SampleApp()
    let wanted = try SampleApp()
    try wanted.keys("2")
    app.pilot.finishesBackgroundWork = false
    try app.keys("2<Enter>")
    app.pilot.application.finishBackgroundWork()
    app.pilot.finishesBackgroundWork = true
    try app.keys("<Esc>")
    #expect(app.pilot.screen == wanted.pilot.screen)
    // Changes on the lower level are in the total above.
    for app in [app, wanted] { try app.keys("<Enter>") }
    app.pilot.finishesBackgroundWork = false
    try app.keys("<Enter><Down><Down>x")
    try app.keys("<Esc>")
    app.pilot.application.finishBackgroundWork()
    app.pilot.finishesBackgroundWork = true
    try app.keys("<Esc>")
    try wanted.keys("<Enter><Down><Down>x<Esc><Esc>")
    #expect(app.pilot.screen == wanted.pilot.screen)
  }

  /// A screen restored in a window too small to show it has its title when there is room.
  @Test(arguments: ["", "2", "2<Enter>", "3", "3jjjjjjjjjj<Enter>"])
  func aWindowThatGrowsShowsTheTotals(keys: String) throws {
    let app = try SampleApp()
    try app.keys(keys)
    let shown = app.pilot.screen
    try app.pilot.restartAndRestore(size: Size(width: 1, height: 1))
    try app.pilot.resize(to: Size(width: 80, height: 24))
    #expect(app.pilot.screen == shown)
  }

  /// Compares the title with a sum in memory during random edits.
  @Test(arguments: [41, 42] as [UInt64])
  func theTitleMatchesTheSumDuringRandomEdits(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let app = try SampleApp(isEmpty: true, audits: false)
    let store = try InventoryStore(directory: app.directory)
    var values: [UUID: Int64?] = [:]
    for step in 0..<500 {
      let value: Int64? =
        Bool.random(using: &random) ? .random(in: 0..<1_000_000, using: &random) : nil
      let known = values.keys.sorted { $0.uuidString < $1.uuidString }.randomElement(using: &random)
      if let known, step % 3 > 0 {
        var item = try #require(try store.items.fetch(known))
        item.replacementValue = value
        try store.changes.perform(.updateItem(item), session: "other")
        values[known] = value
      } else {
        var item = Item(name: "Thing \(step)")
        item.replacementValue = value
        try store.changes.perform(.createItem(item), session: "other")
        values[item.uuid] = .some(value)
      }
      guard step % 50 == 49 else { continue }
      try app.keys("j")
      let sum = values.values.reduce(0) { $0 + ($1 ?? 0) }
      let missing = values.values.count { $0 == nil }
      let words = MoneyText.text(Money(minor: sum, currency: .euro))
      #expect(
        title(app) == "Items \(values.count) items · \(words) · \(missing) without value",
        "step \(step), seed \(seed)")
    }
  }

  // MARK: - Sorting

  @Test(arguments: [
    ("ov", "Encyclopedia, 24 volumes", "Value ↓"), ("oV", "Quilt", "Value ↑"),
    ("oq", "Tulip bulbs", "Name, largest quantity first"),
    ("od", "Name, newest first", "Name, newest first"), ("op", "Place ↑", "Place ↑"),
    ("oN", "Name ↓", "Name ↓"),
  ])
  func aKeySortsAndTheOrderIsRestored(keys: String, first: String, header: String) throws {
    let app = try SampleApp()
    try app.keys("G" + keys)
    let shown = rows(app)
    #expect(shown[1].contains(header))
    #expect(shown[1].contains(first) || shown[2].contains(first), "\(shown[2])")
    try app.pilot.restartAndRestore()
    #expect(rows(app) == shown)
  }

  @Test func aClickOnAColumnSorts() throws {
    let app = try SampleApp()
    try app.pilot.click(x: 75, y: 1)
    #expect(rows(app)[1].contains("Value ↓"))
    #expect(rows(app)[2].contains("Encyclopedia"))
    try app.pilot.click(x: 75, y: 1)
    #expect(rows(app)[1].contains("Value ↑"))
    try app.pilot.click(x: 40, y: 1)
    #expect(rows(app)[1].contains("Place ↑"))
    try app.pilot.click(x: 3, y: 1)
    try app.pilot.click(x: 3, y: 1)
    #expect(rows(app)[1].contains("Name ↓"))
  }

  /// From the reports to a list that fills a wide window.
  private nonisolated static let toAllItems = "3<Down><Down><Down><Enter>"

  @Test func aListOfPlacesHasNoItemColumns() throws {
    let app = try SampleApp(size: Size(width: 200, height: 24))
    try app.keys("2")
    #expect(!rows(app)[1].contains("Category"))
    try app.keys("<Enter>")
    #expect(rows(app)[1].contains("Category"))
  }

  @Test func aWideListCanBeSortedByDate() throws {
    let app = try SampleApp(size: Size(width: 200, height: 40))
    try app.keys(Self.toAllItems)
    let head = rows(app)[1]
    let x = try #require(head.range(of: "Bought")).lowerBound.utf16Offset(in: head)
    try app.pilot.click(x: x, y: 1)
    #expect(rows(app)[1].contains("Bought ↓") && !rows(app)[1].contains("latest"))
    let days = rows(app)[2...20].map { row in
      row.split(separator: " ").first { $0.count == 10 && $0.hasPrefix("20") } ?? ""
    }
    #expect(days == days.sorted(by: >), "\(days)")
    // A list can't be sorted by a column without an order.
    let tags = try #require(head.range(of: "Tags")).lowerBound.utf16Offset(in: head)
    try app.pilot.click(x: tags, y: 1)
    #expect(rows(app)[1].contains("Bought ↓"))
  }

  /// Column headers align with their cells, whatever takes room next to the rows.
  @Test(arguments: [
    ("", Size(width: 80, height: 24)), ("", Size(width: 80, height: 40)),
    ("E", Size(width: 80, height: 24)), ("/disk<Enter>", Size(width: 80, height: 24)),
    (toAllItems, Size(width: 120, height: 24)), (toAllItems + "E", Size(width: 200, height: 60)),
    ("", Size(width: 120, height: 24)),
  ])
  func columnHeadersAlignWithTheirCells(keys: String, size: Size) throws {
    let app = try SampleApp(size: size)
    try app.keys(keys)
    let shown = rows(app).map { $0.replacing("▐", with: " ") }
    // Ignores the item next to the list in a wide window.
    let shownRows = shown.map { $0.split { "│╭╮".contains($0) }.first.map(String.init) ?? "" }
    let row = try #require(shownRows.first { $0.contains("Backup disk") })
    let head = try #require(shownRows.first { $0.contains("Name") && $0.contains("Value") })
    func start(_ text: String, in line: String) -> Int? {
      line.range(of: text).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
    }
    func end(_ text: String, in line: String) -> Int? {
      line.range(of: text).map { line.distance(from: line.startIndex, to: $0.upperBound) }
    }
    #expect(start("Name", in: head) == start("Backup disk", in: row))
    #expect(end("Value", in: head) == end("€218.00", in: row))
    guard head.contains("Qty") else { return }
    #expect(end("Qty", in: head) == end(" 2 ", in: row).map { $0 - 1 })
    #expect(start("Place", in: head) == start("Home / ", in: row))
    guard size.width >= 120, keys != "" else { return }
    #expect(start("Category", in: head) == start("Electronics", in: row))
  }

  // MARK: - Marked rows

  @Test func theTitleShowsTheValueOfMarkedRows() throws {
    let app = try SampleApp()
    try app.keys(" j ")
    #expect(title(app) == "Items 30 items · 2 marked · €367.00 est.")
    let shown = app.pilot.screen
    app.pilot.finishesBackgroundWork = false
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen == shown, "the first frame")
    app.pilot.finishesBackgroundWork = true
    app.pilot.application.finishBackgroundWork()
    #expect(app.pilot.screen == shown)
    try app.keys("<Up> ")
    #expect(title(app) == "Items 30 items · 1 marked · €218.00 est.")
    try app.keys("<Esc>")
    #expect(title(app) == "Items 30 items · €22,966.10 est. · 2 without value")
    #expect(!app.pilot.screen.contains("✓"))
  }

  @Test func markedItemsAreTrashedAtOnce() throws {
    let app = try SampleApp()
    try app.keys("  x")
    #expect(title(app).hasPrefix("Items 28 items · €22,653.10 est."))
    try app.keys("u")
    #expect(title(app) == "Items 30 items · €22,966.10 est. · 2 without value")
  }

  @Test func itemsInAMarkedPlaceCount() throws {
    let app = try SampleApp()
    try app.keys("2 ")
    #expect(title(app) == "Places 30 items · 1 marked · €116.00 est.")
    try app.keys("x")
    #expect(app.pilot.screen.contains("unmark the others"))
    try app.keys(" ")
    #expect(title(app) == "Places 30 items · 2 marked · €22,966.10 est. · 2 without value")
  }

  /// After a kill before the sum of a new filter is known, the former filter's sum must not be shown.
  @Test func theSumOfAFormerFilterIsNotRestored() throws {
    let app = try SampleApp()
    app.pilot.finishesBackgroundWork = false
    try app.keys("/kitchen")
    try app.pilot.restartAndRestore()
    #expect(!title(app).contains("22,966.10"))
    app.pilot.application.finishBackgroundWork()
    #expect(title(app).hasPrefix("Items 7 of 30 items · €2,470.90 est."))
  }

  // MARK: - Reports

  @Test func theReportsTabAppearsWithTheFirstItem() throws {
    let app = try SampleApp(isEmpty: true)
    #expect(!app.pilot.screen.contains("Reports"))
    try app.keys("3")
    #expect(app.pilot.screen.contains("Items"))
    try app.keys("nLamp<^S>")
    #expect(app.pilot.screen.contains("3 Reports"))
    try app.keys("3")
    #expect(app.pilot.screen.contains("No value"))
    try app.keys("1x")
    #expect(!app.pilot.screen.contains("Reports"))
  }

  @Test func aReportLineOpensTheListOfItsItems() throws {
    let app = try SampleApp(size: Size(width: 100, height: 60))
    try app.keys("3")
    for (line, head) in [
      ("No value", "‹ Reports No value 2 items · 2 without value"),
      ("No serial number", "‹ Reports No serial number 19 items"),
      ("Kitchen  7", "‹ Reports Kitchen 7 items · €2,470.90 est."),
    ] {
      let row = try #require(rows(app).firstIndex { $0.contains(line) })
      try app.pilot.click(x: 5, y: row)
      try app.pilot.click(x: 5, y: row)
      #expect(title(app).hasPrefix(head))
      let shown = app.pilot.screen
      try app.pilot.restartAndRestore()
      #expect(app.pilot.screen == shown)
      try app.keys("<Esc>")
    }
  }

  @Test func theReportsAskForABackup() throws {
    let app = try SampleApp()
    let store = try InventoryStore(directory: app.directory)
    try app.keys("3")
    #expect(app.pilot.screen.contains("! No backup yet  keepsake backup"))
    // The app's date is the 22nd of November 2026.
    for (day, line) in [
      (20_749, "made 30 days ago"), (20_748, "made 31 days ago"), (20_600, "made 179 days ago"),
    ].reversed() {
      try store.database.noteBackup(at: Timestamp(day) * 86_400_000 + 43_200_000)
      try app.keys("13")
      #expect(app.pilot.screen.contains(line) == (day < 20_749), "\(line)")
    }
    #expect(!app.pilot.screen.contains("keepsake backup"))
  }

  @Test func reportsBeginWithTasksThatOpenTheirItems() throws {
    let app = try SampleApp(restarts: true)
    let store = try InventoryStore(directory: app.directory)
    guard case .one(let uuid) = try store.items(named: "Tent") else { return }
    var tent = try #require(try store.items.fetch(uuid))
    (tent.lentTo, tent.dueBack) = ("Ben", CalendarDate(iso: "2026-11-19"))
    try store.changes.perform(.updateItem(tent), session: "other")
    try app.keys("3")
    let tasks = [
      "To do", "Due: 2 overdue, 1 within 30 days", "No backup yet", "1 loan is overdue",
      "1 warranty ends within 30 days",
    ]
    let lines = rows(app).dropFirst().prefix(5)
    #expect(zip(lines, tasks).allSatisfy { $0.contains($1) }, "\(app.pilot.screen)")
    try app.keys("<Down><Down><Enter>")
    #expect(title(app).hasPrefix("‹ Reports 1 loan is overdue 1 item"))
    #expect(app.pilot.screen.contains("Tent"))
    try app.keys("<Esc><Down><Enter>")
    #expect(app.pilot.screen.contains("Coffee grinder"))
  }

  @Test func rulesOfCalculationAreHiddenUntilAsked() throws {
    let app = try SampleApp(restarts: true)
    try app.keys("3")
    #expect(!app.pilot.screen.contains("quantity × replacement value"))
    try app.keys("i")
    #expect(app.pilot.screen.contains("quantity × replacement value"))
    try app.keys("13i")
    #expect(!app.pilot.screen.contains("quantity × replacement value"))
  }

  @Test func theReportsWarnAboutASynchronizedFolder() throws {
    let app = try SampleApp(size: Size(width: 160, height: 40))
    mkdir(app.directory + "/.stfolder", 0o700)
    try app.keys("3")
    #expect(app.pilot.screen.contains("Your data is in a folder that Syncthing syncs"))
    #expect(app.pilot.screen.contains("keep it on a local disk"))
  }

  @Test func linesWithoutAListLeadToHelp() throws {
    let app = try SampleApp()
    try app.keys("3<Down>")
    #expect(app.pilot.screen.contains("Enter Show advice"))
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("Make a backup with: keepsake backup DIR"))
    try app.keys("j")
    #expect(app.pilot.screen.contains("Enter Open"), "the line of a warranty that ends")
    try app.keys(String(repeating: "j", count: 5) + "<Enter>")
    #expect(app.pilot.screen.contains("Owner and policy"))
    try app.keys("15000<^S>")
    let settings = try InventoryStore(directory: app.directory).settings.fetch()
    #expect(settings.contentsLimit == 1_500_000, "the line of the limit leads to its field")
    try app.keys("<Esc>R")
    #expect(app.pilot.screen.contains("Report for the insurer"))
    try app.keys("<Esc>kk")
    #expect(
      !app.pilot.screen.contains("Enter"), "that line has no list:\n\(app.pilot.screen)")
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("This line has no list"))
  }

  /// The report has more lines than a saved state holds.
  @Test func aLongReportIsRestoredAtItsPosition() throws {
    let app = try SampleApp(isEmpty: true, audits: false)
    let store = try InventoryStore(directory: app.directory)
    for number in 0..<400 {
      let place = Place(name: "Box \(1000 + number)")
      try store.changes.perform(.createPlace(place), session: "other")
      var item = Item(name: "Thing \(number)")
      (item.place, item.replacementValue) = (place.uuid, 1000)
      try store.changes.perform(.createItem(item), session: "other")
    }
    try app.keys("3<PgDn><PgDn><PgDn><PgDn><PgDn><PgDn><PgDn><PgDn><PgDn><PgDn><PgDn><PgDn>")
    for keys in ["", "<Up><Up>", "G", "<PgUp>"] {
      try app.keys(keys)
      let shown = app.pilot.screen
      app.pilot.finishesBackgroundWork = false
      try app.pilot.restartAndRestore()
      #expect(app.pilot.screen == shown, "the first frame after “\(keys)”")
      app.pilot.finishesBackgroundWork = true
      app.pilot.application.finishBackgroundWork()
      #expect(app.pilot.screen == shown, "after “\(keys)”")
    }
    // The selected line is far from those on the screen.
    for _ in 0..<100 { try app.pilot.send(.mouse(MouseEvent(.wheel(-1), at: Point(x: 5, y: 5)))) }
    let shown = app.pilot.screen
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen == shown)
    try app.keys("<Down>")
    #expect(app.pilot.screen.contains("Box"))
  }

  @Test func thePolicysLimitIsShownNextToTheTotal() throws {
    let app = try SampleApp(size: Size(width: 100, height: 60))
    let store = try InventoryStore(directory: app.directory)
    var settings = try store.settings.fetch()
    settings.contentsLimit = 2_000_000
    settings.insurer = "Hartford"
    try store.settings.change(settings, session: "other")
    try app.keys("3")
    #expect(
      rows(app).contains { $0.contains("Contents limit  Hartford") && $0.contains("€20,000.00") })
    #expect(rows(app).contains { $0.contains("Not covered") && $0.contains("€2,966.10") })
    settings.contentsLimit = 3_000_000
    try store.settings.change(settings, session: "other")
    try app.keys("<Down>")
    #expect(app.pilot.screen.contains("Fully covered"))
  }

  @Test(arguments: [
    "3<Down><Down>", "3G<Up><Up><Enter><Down><Enter>]", "3GG1ov3", "ovG<Enter>[<Esc>oD",
  ])
  func aKillAfterEveryKeyKeepsTotalsAndReports(keys: String) throws {
    let shadow = try SampleApp()
    let app = try SampleApp(restarts: true)
    for (index, key) in KeyScript(keys).keys.enumerated() {
      try shadow.pilot.press(key)
      try app.pilot.press(key)
      #expect(app.pilot.screen == shadow.pilot.screen, "after key \(index), \(key.label)")
    }
  }
}

/// Reproducible random numbers.
private struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 31)
  }
}
