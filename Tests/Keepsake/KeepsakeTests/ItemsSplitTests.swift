import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The list of items and the selected one side by side, from 100 columns on.
@Suite struct ItemsSplitTests {
  private nonisolated static let narrow = Size(width: 80, height: 24)
  private nonisolated static let wide = Size(width: 120, height: 40)
  private nonisolated static let widest = Size(width: 200, height: 60)

  /// The title bars of both sides, with single spaces.
  private func bar(_ app: SampleApp) -> [String] {
    app.pilot.frame.plainText(row: 0).split(separator: "╮").map {
      $0.filter { !"╭─".contains($0) }.split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty }
  }

  private func detail(_ app: SampleApp) throws -> ItemDetailViewController? {
    let stack = try #require(app.split?.viewController(for: .secondary) as? NavigationController)
    return stack.viewControllers.first as? ItemDetailViewController
  }

  @Test func fromAHundredColumnsTheSelectedItemIsNextToTheList() throws {
    let app = try SampleApp(size: Size(width: 99, height: 24))
    try app.keys("<Down>")
    #expect(bar(app).count == 1)
    try app.pilot.resize(to: Size(width: 100, height: 24))
    #expect(bar(app).last == "Chef's knife 2 of 30")
    #expect(app.pilot.screen.contains("Home / Kitchen / Drawer"))
    try app.keys("<Down>")
    #expect(bar(app).last?.hasSuffix("3 of 30") == true)
    try app.pilot.resize(to: Self.narrow)
    #expect(bar(app).count == 1 && bar(app)[0].hasPrefix("Items "))
  }

  /// After viewing files or history from the list, Esc returns to it, and its keys work again.
  @Test(arguments: [false, true]) func escReturnsToTheListAfterViewing(restarts: Bool) throws {
    let app = try SampleApp(size: Self.wide, restarts: restarts)
    try app.keys("<Down>p")
    #expect(app.pilot.screen.contains("No files yet."))
    #expect(bar(app).last?.hasPrefix("‹ Items") == true)
    try app.keys("<Esc>C")
    #expect(bar(app).last?.hasPrefix("‹ Items History") == true)
    try app.keys("<Esc>/tea")
    #expect(bar(app).first?.hasPrefix("Items 1 of 30 items") == true)
    #expect(try detail(app) != nil)
    // If they were opened from the item, Esc returns to the item.
    try app.keys("<Enter><Enter>p<Esc>")
    #expect(app.split?.focusedColumn == .secondary)
  }

  /// The position of a screen about an item must not depend on the window's width when it was opened.
  @Test(arguments: ["<Down>p", "<Down><Enter>p", "<Down>C", "<Down><Enter>C"])
  func aScreenOpenedInANarrowWindowIsNextToTheListInAWideOne(_ keys: String) throws {
    for size in [Size(width: 100, height: 24), Self.wide, Self.widest] {
      let app = try SampleApp(size: Size(width: 99, height: 24))
      try app.keys(keys)
      let narrow = app.pilot.frame
      try app.pilot.restartAndRestore()
      #expect(app.pilot.frame == narrow)
      try app.pilot.resize(to: size)
      let wide = app.pilot.frame
      #expect(bar(app).first?.hasPrefix("Items ") == true && bar(app).count == 2, "\(bar(app))")
      try app.pilot.restartAndRestore()
      #expect(app.pilot.frame == wide, "\(app.pilot.screen)")
      try app.pilot.resize(to: Size(width: 99, height: 24))
      #expect(app.pilot.frame == narrow)
      try app.keys("<Esc>")
      if !keys.contains("<Enter>") { #expect(bar(app)[0].hasPrefix("Items "), "\(bar(app))") }
      #expect(app.pilot.problems == [])
    }
  }

  /// A wide window offers more keys than a narrow one, once it shows the item next to the list.
  @Test func theHelpIsUpdatedWhenTheWindowBecomesWide() throws {
    let app = try SampleApp(size: Size(width: 99, height: 24))
    try app.keys("<Down>?")
    try app.pilot.resize(to: Self.widest)
    try app.pilot.advance(by: .seconds(1))
    try app.keys("other")
    let wide = app.pilot.frame
    #expect(app.pilot.screen.contains("Other side"))
    try app.pilot.restartAndRestore()
    #expect(app.pilot.frame == wide, "\(app.pilot.screen)")
  }

  /// However fast the keys arrive, only the item where the selection stops is read.
  @Test func movingInTheListReadsOnlyTheFinalItem() throws {
    let app = try SampleApp(size: Self.wide)
    let first = try #require(try detail(app))
    #expect(first.loads == 1)
    app.pilot.finishesBackgroundWork = false
    for _ in 0..<12 {
      try app.keys("<Down>")
      try app.pilot.advance(by: .milliseconds(30))
    }
    #expect(try detail(app)?.loads == 1)
    try app.pilot.advance(by: .seconds(1))
    #expect(try detail(app)?.loads == 2)
    #expect(bar(app).last?.hasSuffix("13 of 30") == true)
    #expect(try detail(app) === first)
  }

  @Test(arguments: [
    "<Down><Down><F6><Down>", "<Down><Tab><Down><Esc><Down><Enter>", "<Enter><End><Esc><Down><Up>",
    "<Enter>p<Esc><Esc><Down><Up><F6>", "/kit<Enter><Down><F6>", "nTea<Esc><Home><Down><F6><Down>",
    "<Down><Enter><Down><Enter><Esc><Esc><Down><Down>e<Esc>", "G<Up>1<F6>gg", "<Down>x<Down>u<F6>",
  ])
  func fastKeysHaveTheSameResultAsSlowOnes(keys: String) throws {
    let slow = try SampleApp(size: Self.wide)
    try slow.keys(keys)
    for kills in [false, true] {
      let fast = try SampleApp(size: Self.wide)
      fast.pilot.finishesBackgroundWork = false
      for key in KeyScript(keys).keys {
        try fast.pilot.press(key)
        if kills { try fast.pilot.restartAndRestore() }
      }
      try fast.pilot.advance(by: .seconds(1))
      #expect(fast.pilot.application.finishBackgroundWork())
      #expect(fast.pilot.frame == slow.pilot.frame, "\(keys), with kills: \(kills)")
    }
  }

  @Test func aClickBeforeTheDelayActsOnTheSelectedItem() throws {
    let app = try SampleApp(size: Self.wide)
    app.pilot.finishesBackgroundWork = false
    try app.keys("<Down>")
    try app.pilot.click(x: 70, y: 2)
    #expect(app.lineUnderCursor.hasSuffix("Value €95.00 (estimate)"))
    #expect(app.split?.focusedColumn == .secondary)
    // Resizing also shows the selected item at once.
    try app.keys("<Esc><Down>")
    try app.pilot.resize(to: Self.widest)
    #expect(bar(app).last?.hasSuffix("3 of 30") == true)
  }

  @Test func photosOpenNextToTheList() throws {
    let app = try SampleApp(size: Self.wide, restarts: true)
    try app.keys("<Down>p")
    #expect(app.split?.focusedColumn == .secondary)
    #expect(bar(app).last == "‹ Items Chef's knife")
    try app.keys("<Esc><Esc>")
    #expect(app.split?.focusedColumn == .primary)
    let narrow = try SampleApp(size: Self.narrow)
    try narrow.keys("<Down>p")
    #expect(bar(narrow) == ["‹ Items Chef's knife"])
  }

  /// Below 100 columns the item is not visible.
  @Test func aNarrowListReadsNoItem() throws {
    let app = try SampleApp(size: Self.narrow)
    try app.keys("<Down><Down><Down>")
    #expect(try detail(app) == nil)
    #expect(!app.pilot.application.isWorkingInBackground)
  }

  /// After a kill before the delay, the same screen is restored, and then the item follows.
  @Test func aKillBeforeTheDelayLosesNothing() throws {
    let app = try SampleApp(size: Self.wide)
    app.pilot.finishesBackgroundWork = false
    try app.keys("<Down><Down>")
    let before = app.pilot.frame
    try app.pilot.restartAndRestore()
    #expect(app.pilot.frame == before)
    let loads = try #require(try detail(app)).loads
    try app.pilot.advance(by: .seconds(1))
    #expect(bar(app).last?.hasSuffix("3 of 30") == true)
    #expect(try detail(app)?.loads == loads + 1)
  }

  /// The item that restoration read is used if nothing changed since.
  @Test func aLaunchReadsTheItemOnce() throws {
    let app = try SampleApp(size: Self.wide)
    try app.keys("<Down>")
    try app.pilot.advance(by: .seconds(1))
    try app.pilot.restartAndRestore()
    #expect(bar(app).last == "Chef's knife 2 of 30")
    #expect(try detail(app)?.loads == 1)
  }

  @Test func enterGoesToTheItemAndEscBackToTheList() throws {
    let app = try SampleApp(size: Self.wide)
    try app.keys("<Down><Enter><Down>")
    #expect(app.lineUnderCursor.hasSuffix("Value €95.00 (estimate)"))
    #expect(try detail(app)?.loads == 1 + 1)
    try app.keys("<Esc><Down>")
    #expect(bar(app).last?.hasSuffix("3 of 30") == true)
    try app.keys("<F6><Down>")
    #expect(app.lineUnderCursor.contains("│ Value"))
    try app.keys("<Left><Down>")
    #expect(bar(app).last?.hasSuffix("4 of 30") == true)
  }

  @Test func theListFollowsFromItemToItem() throws {
    let app = try SampleApp(size: Self.wide, restarts: true)
    try app.keys("<Enter>]]]")
    #expect(bar(app).last?.hasSuffix("4 of 30") == true)
    let name = try #require(bar(app).last).replacing(" 4 of 30", with: "")
    try app.keys("<Esc>")
    #expect(app.lineUnderCursor.hasPrefix(name))
    try app.keys("<Down>")
    #expect(bar(app).last?.hasSuffix("5 of 30") == true)
  }

  @Test func trashingAnItemShowsTheNextOne() throws {
    let app = try SampleApp(size: Self.wide)
    try app.keys("<Down><Enter>x")
    #expect(app.split?.focusedColumn == .primary)
    #expect(bar(app).last?.hasSuffix("2 of 29") == true)
    #expect(!app.pilot.screen.contains("Chef's knife  "))
    try app.keys("u")
    #expect(bar(app).last?.contains("of 30") == true)
  }

  @Test func anItemThatNoLongerMatchesStaysInView() throws {
    let app = try SampleApp(size: Self.wide)
    try app.keys("/chef<Enter><Enter>e<End><^U>Samovar<^S>")
    #expect(bar(app).last == "Samovar")
    try app.keys("<Esc>")
    #expect(bar(app).count == 1)
  }

  @Test func noItemIsShownNextToADraft() throws {
    let app = try SampleApp(size: Self.wide)
    try app.keys("nTea<Esc><Home>")
    #expect(try detail(app) == nil)
    try app.keys("<F6>")
    #expect(app.split?.focusedColumn == .primary)
    try app.keys("<Down>")
    #expect(try detail(app) != nil)
  }

  @Test func theTabsDigitReturnsToTheList() throws {
    let app = try SampleApp(size: Self.wide)
    try app.keys("<Down><Enter><Enter>1")
    #expect(app.split?.focusedColumn == .primary)
    #expect(app.lineUnderCursor.hasPrefix("Chef's knife"))
  }

  // MARK: - Widths and kills

  private nonisolated static let ways = [
    "<Down>", "<Down><Down><Enter><Down><Down>", "/kitchen<Enter><Down><Enter>]<Down>",
    "<Down><Enter><Down><Enter>", "<Down><Enter><Down><Enter><Enter><Down>", "<Enter>]]<Esc>",
    "<Down><Enter>p", "<Enter><Down><Down><Enter>12", "<Enter><End><F6>x",
  ]

  /// A kill and a launch in a window of another width give the same screen as resizing.
  @Test(arguments: ways) func launchingInAnotherWidthEqualsResizing(way: String) throws {
    let sizes = [Self.narrow, Self.wide, Self.widest]
    for first in sizes {
      for second in sizes where second != first {
        let resized = try SampleApp(size: first)
        let killed = try SampleApp(size: first)
        for app in [resized, killed] { try app.keys(way) }
        try resized.pilot.resize(to: second)
        try killed.pilot.restartAndRestore(size: second)
        #expect(killed.pilot.screen == resized.pilot.screen, "\(way), \(first) → \(second)")
        #expect(killed.split?.focusedColumn == resized.split?.focusedColumn)
        #expect(killed.pilot.frame.cursor == resized.pilot.frame.cursor)
      }
    }
  }

  @Test(arguments: ways) func aKillAfterEveryKeyChangesNothing(way: String) throws {
    for size in [Size(width: 100, height: 24), Self.wide, Self.widest] {
      let shadow = try SampleApp(size: size)
      let app = try SampleApp(size: size, restarts: true)
      for (index, key) in KeyScript(way + "<Esc><Esc><Down>").keys.enumerated() {
        try shadow.pilot.press(key)
        try app.pilot.press(key)
        #expect(
          app.pilot.frame == shadow.pilot.frame, "\(way) at \(size), key \(index), \(key.label)")
      }
    }
  }

  @Test(arguments: [1, 2] as [UInt64]) func theSplitIsRestoredDuringARandomWalk(seed: UInt64) throws
  {
    let isLong = ProcessInfo.processInfo.environment["REPRISE_EXHAUSTIVE"] == "1"
    let app = try SampleApp(size: Self.wide, audits: false, server: nil)
    try app.pilot.walk(isLong ? 10_000 : 300, seed: seed, killingEvery: 25)
    withExtendedLifetime(app) {}
  }

  // MARK: - Earlier versions

  private nonisolated static let earlierStoryboard = """
    storyboard 1
    initial tabs
    scene tabs
      class TabBarController
      restoration-identifier tabs
      tabs items-stack places-stack
    scene items-stack
      class NavigationController
      restoration-identifier Items
      tab-title Items
      root items
    scene items
      class items
      restoration-identifier items
      title Items
    scene places-stack
      class NavigationController
      restoration-identifier Places
      tab-title Places
      root places
    scene places
      class places
      restoration-identifier places
    """

  /// Restores a state of a version that pushed the item onto the list, before the split.
  @Test(arguments: [narrow, wide]) func aStateFromBeforeTheSplitIsRestored(size: Size) throws {
    let directory = NSTemporaryDirectory() + "keepsake-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try InventoryCopy(filledBy: SampleHome.fill).write(into: directory)
    var isEarlier = true
    var context: AppContext?
    let pilot = try Pilot(size: size) { device, state in
      let made = AppContext(
        store: try InventoryStore(directory: directory),
        drafts: try DraftStore(directory: directory),
        AppContext.Configuration(session: "main"))
      context = made
      guard isEarlier else {
        return try Screens.makeApplication(
          context: made, device: device, state: state, version: "test")
      }
      var registry = RestorationRegistry()
      Screens.register(in: &registry)
      var environment = Environment()
      environment[AppContext.self] = made
      let application = Application(
        delegate: AppDelegate(context: made), device: device, store: state, registry: registry,
        environment: environment,
        mainStoryboard: try Storyboard(
          name: "keepsake", text: Array(Self.earlierStoryboard.utf8), registry: registry,
          environment: environment), version: "test")
      made.connect(to: application)
      return application
    }
    for key in KeyScript("/kitchen<Enter><Down>").keys { try pilot.press(key) }
    let tabs = try #require(pilot.application.window.rootViewController as? TabBarController)
    let stack = try #require(tabs.viewControllers.first as? NavigationController)
    let list = try #require(stack.viewControllers.first as? ItemsViewController)
    let item = try #require(list.selectedItem)
    stack.push(
      ItemDetailViewController(context: try #require(context), item: item, of: list.listed))
    try pilot.settle()
    for key in KeyScript("<Down><Down>").keys { try pilot.press(key) }
    #expect(pilot.screen.contains("2 of 7 matching"))
    isEarlier = false
    try pilot.restartAndRestore()
    let bar = pilot.frame.plainText(row: 0)
    #expect(bar.contains("2 of 7 matching"))
    #expect(bar.contains("╮╭") == (size == Self.wide))
    #expect(pilot.frame.cursor?.y == 3)
    try pilot.press(KeyPress(.escape))
    #expect(pilot.screen.contains("kitchen"))
    #expect(pilot.application.restorationReport.remarks == [])
    withExtendedLifetime(context) {}
  }
}
