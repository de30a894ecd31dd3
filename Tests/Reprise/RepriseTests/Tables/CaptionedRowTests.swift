import Foundation
import Reprise
import RepriseTesting
import Testing

/// Rows of a caption and a text, in sections, as a screen about one thing has them.
@Suite struct CaptionedRowTests {
  private struct Line: Identifiable {
    var id: String
    var text: String
  }

  /// The data of a thing, which outlives the app.
  private final class Facts {
    var sections: [(title: String?, lines: [Line])] = [
      (nil, [Line(id: "Name", text: "Teapot"), Line(id: "Place", text: "Kitchen")]),
      ("Bought", [Line(id: "Price", text: "12.50"), Line(id: "From", text: "a market")]),
    ]
    var opened: [String] = []
    var moves = 0
  }

  private final class Sheet: ViewController {
    private let facts: Facts
    private let table = TableView().named("table")
    private(set) lazy var rows = TableViewDiffableDataSource<Line>(table) { cell, line in
      cell.cellStyle = .value2
      cell.wraps = true
      cell.text = line.id
      cell.detailText = line.text
    }

    init(_ facts: Facts) {
      self.facts = facts
      super.init()
      restorationIdentifier = "sheet"
    }

    override func loadView() -> View { table }

    override func viewDidLoad() {
      table.rowHeight = .automatic
      rows.didOpen = { [facts] in facts.opened.append($0.id) }
      rows.didMove = { [facts] in facts.moves += 1 }
      show()
    }

    func show() { rows.apply(facts.sections.map { .init($0.title, items: $0.lines) }) }
  }

  private func showing(
    _ facts: Facts, size: Size = Size(width: 40, height: 10), restarts: Bool = false
  ) throws -> Pilot {
    try Pilot.showing(size: size, restarts: restarts) { Sheet(facts) }
  }

  private func selected(_ pilot: Pilot) -> String? {
    pilot.root(Sheet.self)?.rows.selectedItem?.id
  }

  @Test func captionsAlignUnderTheirTitles() throws {
    let facts = Facts()
    facts.sections[0].lines[1].text = "Home / Kitchen / the drawer beside the window"
    let pilot = try showing(facts)
    #expect(
      pilot.screen.hasPrefix(
        """
         Name           Teapot
         Place          Home / Kitchen / the
                        drawer beside the
                        window
         Bought
         Price          12.50
         From           a market

        """))
    let caption = try #require(pilot.frame[Point(x: 1, y: 5)]?.style)
    #expect(caption != pilot.frame[Point(x: 16, y: 5)]?.style)
    #expect(pilot.frame.cursor == Point(x: 0, y: 0))
  }

  @Test func theCursorPassesTitlesAndALineOpensByItsName() throws {
    let facts = Facts()
    let pilot = try showing(facts)
    try pilot.press(KeyPress(.down), KeyPress(.down), KeyPress(.enter))
    #expect(facts.opened == ["Price"])
    #expect(facts.moves >= 2)
    try pilot.click(x: 20, y: 4)
    try pilot.click(x: 20, y: 4)
    #expect(facts.opened == ["Price", "From"])
  }

  /// The row number is another one, and so is the section.
  @Test func lineIsRestoredByNameNotRow() throws {
    let facts = Facts()
    let pilot = try showing(facts)
    try pilot.press(KeyPress(.down), KeyPress(.down))
    facts.sections.insert(("Proof", [Line(id: "Maker", text: "Halm")]), at: 1)
    facts.sections[0].lines.removeLast()
    facts.sections[2].lines.reverse()
    try pilot.restartAndRestore()
    #expect(selected(pilot) == "Price")
    #expect(pilot.frame.cursor?.y == 5)
    pilot.root(Sheet.self)?.rows.select("Maker")
    try pilot.settle()
    #expect(selected(pilot) == "Maker")
  }

  /// Of a note longer than the screen nothing is passed over, and where one reads comes back.
  @Test(arguments: [false, true]) func aLongTextIsReadBeforeTheNextLine(restarts: Bool) throws {
    let facts = Facts()
    facts.sections[1].lines[0].text = (1...20).map { "line \($0)" }.joined(separator: "\n")
    let pilot = try showing(facts, restarts: restarts)
    try pilot.press(KeyPress(.down), KeyPress(.down))
    var seen: Set<String> = []
    var steps = 0
    while selected(pilot) == "Price", steps < 40 {
      for word in pilot.screen.split(separator: "\n") {
        seen.insert(word.split(separator: " ").suffix(2).joined(separator: " "))
      }
      try pilot.press(KeyPress(.down))
      steps += 1
    }
    #expect(selected(pilot) == "From")
    #expect((1...20).allSatisfy { seen.contains("line \($0)") })
    // Back at the beginning of the text, a page takes two steps to its end.
    try pilot.press(KeyPress(.up), KeyPress(.pageDown))
    #expect(selected(pilot) == "Price" && pilot.screen.contains("line 17"))
    try pilot.press(KeyPress(.pageUp))
    #expect(pilot.screen.contains("line 1\n"))
  }
}
