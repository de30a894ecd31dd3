import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

/// Files as spreadsheets save them: with a line that states the separator, blank rows, and row numbers.
@Suite(.leavesMainActorAlone) struct SpreadsheetFileTests {
  let home: InventoryHome
  let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  @Test(arguments: [
    "sep=;\n", "SEP=;\r\n", "sep=;\r", "\u{FEFF}sep=;\n", "\"sep=;\"\n", "sep=;;;\n", "sep=; \n",
  ])
  func aStatedSeparatorIsUsed(line: String) throws {
    // Without the first line, the commas would win.
    let text = "\(line)HB.name;HB.field.a,b,c;HB.quantity\nLamp;1,5;2\nDesk;x;many\n"
    let report = try home.importText(text, into: store)
    #expect(
      report.problems.map(\.description) == [
        "row 3 (line 4), HB.quantity: “many” is not a quantity like 1 or 2.5"
      ])
    _ = try home.importText(text.replacing("many", with: "3"), into: store)
    #expect(store.database.counts.live == 2)
    #expect(try home.export(store).contains("HB.field.a,b,c"))
  }

  @Test(arguments: ["|", "\t", ",", ":", "^"]) func anySeparatorCanBeStated(
    separator: String
  ) throws {
    let text = "sep=\(separator)\nHB.name\(separator)HB.quantity\nLamp\(separator)2\n"
    #expect(try home.importText(text, into: store).created == 1)
  }

  @Test(arguments: ["sep=\n", "sep=;,\n", "sep\n"]) func anInvalidSeparatorLineIsReadAsTheHeader(
    line: String
  ) throws {
    #expect(try home.importText(line + "HB.name\nLamp\n", into: store).exitCode == 65)
  }

  @Test(arguments: [",", ";", "\t"]) func blankRowsAreSkippedAndCounted(separator: String) throws {
    let blanks = [
      "", "\(separator)\(separator)", "   ", " \(separator)\u{A0}\(separator) ",
      "\"\"\(separator)\" \"",
      String(repeating: separator, count: 6),
    ]
    let header = ["HB.name", "HB.quantity", "HB.location"].joined(separator: separator)
    for blank in blanks {
      let good = ["Lamp", "2", "Attic"].joined(separator: separator)
      let bad = ["Desk", "many", "Attic"].joined(separator: separator)
      let lines = [blank, blank, header, good, blank, blank, bad, blank]
      for end in ["\n", "\r\n", "\r"] {
        let report = try home.importText(lines.joined(separator: end), into: store)
        #expect(report.problems.map(\.row) == [7] && report.rows == 2, "“\(blank)”")
      }
      let report = try home.importText(
        [blank, header, good, blank, blank].joined(separator: "\n"), into: store)
      #expect(report.created == 1 && report.rows == 1 && report.warnings == [], "“\(blank)”")
    }
  }

  /// A field with line breaks is part of one row.
  @Test func aRowMaySpanLines() throws {
    let report = try home.importText(
      "HB.name,HB.notes,HB.quantity\nA,\"one\n\ntwo\n\",1\n\n,,\nB,x,many\n", into: store)
    #expect(
      report.problems.map(\.description) == [
        "row 5 (line 8), HB.quantity: “many” is not a quantity like 1 or 2.5"
      ])
  }

  @Test func blankCellsBeyondTheHeaderAreIgnored() throws {
    let report = try home.importText("HB.name,HB.quantity\nA,1,,\nB,2, ,\n", into: store)
    #expect(report.created == 2 && report.warnings == [])
  }

  @Test func orderAndCaseOfTheHeaderAreIgnored() throws {
    let report = try home.importText(
      "\u{FEFF} hb.QUANTITY , HB.field.Colour,hb.label,HB.NAME\r\n2,red,a;b,Lamp\r\n", into: store)
    #expect(report.created == 1 && report.leftOut == [] && report.warnings == [])
    #expect(try home.export(store).contains(",a; b,a; b,000-001,false,Lamp,2,"))
  }

  @Test func aThousandColumnsOfOneNameAreKept() throws {
    let count = 1000
    let header = "HB.name" + String(repeating: ",HB.field.x", count: count)
    let row = "A" + (0..<count).map { ",\($0)" }.joined()
    let report = try home.importText("\(header)\n\(row)\n", into: store)
    #expect(report.created == 1 && report.warningCount == count - 1)
    #expect(try home.export(store).contains(",HB.field.x 1000"))
  }
}
