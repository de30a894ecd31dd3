import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import struct Reprise.TableGeometry

/// Section headings: the one at the top is restored, and an empty table has none.
@Suite struct HeadingAtTheTopTests {
  private final class Sections: ViewController, TableViewDataSource, DataSourceModelAssociation {
    let table = TableView().named("table")

    override init() {
      super.init()
      restorationIdentifier = "sections"
      table.dataSource = self
    }

    override func loadView() -> View { table }

    var modelAssociation: (any DataSourceModelAssociation)? { self }

    func numberOfSections(in tableView: TableView) -> Int { 4 }

    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
      "Section \(section)"
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 5 }

    func tableView(_ tableView: TableView, cellForRowAt path: IndexPath) -> TableViewCell {
      let cell = tableView.dequeueReusableCell(TableViewCell.self)
      cell.text = "row \(path.section).\(path.row)"
      return cell
    }

    func modelIdentifierForElement(at path: IndexPath, in view: View) -> String? {
      "\(path.section).\(path.row)"
    }

    func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
      let parts = identifier.split(separator: ".").compactMap { Int($0) }
      return parts.count == 2 ? IndexPath(row: parts[1], section: parts[0]) : nil
    }
  }

  @Test func headingIsRestoredWithItsFirstRow() throws {
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) { Sections() }
    for _ in 0..<2 { try pilot.send(.mouse(MouseEvent(.wheel(1), at: Point(x: 1, y: 1)))) }
    #expect(pilot.frame.plainText(row: 0).contains("Section 1"))
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
  }

  @Test(arguments: [[3, 0, 2], [0, 3], [3, 0], [0], []])
  func thereIsNothingBeyondTheLastRow(_ rows: [Int]) {
    for title in [nil, "title"] {
      let geometry = TableGeometry(sections: rows.map { (title: title, rows: $0) })
      #expect(geometry.content(ofSlot: geometry.slotCount) == nil)
      #expect(geometry.content(ofSlot: -1) == nil)
      for slot in 0..<geometry.slotCount { #expect(geometry.content(ofSlot: slot) != nil) }
    }
  }
}
