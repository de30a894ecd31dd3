import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// A list and the item opened from it share one `ListedItems`.
@Suite struct ListedItemsTests {
  /// The screens of the first tab, on the list's side and on the item's.
  private func stack(of app: SampleApp) throws -> [ViewController] {
    try #require(app.split).children.flatMap {
      ($0 as? NavigationController)?.viewControllers ?? []
    }
  }

  private func title(of app: SampleApp) -> String {
    let line = app.pilot.screen.split(separator: "\n").first ?? ""
    return line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }

  @Test func anItemShowsItsPositionInTheList() throws {
    let app = try SampleApp()
    try app.keys("<Down><Enter>")
    #expect(title(of: app) == "‹ Items Chef's knife 2 of 30")
  }

  @Test func anItemOfAFilteredListShowsItsPositionAmongMatches() throws {
    let app = try SampleApp()
    try app.keys("/kitchen<Enter><Enter>")
    #expect(title(of: app).hasSuffix("1 of 7 matching"))
    try app.pilot.restartAndRestore()
    #expect(title(of: app).hasSuffix("1 of 7 matching"))
  }

  @Test func theItemsPositionFollowsTheListsOrder() throws {
    let app = try SampleApp()
    try app.keys("<Home><Enter>")
    let first = title(of: app)
    try app.keys("<Esc>oN<End><Enter>")
    #expect(title(of: app) == first.replacing("1 of", with: "30 of"))
    try app.pilot.restartAndRestore()
    #expect(title(of: app) == first.replacing("1 of", with: "30 of"))
    try app.keys("<Esc>")
    #expect(app.pilot.screen.contains("Name ↓"))
    try app.keys("on<Home><Enter>")
    #expect(title(of: app) == first)
  }

  @Test func bracketsShowTheNextAndPreviousItem() throws {
    let app = try SampleApp()
    try app.keys("<Enter>")
    let first = title(of: app)
    try app.keys("]]")
    #expect(title(of: app).hasSuffix("3 of 30"))
    try app.keys("[[")
    #expect(title(of: app) == first)
    try app.keys("[")
    #expect(title(of: app) == first)
    #expect(app.pilot.screen.contains("This is the first item"))
  }

  @Test func theListSelectsTheItemShownLast() throws {
    let app = try SampleApp()
    try app.keys("<Enter>]]]]")
    let item = title(of: app)
    try app.keys("<Esc><Enter>")
    #expect(title(of: app) == item)
  }

  @Test func theNextItemKeyStopsAtTheLastMatch() throws {
    let app = try SampleApp()
    try app.keys("/kitchen<Enter><End><Enter>]")
    #expect(title(of: app).hasSuffix("7 of 7 matching"))
    #expect(app.pilot.screen.contains("This is the last item"))
  }

  @Test func sharedListedItemsAreSavedOnceAndRestoredAsOneObject() throws {
    let app = try SampleApp()
    try app.keys("/kitchen<Enter><Down><Enter>")
    try app.pilot.restartAndRestore()
    let records = app.pilot.savedObjects.filter(\.isObject)
    #expect(records.map(\.typeKey) == ["listed items", "listed items"])
    let list = try #require(try stack(of: app).first as? ItemsViewController)
    let detail = try #require(try stack(of: app).last as? ItemDetailViewController)
    #expect(list.listed.filter == "kitchen")
    #expect(detail.position?.listed === list.listed)
    #expect(app.pilot.application.restorationReport.remarks == [])
  }

  @Test(arguments: [
    "<Down><Enter>]]<Esc>", "/kitchen<Enter><Enter>]]<Esc><Esc>", "/te<Enter><Enter>]]]]]]<Esc>a",
    "2<Enter><Enter><Enter>][<Esc>", "<Enter>]e<Esc>]<Esc><Down>", "<Enter>]x",
    "<Enter>]]2<Enter>1]",
    "<Enter>]]]]]]]]]]]]]]]]]]]]]]]]]<Esc><Up>",
  ])
  func killsAfterEveryKeyChangeNothing(keys: String) throws {
    let shadow = try SampleApp()
    let app = try SampleApp(restarts: true)
    for (index, key) in KeyScript(keys).keys.enumerated() {
      try shadow.pilot.press(key)
      try app.pilot.press(key)
      #expect(app.pilot.screen == shadow.pilot.screen, "after key \(index), \(key.label)")
    }
  }

  @Test func anUnmatchedItemHasNoPositionButNavigatesFromItsGap() throws {
    let app = try SampleApp()
    try app.keys("/chef<Enter><Enter>")
    #expect(title(of: app) == "‹ Items Chef's knife 1 of 1 matching")
    try app.keys("e<End><^U>Samovar<^S>")
    #expect(title(of: app) == "‹ Items Samovar")
    try app.keys("]")
    #expect(app.pilot.screen.contains("This is the last item"))
  }

  @Test func aFilterSavedByTheListItselfIsRestored() throws {
    let app = try SampleApp()
    try app.keys("/kitchen<Enter>")
    let before = app.pilot.screen
    let list = try #require(try stack(of: app).first as? ItemsViewController)
    let coder = app.pilot.coder()
    list.encodeRestorableState(with: coder)
    let values = coder.values.filter { $0.key != "listed" } + [("filter", .string("kitchen"))]
    try app.keys("<Esc>")
    #expect(app.pilot.screen != before)
    list.decodeRestorableState(with: app.pilot.coder(values: values))
    #expect(list.filter == "kitchen")
  }
}
