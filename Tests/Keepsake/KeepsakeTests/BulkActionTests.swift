import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Actions on marked items, the selected one, and the one on its own screen.
@Suite struct BulkActionTests {
  private static let names = ["Anvil", "Camera", "Teapot", "Tent"]

  private func app(restarts: Bool = false, width: Int = 80) throws -> SampleApp {
    let copy = try InventoryCopy { inventory, _ in
      for name in Self.names {
        var item = Item(name: name)
        item.serialNumber = "S-\(name)"
        try inventory.changes.perform(.createItem(item), session: "main")
      }
      try inventory.changes.perform(.createPlace(Place(name: "Attic")), session: "main")
    }
    return try SampleApp(
      size: Size(width: width, height: 16), restarts: restarts, inventory: copy)
  }

  private func store(_ app: SampleApp) throws -> InventoryStore {
    try #require(app.list?.context.store)
  }

  /// The items of the list by name.
  private func items(_ app: SampleApp) throws -> [String: Item] {
    let store = try store(app)
    let list = try ItemList(store: store)
    var found: [String: Item] = [:]
    for index in 0..<(try list.count) {
      let row = try #require(try list.row(at: index))
      found[row.name] = try store.items.fetch(row.uuid)
    }
    return found
  }

  private func expect(
    _ text: String, _ app: SampleApp, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      app.pilot.screen.contains(text), "\(text):\n\(app.pilot.screen)",
      sourceLocation: sourceLocation)
  }

  // MARK: - Changing fields

  /// The entries would change other items, too.
  @Test func entriesKeptFromAnEarlierFormAreNamed() throws {
    let app = try app(restarts: true, width: 100)
    try app.keys("b<Tab><Tab>Acme<Esc><Down>b")
    expect("Kept from the last time: Maker — Discard drops it", app)
    #expect(try items(app)["Anvil"]?.manufacturer == "")
  }

  // MARK: - Moving

  @Test func thirtyItemsMoveWithFewKeysAndBackInOneStep() throws {
    let app = try SampleApp()
    let path = "Garage/Box 7"
    let script = String(repeating: " ", count: 30) + "m\(path)<Enter>"
    #expect(KeyScript(script).keys.count - path.count <= 36)
    try app.keys(script)
    let store = try store(app)
    #expect(try store.places.fetch(path: "Garage / Box 7")?.itemCount == 30)
    expect("Moved “Backup disk” and 29 more to “Box 7”", app)
    try app.keys("u")
    #expect(try store.places.fetch(path: "Garage / Box 7") == nil)
    try app.keys("<^R>")
    #expect(try store.places.fetch(path: "Garage / Box 7")?.itemCount == 30)
  }

  @Test(arguments: [false, true]) func pickerAndTheLastPlaceAreRestored(restarts: Bool) throws {
    let app = try app(restarts: restarts)
    try app.keys("  m")
    expect("Move 2 items", app)
    try app.keys("att")
    expect("Attic", app)
    try app.keys("<Enter>")
    let attic = try #require(try store(app).places.fetch(path: "Attic"))
    #expect(try store(app).places.fetch(attic.uuid)?.itemCount == 2)
    try app.keys("<Esc>.")
    #expect(try items(app)["Teapot"]?.place == attic.uuid)
    try app.keys("mno pl<Enter>")
    #expect(try items(app)["Teapot"]?.place == nil)
  }

  // MARK: - Marks

  @Test(arguments: [false, true]) func marksOutliveFiltersAndOrders(restarts: Bool) throws {
    let app = try app(restarts: restarts)
    try app.keys(" /te<Enter>*")
    expect("3 marked", app)
    try app.keys("<Esc>")
    expect("3 marked", app)
    try app.keys("oN")
    expect("✓", app)
    try app.keys("/camera<Enter>")
    expect("3 marked", app)
    try app.keys("x")
    #expect(try items(app).keys.sorted() == ["Camera"])
    #expect(!app.pilot.screen.contains("marked"))
  }

  @Test func trashedElsewhereLosesItsMark() throws {
    let app = try app()
    try app.keys("  ")
    let anvil = try #require(try items(app)["Anvil"])
    try store(app).changes.perform(.trashItems([anvil.uuid]), session: "main")
    app.list?.context.updater.dataDidChange()
    try app.pilot.settle()
    expect("1 marked", app)
  }

  @Test func draftsAreNotMarked() throws {
    let app = try app()
    try app.keys("nLamp<Esc><Home>*")
    expect("4 marked", app)
    try app.keys("x")
    #expect(try items(app).isEmpty)
  }

  // MARK: - Other actions

  @Test(arguments: [false, true])
  func fieldsOfMarkedItemsChangeInOneStep(restarts: Bool) throws {
    let app = try app(restarts: restarts)
    try app.keys("  b")
    expect("Change 2 items", app)
    try app.keys("<Tab><Tab>Hart<^B>i")
    expect("Harit", app)
    try app.keys("<^S>")
    expect("Changed “Anvil” and 1 more", app)
    #expect(try items(app).mapValues(\.manufacturer)["Camera"] == "Harit")
    #expect(try items(app)["Teapot"]?.manufacturer == "")
    try app.keys("u")
    #expect(try items(app)["Anvil"]?.manufacturer == "")
    #expect(try items(app)["Camera"]?.manufacturer == "")
  }

  @Test(arguments: [false, true])
  func formOfItemsShowsCommonAndDifferentValues(restarts: Bool) throws {
    let app = try app(restarts: restarts)
    try app.keys("  b<Tab><Tab>Hartley<^S><Esc>b<Tab><Tab>Betty<^S>*b")
    expect("3 different values", app)
    try app.keys("<Esc><Esc>  b")
    expect("Change 2 items", app)
  }

  @Test(arguments: [false, true])
  func wrongFieldsOfTheFormAreReportedInPlace(restarts: Bool) throws {
    let app = try app(restarts: restarts)
    try app.keys("*b<Tab><Tab><Tab><Tab><Tab>someday<^S>")
    expect("Not a date", app)
    try app.keys("<^U>-<Tab>")
    expect("will be empty", app)
    try app.keys("<Esc>b")
    expect("will be empty", app)
    try app.keys("<^S>")
    expect("Unchanged: they have these values already", app)
  }

  @Test(arguments: [false, true])
  func placeOfTheFormIsChosenInAPicker(restarts: Bool) throws {
    let app = try app(restarts: restarts, width: 140)
    try app.keys("<Enter>batt<Enter>")
    expect("Attic", app)
    try app.keys("<^S>")
    #expect(try store(app).places.fetch(path: "Attic")?.itemCount == 1)
    try app.keys("bno<Enter><^S>")
    #expect(try store(app).places.fetch(path: "Attic")?.itemCount == 0)
  }

  @Test(arguments: [false, true]) func tagsAreAddedAndRemoved(restarts: Bool) throws {
    let app = try app(restarts: restarts)
    try app.keys("  tbath, gift<Enter>")
    #expect(try items(app)["Camera"]?.tags == ["bath", "gift"])
    try app.keys("t-gi<Enter>")
    #expect(try items(app)["Camera"]?.tags == ["bath"])
    try app.keys("u")
    #expect(try items(app)["Anvil"]?.tags == ["bath", "gift"])
  }

  @Test func duplicateIsSelected() throws {
    let app = try app()
    try app.keys("<Down>c")
    #expect(app.lineUnderCursor.contains("Camera copy"))
    let copy = try #require(try items(app)["Camera copy"])
    #expect(copy.serialNumber == "" && copy.assetNumber == 5)
  }

  @Test(arguments: [false, true]) func itemsAreSoldLentAndBroughtBack(restarts: Bool) throws {
    let app = try app(restarts: restarts)
    try app.keys("  slBen<Enter>")
    expect("Lent “Anvil” and 1 more to Ben", app)
    #expect(try items(app)["Camera"]?.lentTo == "Ben")
    try app.keys("sb")
    #expect(try items(app)["Camera"]?.lentTo == "")
    try app.keys("<Esc>ss")
    #expect(try items(app)["Teapot"]?.soldDate != nil)
  }

  @Test(arguments: [false, true]) func itemsAreLentUntilADay(restarts: Bool) throws {
    let app = try app(restarts: restarts)
    try app.keys("slBen<Tab>soon<Enter>")
    #expect(try items(app)["Anvil"]?.lentTo == "")
    expect("Not a date", app)
    try app.keys("<^U>+2w<Enter>")
    expect("Lent “Anvil” to Ben until", app)
    #expect(try items(app)["Anvil"]?.dueBack == CalendarDate(iso: "2026-12-06"))
  }

  @Test func textsAreCopied() throws {
    let app = try app()
    try app.keys("  ys")
    #expect(app.pilot.terminal.copiedText == "S-Anvil\nS-Camera")
    try app.keys("<Esc>yn")
    #expect(app.pilot.terminal.copiedText == "Teapot")
    try app.keys("y#")
    #expect(app.pilot.terminal.copiedText == "000-003")
    try app.keys("yy")
    #expect(app.pilot.terminal.copiedText?.contains("Serial") == true)
    try app.keys("yp")
    expect("Nothing to copy", app)
  }

  @Test func quantityIsChangedByOne() throws {
    let app = try app()
    try app.keys("++")
    expect("“Anvil” has 3 now", app)
    try app.keys("-")
    #expect(try items(app)["Anvil"]?.quantity == 2)
  }

  @Test(arguments: [80, 140]) func keysWorkOnTheItemsSide(width: Int) throws {
    let app = try app(width: width)
    try app.keys("<Enter>+mAttic<Enter>tbath<Enter>c")
    let anvil = try #require(try items(app)["Anvil"])
    #expect(anvil.quantity == 2 && anvil.tags == ["bath"])
    #expect(try store(app).places.fetch(path: "Attic")?.itemCount == 2)
    try app.keys("eX<Esc>")
    expect("✎", app)
    try app.keys("DnLamp<^S>")
    #expect(
      try items(app).keys.sorted() == ["Anvil", "Anvil copy", "Camera", "Lamp", "Teapot", "Tent"])
  }
}
