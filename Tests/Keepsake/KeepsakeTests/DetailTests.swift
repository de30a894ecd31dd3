import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The screen of an item: its first lines, the line under the cursor, and the targets of its lines.
@Suite struct DetailTests {
  /// The rows of the screen, with single spaces.
  private func rows(_ app: SampleApp) -> [String] {
    app.pilot.screen.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.split(separator: " ").filter { $0 != "▐" }.joined(separator: " ")
    }
  }

  private func focusedField(_ app: SampleApp) -> String? {
    app.pilot.application.window.frontController?.focusedView?.restorationIdentifier
  }

  @Test func placeAndValueComeFirstBelowTheName() throws {
    let app = try SampleApp()
    try app.keys("<Down><Enter>")
    #expect(
      Array(rows(app).dropFirst().prefix(3)) == [
        "Place Home / Kitchen / Drawer", "Value €95.00 (estimate)", "Category Kitchenware",
      ])
    #expect(app.lineUnderCursor.hasPrefix("Place Home / Kitchen / Drawer"))
  }

  /// The lines of a sample item, and the field that Enter edits on each.
  @Test(arguments: [
    (1, "replacementValue"), (2, "category"), (3, "quantity"), (4, "description"),
    (5, "assetNumber"), (6, "manufacturer"), (7, "modelNumber"), (8, "condition"),
    (9, "purchasePrice"), (10, "purchaseDate"), (11, "purchaseFrom"),
  ])
  func enterEditsTheFieldOfTheLine(row: Int, field: String) throws {
    for key in ["<Enter>", "e"] {
      let app = try SampleApp(restarts: row % 3 == 0)
      try app.keys("<Down><Enter>" + String(repeating: "<Down>", count: row) + key)
      #expect(focusedField(app) == field)
      #expect(app.pilot.application.window.rootViewController?.presentedViewController != nil)
    }
  }

  @Test func formOfThePlacesLineBeginsWithTheName() throws {
    let app = try SampleApp()
    try app.keys("<Down><Enter>e")
    #expect(focusedField(app) == "name")
  }

  @Test func theEditedFieldIsUnderTheCursor() throws {
    let app = try SampleApp(restarts: true)
    try app.keys("<Down><Enter><Down><Enter>120<^S>")
    #expect(app.lineUnderCursor == "Value €120.00")
    try app.keys("u")
    #expect(app.lineUnderCursor == "Value €95.00 (estimate)")
  }

  @Test(arguments: [false, true]) func aPlaceIsALink(restarts: Bool) throws {
    let app = try SampleApp(restarts: restarts)
    try app.keys("<Down><Enter>")
    #expect(app.pilot.screen.contains("Enter Go to place"))
    let before = app.pilot.frame
    try app.keys("<Enter>")
    #expect(rows(app)[0].hasPrefix("‹ Chef's knife Drawer"))
    // Goes one place further, and all the way back.
    try app.keys("<Enter>")
    #expect(rows(app)[0].hasPrefix("‹ Drawer"))
    try app.keys("<Esc><Left>")
    #expect(app.pilot.frame == before)
  }

  @Test func withoutAPlaceItsLineEditsThePlace() throws {
    let app = try SampleApp(isEmpty: true)
    try app.keys("nLamp<^S><Enter>")
    #expect(app.lineUnderCursor == "Place no place yet")
    try app.keys("<Enter>")
    #expect(focusedField(app) == "place")
  }

  /// Another program adds and removes lines while this one is not running.
  @Test func theSelectedLineIsRestoredByFieldNotRow() throws {
    let app = try SampleApp()
    try app.keys("<Down><Enter><Down><Down><Down><Down><Down><Down><Down>")
    #expect(app.lineUnderCursor == "Model 210C")
    let inventory = try InventoryStore(directory: app.directory)
    guard case .one(let uuid) = try inventory.items(named: "Chef's knife") else {
      Issue.record("the sample home has no knife")
      return
    }
    var item = try #require(try inventory.items.fetch(uuid))
    (item.description, item.serialNumber, item.tags) = ("", "K-7", ["steel", "sharp"])
    item.manufacturer = ""
    try inventory.changes.perform(.updateItem(item), session: "other")
    try app.pilot.restartAndRestore()
    #expect(app.lineUnderCursor == "Model 210C")
  }

  @Test func customFieldsPointToTheCommandThatSetsThem() throws {
    let copy = try InventoryCopy { inventory, _ in
      var item = Item(name: "Drill")
      item.fields = [CustomField(name: "Colour", value: "green")]
      try inventory.changes.perform(.createItem(item), session: "main")
    }
    let app = try SampleApp(inventory: copy)
    try app.keys("<Enter><End><Enter>")
    #expect(app.pilot.screen.contains("Change your own fields with `keepsake set`"))
  }

  @Test func aClickSelectsALineAndASecondOneOpensIt() throws {
    let app = try SampleApp()
    try app.keys("<Down><Enter>")
    try app.pilot.click(x: 30, y: 3)
    #expect(app.lineUnderCursor == "Category Kitchenware")
    try app.pilot.click(x: 30, y: 3)
    #expect(focusedField(app) == "category")
  }

  @Test func theNextItemIsShownFromTheTop() throws {
    let app = try SampleApp(restarts: true)
    try app.keys("<Down><Enter><End>]")
    #expect(app.lineUnderCursor.hasPrefix("Place "))
  }

  /// A kill after every key changes nothing.
  @Test(arguments: [
    "<Enter><Down><Down><Down>]<Down>[", "<Down><Enter><Down><Enter><Enter><Down><Esc><Esc><Esc>",
    "/teapot<Enter><Enter><End><Up><PgUp><PgDn>", "<Enter><End><Enter>x<Esc><Esc>",
    "2<Enter><Enter><Down><Enter><Down><Enter><Esc><Esc>",
  ])
  func aKillKeepsTheSelectedLine(keys: String) throws {
    for size in [Size(width: 80, height: 24), Size(width: 40, height: 10)] {
      let shadow = try SampleApp(size: size)
      let app = try SampleApp(size: size, restarts: true)
      for (index, key) in KeyScript(keys).keys.enumerated() {
        try shadow.pilot.press(key)
        try app.pilot.press(key)
        #expect(app.pilot.frame == shadow.pilot.frame, "after key \(index), \(key.label)")
      }
    }
  }
}
