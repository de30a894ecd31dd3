import Foundation
import RepriseTesting
import Testing

@testable import Reprise

/// Empty lines above the headings of a table.
@Suite struct HeadingSpacingTests {
  /// Sections of rows such as `a0`, below headings such as `Part a`.
  final class Parts: ViewController, TableViewDataSource, TableViewDelegate,
    DataSourceModelAssociation
  {
    let table = TableView().named("table")
    var counts: [Int]
    private let heights: [Int]

    /// - Parameter heights: The heights of rows, in turn; empty for one line each.
    init(_ counts: [Int], heights: [Int] = [], _ configure: (TableView) -> Void) {
      (self.counts, self.heights) = (counts, heights)
      super.init()
      restorationIdentifier = "parts"
      configure(table)
      if !heights.isEmpty { table.rowHeight = .automatic }
      table.dataSource = self
      table.delegate = self
    }

    override func loadView() -> View { table }

    static func letter(_ section: Int) -> String {
      String("abcdefghij".dropFirst(section).prefix(1))
    }

    func numberOfSections(in tableView: TableView) -> Int { counts.count }

    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
      "Part \(Self.letter(section))"
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
      counts[section]
    }

    func tableView(_ tableView: TableView, cellForRowAt path: IndexPath) -> TableViewCell {
      let cell = tableView.dequeueReusableCell(TableViewCell.self)
      cell.text = "\(Self.letter(path.section))\(path.row)"
      return cell
    }

    func tableView(_ tableView: TableView, heightForRowAt path: IndexPath) -> Int? {
      heights.isEmpty ? nil : heights[(path.section + path.row) % heights.count]
    }

    func tableView(_ tableView: TableView, performPrimaryActionForRowAt path: IndexPath) {}

    func modelIdentifierForElement(at path: IndexPath, in view: View) -> String? {
      "\(path.section).\(path.row)"
    }

    func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
      let parts = identifier.split(separator: ".").compactMap { Int($0) }
      return parts.count == 2 ? IndexPath(row: parts[1], section: parts[0]) : nil
    }
  }

  private static let small = Size(width: 40, height: 10)

  private func pilot(
    _ counts: [Int], heights: [Int] = [], spacing: Int = 1, marks: Bool = false
  ) throws -> Pilot {
    try Pilot.showing(size: Self.small) {
      Parts(counts, heights: heights) {
        $0.sectionHeaderTopSpacing = spacing
        $0.allowsMultipleSelection = marks
      }
    }
  }

  private func rows(_ pilot: Pilot) -> [String] {
    pilot.screen.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  @Test func emptyLineIsAboveEachHeadingButTheFirst() throws {
    let pilot = try pilot([2, 1, 1])
    #expect(rows(pilot).prefix(8) == ["Part a", "a0", "a1", "", "Part b", "b0", "", "Part c"])
  }

  @Test func arrowSkipsHeadingAndEmptyLines() throws {
    let pilot = try pilot([1, 1], spacing: 2)
    try pilot.press(script: "<Down>")
    #expect(pilot.frame.cursor == Point(x: 0, y: 5))
    try pilot.press(script: "<Up>")
    #expect(pilot.frame.cursor == Point(x: 0, y: 1))
  }

  @Test func pagesShowTheSelectionUpToTheLastRow() throws {
    for heights in [[], [1, 2, 3]] {
      let pilot = try pilot([5, 4, 3, 6], heights: heights)
      var former = -1
      for _ in 0..<12 {
        try pilot.press(script: "<PgDn>")
        #expect(pilot.frame.cursor != nil, "\(pilot.screen)")
        let path = try #require(pilot.root(Parts.self)?.table.indexPathForSelectedRow)
        let place = path.section * 100 + path.row
        #expect(place > former || place == 305)
        former = place
      }
      #expect(former == 305)
      #expect(rows(pilot).contains { $0.hasPrefix("d5") })
    }
  }

  @Test func clicksSelectTheRowUnderThePointerAndIgnoreEmptyLines() throws {
    let pilot = try pilot([2, 2])
    try pilot.click(x: 3, y: 5)
    #expect(pilot.root(Parts.self)?.table.indexPathForSelectedRow == IndexPath(row: 0, section: 1))
    try pilot.click(x: 3, y: 3)
    #expect(pilot.root(Parts.self)?.table.indexPathForSelectedRow == IndexPath(row: 0, section: 1))
  }

  @Test func marksAreBesideTheirRows() throws {
    let pilot = try pilot([1, 2], marks: true)
    try pilot.press(script: "<Down> ")
    #expect(rows(pilot).contains { $0.hasPrefix("✓ b0") }, "\(pilot.screen)")
  }

  @Test(arguments: [[], [1, 2, 3]])
  func anyScrolledPositionIsRestored(_ heights: [Int]) throws {
    let pilot = try pilot([3, 2, 4, 3], heights: heights, spacing: 2)
    let table = try #require(pilot.root(Parts.self)?.table)
    for line in 0..<14 {
      table.scroll(toTopLine: line)
      try pilot.settle()
      let before = pilot.frame
      try pilot.restartAndRestore()
      #expect(pilot.frame == before, "scrolled to line \(line)")
      pilot.root(Parts.self)?.table.scroll(toTopLine: 0)
    }
  }

  @Test func changingTheSpacingKeepsTheRowAtTheTop() throws {
    let pilot = try pilot([3, 3, 9], spacing: 0)
    let table = try #require(pilot.root(Parts.self)?.table)
    table.scroll(toTopLine: 5)
    try pilot.settle()
    #expect(rows(pilot).first == "b0")
    table.sectionHeaderTopSpacing = 3
    try pilot.settle()
    #expect(rows(pilot).first == "b0")
  }

  @Test func tableIsAsHighAsItsRowsWithTheEmptyLines() throws {
    let pilot = try pilot([2, 2])
    let table = try #require(pilot.root(Parts.self)?.table)
    #expect(table.sizeThatFits(Size(width: 40, height: 40)).height == 7)
    table.rowHeight = .automatic
    #expect(table.sizeThatFits(Size(width: 40, height: 40)).height == 7)
  }

  @Test func addedRowsLeaveTheRowAtTheTopInPlace() throws {
    let pilot = try pilot([3, 3, 9])
    let screen = try #require(pilot.root(Parts.self))
    screen.table.scroll(toTopLine: 6)
    try pilot.settle()
    #expect(rows(pilot).first == "b0")
    screen.counts[0] += 1
    screen.table.insertRows(at: [IndexPath(row: 0, section: 0)])
    try pilot.settle()
    #expect(rows(pilot).first == "b0")
  }
}
