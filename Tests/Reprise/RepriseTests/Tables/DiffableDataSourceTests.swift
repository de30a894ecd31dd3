import Foundation
import Reprise
import RepriseTesting
import Testing

/// Tables fed from an array of things: selection and position are those of the things.
@Suite struct DiffableDataSourceTests {
  private struct Thing: Identifiable {
    var id: Int
    var name: String
  }

  /// The app's data and their changes.
  private final class Desk {
    var things = (1...20).map { Thing(id: $0, name: "Thing \($0)") }
    var opened: [Int] = []
    var deleted: [Int] = []
  }

  private final class ThingList: ViewController {
    let desk: Desk
    let table = TableView()
    private(set) lazy var rows = TableViewDiffableDataSource<Thing>(table) { $0.text = $1.name }

    init(desk: Desk) {
      self.desk = desk
      super.init()
      restorationIdentifier = "things"
    }

    override func loadView() -> View { table }

    override func viewDidLoad() {
      table.restorationIdentifier = "table"
      table.placeholder = "Nothing."
      rows.didOpen = { [desk] in desk.opened.append($0.id) }
      rows.didDelete = { [desk, unowned self] thing in
        desk.deleted.append(thing.id)
        desk.things.removeAll { $0.id == thing.id }
        rows.apply(desk.things)
      }
      rows.apply(desk.things)
    }
  }

  private func showing(_ desk: Desk) throws -> Pilot {
    try Pilot.showing(size: Size(width: 40, height: 10)) { ThingList(desk: desk) }
  }

  private func list(of pilot: Pilot) throws -> ThingList {
    try #require(pilot.root(ThingList.self))
  }

  @Test func theSelectionStaysOnItsThingWhenOthersComeBeforeIt() throws {
    let desk = Desk()
    let pilot = try showing(desk)
    for _ in 0..<11 { try pilot.press(KeyPress(.down)) }
    desk.things.insert(Thing(id: 99, name: "New"), at: 0)
    try list(of: pilot).rows.apply(desk.things)
    try pilot.settle()
    #expect(pilot.lineUnderCursor == "Thing 12")
    #expect(try list(of: pilot).rows.selectedItem?.id == 12)
  }

  @Test func selectionIsRestoredOnItsItem() throws {
    let desk = Desk()
    let pilot = try showing(desk)
    for _ in 0..<11 { try pilot.press(KeyPress(.down)) }
    desk.things.reverse()
    try pilot.restartAndRestore()
    #expect(pilot.lineUnderCursor == "Thing 12")
  }

  @Test func enterOpensTheThing() throws {
    let desk = Desk()
    let pilot = try showing(desk)
    try pilot.press(KeyPress(.down), KeyPress(.enter))
    #expect(desk.opened == [2])
  }

  @Test func selectedThingIsDeleted() throws {
    let desk = Desk()
    let pilot = try showing(desk)
    try pilot.click(x: 0, y: 3)
    try list(of: pilot).table.deleteSelection()
    try pilot.settle()
    #expect(desk.deleted == [4])
    #expect(!pilot.screen.contains("Thing 4"))
  }

  @Test func itemIsSelectedByIdentity() throws {
    let desk = Desk()
    let pilot = try showing(desk)
    try list(of: pilot).rows.select(17)
    try pilot.settle()
    #expect(pilot.lineUnderCursor == "Thing 17")
    try list(of: pilot).rows.select(1000)
    try pilot.settle()
    #expect(pilot.lineUnderCursor == "Thing 17")
  }

  @Test func withoutThingsNothingIsSelected() throws {
    let desk = Desk()
    desk.things = []
    let pilot = try showing(desk)
    try pilot.press(KeyPress(.enter))
    #expect(try list(of: pilot).rows.selectedItem == nil)
    #expect(pilot.screen.contains("Nothing."))
    #expect(desk.opened.isEmpty)
  }
}
