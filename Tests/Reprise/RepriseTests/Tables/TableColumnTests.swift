import Foundation
import RepriseTesting
import Testing

@testable import Reprise

/// Columns of a table share the width of its rows.
@Suite struct TableColumnTests {
  private static let columns = [
    TableColumn("name", "Name", priority: 3, minimumWidth: 8),
    TableColumn("place", "Place", priority: 1, minimumWidth: 8),
    TableColumn("tags", "Tags", minimumWidth: 6, isOptional: true),
    TableColumn("value", "Value", alignment: .right, priority: 2, minimumWidth: 6),
  ]

  private func layout(_ width: Int, name: Int, place: Int) -> TableColumnLayout {
    let asks = ["name": name, "place": place, "tags": 10, "value": 8]
    return TableColumnLayout(Self.columns, in: width) { asks[$0.id] ?? 0 }
  }

  private func widths(_ layout: TableColumnLayout) -> [String: Int] {
    layout.shown.reduce(into: [:]) { $0[$1.column.id] = $1.width }
  }

  @Test func noTextIsCutWhileAnotherColumnHasRoomToSpare() {
    #expect(widths(layout(34, name: 10, place: 10)) == ["name": 10, "place": 10, "value": 8])
    let uneven = widths(layout(34, name: 15, place: 5))
    #expect(uneven == ["name": 15, "place": 5, "value": 8])
  }

  @Test func columnsShareTheWidthWhereItIsNotEnough() {
    let shared = widths(layout(34, name: 40, place: 40))
    #expect(shared["value"] == 8)
    #expect((shared["name"] ?? 0) + (shared["place"] ?? 0) == 20)
    #expect(abs((shared["name"] ?? 0) - (shared["place"] ?? 0)) <= 2)
  }

  @Test func columnOfTheLowestPriorityDisappearsFirst() {
    #expect(layout(20, name: 20, place: 20).shown.map(\.column.id) == ["name", "value"])
    #expect(layout(12, name: 20, place: 20).shown.map(\.column.id) == ["name"])
  }

  @Test func optionalColumnIsShownOnlyBesideWholeTexts() {
    #expect(layout(60, name: 10, place: 10)["tags"] != nil)
    #expect(layout(60, name: 30, place: 20)["tags"] == nil)
  }

  @Test func rowEndsAtTheRightEdge() throws {
    for width in 20...120 {
      let last = try #require(layout(width, name: 12, place: 12).shown.last)
      #expect(last.start + last.width == width - 1, "in \(width) columns")
    }
  }

  // MARK: - On the screen

  private final class Cell: ColumnCell {
    var name = "" { didSet { reloadColumns() } }

    override func text(inColumn id: String) -> String {
      switch id {
      case "name": name
      case "place": "Kitchen"
      case "tags": "red"
      default: "€9"
      }
    }
  }

  private final class Shelf: ViewController, TableViewDataSource {
    let table = TableView()
    lazy var header = TableHeaderView(of: table)
    var sorted: [String] = []
    static let names = (1...40).map { $0 == 30 ? "A very long name" : "Cup \($0)" }

    override init() {
      super.init()
      restorationIdentifier = "shelf"
    }

    override func loadView() -> View {
      table.restorationIdentifier = "table"
      table.columns = TableColumnTests.columns
      table.dataSource = self
      header.didChoose = { [unowned self] in sorted.append($0.id) }
      return Column {
        header
        table
      }
    }

    override var preferredFocusedView: View? { table }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
      Self.names.count
    }

    func tableView(_ tableView: TableView, cellForRowAt path: IndexPath) -> TableViewCell {
      let cell = tableView.dequeueReusableCell(Cell.self)
      cell.name = Self.names[path.row]
      return cell
    }
  }

  private func pilot() throws -> Pilot {
    try Pilot.showing(size: Size(width: 40, height: 12)) { Shelf() }
  }

  @Test func headingsStandAboveTheirTexts() throws {
    let pilot = try pilot()
    let rows = [0, 1].map { pilot.frame.plainText(row: $0) }
    func column(_ text: String, in row: String) throws -> Int {
      let range = try #require(row.range(of: text))
      return row.distance(from: row.startIndex, to: range.lowerBound)
    }
    #expect(try column("Name", in: rows[0]) == column("Cup 1", in: rows[1]))
    #expect(try column("Place", in: rows[0]) == column("Kitchen", in: rows[1]))
  }

  @Test func widthsSeenBeforeAKillComeBack() throws {
    let pilot = try pilot()
    try pilot.keys("G")
    #expect(pilot.screen.contains("Cup 40"))
    try pilot.keys("gg")
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame.ansi() == before.ansi())
  }

  @Test func clickOnAHeadingChoosesItsColumn() throws {
    let pilot = try pilot()
    let heading = pilot.frame.plainText(row: 0)
    let place = try #require(heading.range(of: "Place")?.lowerBound)
    try pilot.click(x: heading.distance(from: heading.startIndex, to: place), y: 0)
    #expect(pilot.root(Shelf.self)?.sorted == ["place"])
  }
}
