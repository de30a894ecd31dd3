import Foundation
import RepriseTesting
import Testing

@testable import Reprise

/// Rows of more than one line: where they stand, what is measured of them, and that they come back.
@Suite struct RowHeightTests {
  private func automatic(_ screen: ThingsScreen) { screen.table.rowHeight = .automatic }

  @Test func rowsAreAsHighAsTheirTexts() throws {
    let things = Things(["one", "two words that go on for more than a line of it", "three"])
    let pilot = try Pilot.things(things, automatic)
    try pilot.press(script: "<Down>")
    #expect(
      pilot.rows
        == """
         one
         two words that go on for more than a
         line of it
         three
        """)
    #expect(pilot.frame.cursor == Point(x: 0, y: 1))
    #expect(pilot.frame[Point(x: 20, y: 2)]?.style.attributes == .reverse)
    #expect(pilot.frame[Point(x: 20, y: 3)]?.style.attributes == [])
  }

  @Test func aTableSharesAColumnEquallyWithAnotherViewThatGrows() throws {
    let (table, grid) = (TableView(), CollectionView())
    let column = Column {
      table
      grid
    }
    column.frame = Rect(x: 0, y: 0, width: 20, height: 10)
    column.layoutIfNeeded()
    #expect(table.frame.height == 5 && grid.frame.height == 5)
  }

  @Test func theDelegateMaySayHowHighARowIs() throws {
    let pilot = try Pilot.things(Things(["one", "two", "three"])) { screen in
      screen.table.rowHeight = .automatic
      screen.heights = { $0.row == 1 ? 3 : nil }
    }
    #expect(pilot.rows == " one\n two\n\n\n three")
  }

  @Test func aHeightForAllRows() throws {
    let pilot = try Pilot.things(Things(count: 30, words: 1)) { $0.table.rowHeight = .lines(2) }
    try pilot.press(script: "<Down><Down><Down><Down><Down>")
    #expect(pilot.lineUnderCursor?.hasPrefix("5 ") == true)
    #expect(pilot.frame.cursor?.y == 7)
    try pilot.press(script: "G")
    #expect(pilot.lineUnderCursor?.hasPrefix("29") == true)
    try pilot.click(x: 3, y: 4)
    #expect(pilot.lineUnderCursor?.hasPrefix("27") == true)
  }

  /// Before it is laid out for the first time, too.
  @Test func aTableIsAsHighAsItsRows() {
    final class Three: TableViewDataSource {
      func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 3 }
      func tableView(_ tableView: TableView, cellForRowAt path: IndexPath) -> TableViewCell {
        TableViewCell()
      }
    }
    let (table, rows) = (TableView(), Three())
    table.rowHeight = .lines(2)
    table.dataSource = rows
    #expect(table.sizeThatFits(Size(width: 20, height: 40)).height == 6)
  }

  /// The known positions agree with adding up heights one by one.
  @Test(arguments: 1...20)
  func linesAddUp(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let counts = (0..<3).map { (title: $0 == 1 ? "title" : nil, rows: 7 + $0) }
    var geometry = TableGeometry(sections: counts)
    let standard = Int.random(in: 1...3, using: &random)
    geometry.lines = RowLines(standard: standard)
    var heights = (0..<geometry.slotCount).map { $0 == 7 ? 1 : standard }
    for _ in 0..<40 {
      let slot = Int.random(in: 0..<geometry.slotCount, using: &random)
      if slot != 7 {
        heights[slot] = Int.random(in: 1...4, using: &random)
        geometry.lines.measure(heights[slot], ofSlot: slot)
      }
      var line = 0
      for (slot, height) in heights.enumerated() {
        #expect(geometry.line(ofSlot: slot) == line && geometry.height(ofSlot: slot) == height)
        for offset in 0..<height { #expect(geometry.slot(atLine: line + offset) == slot) }
        line += height
      }
      #expect(geometry.lineCount == line && geometry.slot(atLine: line) == geometry.slotCount)
    }
  }

  @Test func onlyAScreenfulOfTenMillionRowsIsRequested() throws {
    final class Many: TableViewDataSource {
      var asked = 0
      func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        10_000_000
      }
      func tableView(_ tableView: TableView, cellForRowAt path: IndexPath) -> TableViewCell {
        asked += 1
        let cell = tableView.dequeueReusableCell(TableViewCell.self)
        cell.wraps = true
        cell.text = String(repeating: "word ", count: path.row % 20)
        return cell
      }
    }
    for height in [TableView.RowHeight.lines(1), .lines(3), .automatic] {
      let many = Many()
      let table = TableView(frame: Rect(x: 0, y: 0, width: 40, height: 20))
      table.rowHeight = height
      table.dataSource = many
      table.layoutIfNeeded()
      table.selectRow(at: IndexPath(row: 5_000_000, section: 0))
      table.layoutIfNeeded()
      table.moveSelection(by: .max / 2)
      table.layoutIfNeeded()
      #expect(table.indexPathForSelectedRow?.row == 9_999_999)
      #expect(many.asked <= 200, "\(height): \(many.asked)")
    }
  }

  @Test func lastRowIsAtTheBottomAtTheEnd() throws {
    let pilot = try Pilot.things(Things(count: 40), automatic)
    try pilot.press(script: "G")
    #expect(pilot.lineUnderCursor?.hasPrefix("39") == true)
    let table = try #require(pilot.table)
    #expect(table.topLine + table.bounds.height == table.geometry.lineCount)
  }

  /// Line by line, whatever the heights of the rows above: the contents of each line move to the next.
  @Test func theWheelScrollsByLines() throws {
    let pilot = try Pilot.things(Things(count: 40), automatic)
    try pilot.press(script: "G")
    let table = try #require(pilot.table)
    for _ in 0..<12 {
      let before = lines(pilot)
      guard table.topLine > 3 else { break }
      try pilot.send(.mouse(MouseEvent(.wheel(-1), at: Point(x: 3, y: 3))))
      #expect(Array(lines(pilot).dropFirst(3)) == Array(before.dropLast(3)))
    }
  }

  private func lines(_ pilot: Pilot) -> [String] {
    (0..<9).map { y in
      (0..<39).map { pilot.frame[Point(x: $0, y: y)]?.glyph.string ?? "" }.joined()
    }
  }

  /// The same keys with and without a restart after each of them, and in two sizes.
  @Test(arguments: [UInt64(1), 2, 3])
  func aRestartAfterEveryKeyShowsTheSame(_ seed: UInt64) throws {
    let (one, other) = (Things(count: 30, seed: seed), Things(count: 30, seed: seed))
    let plain = try Pilot.things(one, automatic)
    let restarted = try Pilot.things(other, restarts: true, automatic)
    var random = SeededGenerator(seed: seed)
    let keys = ["<Down>", "<Up>", "<PgDn>", "<PgUp>", "<End>", "<Home>", "<Down>", "wheel"]
    for step in 0..<40 {
      let key = keys.randomElement(using: &random) ?? ""
      for pilot in [plain, restarted] {
        if key == "wheel" {
          let notches = step % 2 == 0 ? 1 : -1
          try pilot.send(.mouse(MouseEvent(.wheel(notches), at: Point(x: 3, y: 3))))
        } else {
          try pilot.press(script: key)
        }
      }
      #expect(plain.frame == restarted.frame, "seed \(seed), step \(step), \(key)")
      guard plain.frame == restarted.frame else { return }
    }
  }

  @Test func aNarrowerWindowKeepsTheSelectionInViewAndAWiderOneGoesBack() throws {
    let pilot = try Pilot.things(Things(count: 40), size: Size(width: 60, height: 12), automatic)
    try pilot.press(script: "<PgDn><Down><Down>")
    let before = pilot.screen
    let selected = pilot.lineUnderCursor
    try pilot.resize(to: Size(width: 40, height: 10))
    #expect(pilot.lineUnderCursor?.prefix(3) == selected?.prefix(3))
    try pilot.resize(to: Size(width: 60, height: 12))
    #expect(pilot.screen == before)
  }

  @Test func aCellOfViewsIsAsHighAsTheyNeed() throws {
    final class Card: TableViewCell {
      let title = Label("title")
      let about = Label("some words about it that need more than one line, as they say")
      required init() {
        super.init()
        about.wraps = true
        addSubview(
          Column(padding: EdgeInsets(left: 1)) {
            title
            about
          })
      }
      override func sizeThatFits(_ size: Size) -> Size { subviews[0].sizeThatFits(size) }
      override func layoutSubviews() { subviews[0].frame = bounds }
    }
    final class Cards: ViewController, TableViewDataSource {
      let table = TableView()
      override func loadView() -> View {
        table.rowHeight = .automatic
        table.dataSource = self
        return table
      }
      func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 2 }
      func tableView(_ tableView: TableView, cellForRowAt path: IndexPath) -> TableViewCell {
        tableView.dequeueReusableCell(Card.self)
      }
    }
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) { Cards() }
    let card = " title\n some words about it that need more than\n one line, as they say"
    #expect(pilot.screen == "\(card)\n\(card)")
    #expect(pilot.frame[Point(x: 2, y: 1)]?.style.attributes == .reverse)
    #expect(pilot.frame[Point(x: 2, y: 4)]?.style.attributes == [])
  }
}
