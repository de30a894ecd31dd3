import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Completions in the line of a filter, and highlights and quotations in its rows.
@Suite struct FilterScreenTests {
  private func app(restarts: Bool = true, width: Int = 80, height: Int = 12) throws -> SampleApp {
    let copy = try InventoryCopy { inventory, _ in
      var drill = Item(name: "Drill")
      drill.notes = "Bought with the case. The lid is broken."
      drill.manufacturer = "Wolfram"
      drill.tags = ["loud", "red"]
      try inventory.changes.perform(.createItem(drill), session: "main")
      // A long name leaves room for a quotation, and none for the columns of maker and tags.
      for name in ["Café table", "Encyclopedia in twenty-four volumes, bound"] {
        try inventory.changes.perform(.createItem(Item(name: name)), session: "main")
      }
    }
    return try SampleApp(
      size: Size(width: width, height: height), restarts: restarts, inventory: copy)
  }

  /// The bold, underlined parts of the rows, from the top.
  private func highlights(_ app: SampleApp) -> [String] {
    (1..<app.pilot.frame.size.height - 3).flatMap { y in
      var parts: [String] = []
      var isInside = false
      for cell in app.pilot.frame.row(y) {
        let isMarked = cell.style.attributes.isSuperset(of: [.bold, .underline])
        if isMarked, !isInside { parts.append("") }
        if isMarked { parts[parts.count - 1] += cell.glyph.string }
        isInside = isMarked
      }
      return parts
    }
  }

  private func line(_ text: String, _ app: SampleApp) -> Bool {
    app.pilot.screen.split(separator: "\n").contains { $0.contains(text) }
  }

  @Test func foundWordsAreHighlighted() throws {
    let app = try app()
    try app.keys("/cafe<Enter>")
    #expect(highlights(app) == ["Café"])
    try app.keys("<Esc>")
    #expect(highlights(app) == [])
  }

  @Test func aFieldThatNoColumnShowsIsQuotedInItsRow() throws {
    let app = try app()
    try app.keys("/lid<Enter>")
    #expect(line("Drill  Notes: …", app), "\(app.pilot.screen)")
    #expect(highlights(app) == ["lid"])
    try app.keys("<Esc>/wolf<Enter>")
    #expect(line("Drill  Maker: Wolfram", app), "\(app.pilot.screen)")
  }

  /// Next to the item's pane, the column of the names is narrow.
  @Test func withoutRoomForAQuotationItReplacesThePlace() throws {
    let app = try app(width: 100)
    try app.keys("/lid<Enter>")
    #expect(line("Drill", app) && line("…lid is broken", app), "\(app.pilot.screen)")
    #expect(highlights(app).first == "lid")
  }

  /// The fields of the item's screen next to or instead of the list.
  @Test(arguments: [80, 120]) func wordsAreHighlightedOnTheItemsScreen(width: Int) throws {
    let app = try app(width: width, height: 30)
    try app.keys("/lid loud wolf<Enter><Enter>")
    #expect(Set(highlights(app)).isSuperset(of: ["lid", "loud", "Wolf"]), "\(app.pilot.screen)")
  }

  @Test func anItemOpenedWithoutAFilterIsNotHighlighted() throws {
    let app = try app(height: 30)
    try app.keys("<Home><Down><Enter>")
    #expect(line("Wolfram", app) && highlights(app) == [], "\(app.pilot.screen)")
  }

  @Test func aShownColumnIsNotQuoted() throws {
    let app = try app(width: 200)
    try app.keys("/wolf<Enter>")
    #expect(line("Wolfram", app) && !line("Maker: Wolfram", app), "\(app.pilot.screen)")
    #expect(highlights(app).contains("Wolf"))
  }

  @Test(arguments: ["<Tab>", "<Right>"]) func anOperatorIsCompleted(_ key: String) throws {
    let app = try app()
    try app.keys("/pri")
    #expect(line("/ price>", app), "\(app.pilot.screen)")
    #expect(app.list?.filter == "pri")
    try app.keys(key)
    #expect(app.list?.filter == "price>")
    try app.keys("5")
    #expect(line("/ price>5", app))
  }

  @Test func possibleValuesAreListed() throws {
    let app = try app()
    try app.keys("/tag:")
    #expect(line("tag:loud  tag:red", app), "\(app.pilot.screen)")
    try app.keys("r<Tab>")
    #expect(app.list?.filter == "tag:red")
    #expect(line("Drill", app) && !line("Café", app))
  }

  @Test func theArrowMovesWithinTheText() throws {
    let app = try app()
    try app.keys("/pri<Left><Right>x")
    #expect(app.list?.filter == "prix")
    try app.keys("<Backspace><Left><Left><Right><Right><Right>")
    #expect(app.list?.filter == "price>", "at the end it types the completion")
  }
}
