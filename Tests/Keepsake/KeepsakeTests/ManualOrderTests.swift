import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Items in an order of the user's own.
@Suite struct ManualOrderTests {
  private func app(
    _ names: [String] = ["Teapot", "Camera", "Anvil", "Tent"], restarts: Bool = false
  ) throws -> SampleApp {
    let copy = try InventoryCopy { inventory, _ in
      for name in names {
        try inventory.changes.perform(.createItem(Item(name: name)), session: "main")
      }
    }
    return try SampleApp(size: Size(width: 80, height: 12), restarts: restarts, inventory: copy)
  }

  /// The names in the list, from the top.
  private func names(_ app: SampleApp) -> [String] {
    let known = ["Teapot", "Camera", "Anvil", "Tent", "Zither"]
    return app.pilot.screen.split(separator: "\n").dropFirst(2).compactMap { line in
      known.first { line.contains(" \($0) ") }
    }
  }

  @Test(arguments: [false, true]) func keysMoveItemsAndUndoPutsThemBack(restarts: Bool) throws {
    let app = try app(restarts: restarts)
    try app.keys("omE")
    #expect(names(app) == ["Teapot", "Camera", "Anvil", "Tent"])
    try app.keys("JJ")
    #expect(names(app) == ["Camera", "Anvil", "Teapot", "Tent"])
    #expect(app.lineUnderCursor.contains("Teapot"))
    try app.keys("<Shift-Up>")
    #expect(names(app) == ["Camera", "Teapot", "Anvil", "Tent"])
    try app.keys("u")
    #expect(names(app) == ["Camera", "Anvil", "Teapot", "Tent"])
    try app.keys("<Esc>onom")
    #expect(names(app) == ["Camera", "Anvil", "Teapot", "Tent"])
    try app.keys("oM")
    #expect(names(app) == ["Tent", "Teapot", "Anvil", "Camera"])
    try app.keys("EJ")
    #expect(names(app) == ["Teapot", "Tent", "Anvil", "Camera"])
  }

  @Test func theMouseMovesItems() throws {
    let app = try app()
    try app.keys("omE")
    let line = try #require(
      app.pilot.screen.split(separator: "\n", omittingEmptySubsequences: false)
        .firstIndex { $0.contains("Teapot") })
    let row = app.pilot.frame.plainText(row: line)
    let grip = try #require(Array(row).firstIndex(of: "≡"))
    try app.pilot.drag(from: Point(x: grip, y: line), to: Point(x: grip, y: line + 2))
    #expect(names(app) == ["Camera", "Anvil", "Teapot", "Tent"])
    try app.pilot.restartAndRestore()
    #expect(names(app) == ["Camera", "Anvil", "Teapot", "Tent"])
  }

  @Test func newItemsComeLast() throws {
    let app = try app()
    try app.keys("omEJJJ<Esc>nZither<^S>")
    #expect(names(app) == ["Camera", "Anvil", "Tent", "Teapot", "Zither"])
  }

  @Test(arguments: ["omJ", "EJ", "ovEJ", "om/te<Enter>EJ"])
  func itemsMoveOnlyInUnfilteredManualOrderWhileEditing(keys: String) throws {
    let app = try app()
    try app.keys(keys)
    #expect(!app.pilot.screen.contains("≡"))
    let store = try InventoryStore(directory: app.directory)
    let list = try ItemList(store: store, query: ItemQuery(order: .manual))
    let stored = try (0..<list.count).compactMap { try list.row(at: $0)?.name }
    #expect(stored == ["Teapot", "Camera", "Anvil", "Tent"])
  }

  /// Drafts stay above the items, and no item can be moved above them.
  @Test func draftsStayAboveTheItems() throws {
    let app = try app()
    try app.keys("nTeacup<Esc>omE<Home>")
    #expect(app.lineUnderCursor.contains("Teacup"))
    try app.keys("J")
    #expect(app.lineUnderCursor.contains("Teacup"))
    try app.keys("<Down>K")
    #expect(names(app) == ["Teapot", "Camera", "Anvil", "Tent"])
    try app.keys("J")
    #expect(names(app) == ["Camera", "Teapot", "Anvil", "Tent"])
  }

  /// The items of a place, below the places in it.
  @Test func itemsOfAPlaceCanBeMovedToo() throws {
    let copy = try InventoryCopy { inventory, _ in
      let shed = Place(name: "Shed")
      try inventory.changes.perform(.createPlace(shed), session: "main")
      try inventory.changes.perform(
        .createPlace(Place(parent: shed.uuid, name: "Shelf")), session: "main")
      for name in ["Teapot", "Camera"] {
        var item = Item(name: name)
        item.place = shed.uuid
        try inventory.changes.perform(.createItem(item), session: "main")
      }
    }
    let app = try SampleApp(size: Size(width: 80, height: 12), inventory: copy)
    try app.keys("2<Enter>omE<Down>")
    #expect(app.lineUnderCursor.contains("Teapot"))
    try app.keys("K")
    #expect(names(app) == ["Teapot", "Camera"])
    try app.keys("J")
    #expect(names(app) == ["Camera", "Teapot"])
    #expect(app.lineUnderCursor.contains("Teapot"))
  }
}
