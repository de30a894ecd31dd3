import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct ImportProblemTests {
  let home: InventoryHome
  let store: InventoryStore
  let before: String

  init() throws {
    home = try InventoryHome()
    store = try home.store()
    try home.importText("HB.import_ref,HB.name,HB.location\nr,A,Home\n", into: store)
    before = try home.export(store)
  }

  private func expectUntouched() throws {
    #expect(try home.export(store) == before)
    #expect(store.database.counts == (try store.recount()))
    #expect(try store.places.children(of: nil).map(\.name) == ["Home"])
  }

  @Test(arguments: [
    ("HB.purchase_price", "$12.95"), ("HB.purchase_price", "1,29,900"),
    ("HB.purchase_price", "129,999.999"), ("HB.purchase_price", "-0.01"),
    ("HB.sold_price", "free"), ("HB.quantity", "two"),
    ("HB.quantity", "-1"), ("HB.purchase_date", "09/30/0202"),
    ("HB.warranty_expires", "2023-02-29"),
    ("HB.sold_date", "never"), ("HB.insured", "perhaps"), ("HB.archived", "2"),
    ("HB.asset_id", "A-7"), ("HB.field.Replacement value", "a lot"),
    ("HB.import_ref", String(repeating: "x", count: 101)),
  ])
  func anUnreadableValueIsReported(column: String, value: String) throws {
    let report = try home.importText(
      "HB.name,\(column),HB.location\nGood,,Attic\nBad,\"\(value)\",Attic\n", into: store)
    #expect(report.exitCode == 65)
    #expect(report.problemCount == 1)
    let note = try #require(report.problems.first)
    #expect(note.row == 3)
    #expect(note.column == column)
    #expect(note.description.hasPrefix("row 3, \(column): "))
    try expectUntouched()
  }

  /// An interrupted download would shorten a value unnoticed.
  @Test func aFileThatEndsInsideARowIsRefused() throws {
    let whole = "HB.import_ref,HB.name,HB.location\nq,B,Home\nr,Cut"
    let report = try home.importText(whole, into: store)
    #expect(report.exitCode == 65 && report.problemCount == 1)
    #expect(try #require(report.problems.first).description.hasPrefix("row 3: the file ends in"))
    try expectUntouched()
    #expect(try home.importText(whole + "\n", into: store).isAcceptable, "a short row is accepted")
    let short = try home.importText("HB.import_ref,HB.name,HB.location\nq,B\nr,A", into: store)
    #expect(short.isAcceptable && short.warningCount == 2, "all rows are short")
  }

  @Test func pricesOfZeroAreCounted() throws {
    let text = "HB.name,HB.purchase_price\nA,0\nB,0.00\nC,5\nD,\n"
    #expect(try home.importText(text, into: store).zeroPrices == 2)
  }

  @Test func aReferenceMayHaveAHundredCharacters() throws {
    let reference = String(repeating: "茶", count: 100)
    let report = try home.importText("HB.import_ref,HB.name\n\(reference),A\n", into: store)
    #expect(report.problemCount == 0)
    #expect(try home.export(store).contains(reference))
  }

  @Test(arguments: [(40, ""), (41, "…")])
  func aLongValueIsTruncatedInMessages(_ length: Int, _ end: String) throws {
    let value = String(repeating: "x", count: length)
    let report = try home.importText("HB.name,HB.quantity\nA,\(value)\n", into: store)
    let shown = "“" + String(repeating: "x", count: 40) + end + "”"
    #expect(try #require(report.problems.first).description.contains(shown))
  }

  @Test(arguments: ["129,90", "€ 129.90", "129,90 EUR", "129.9"])
  func aPriceIsReadAsInTheForm(text: String) throws {
    try home.importText("HB.import_ref,HB.name,HB.purchase_price\nr,A,\"\(text)\"\n", into: store)
    #expect(try home.export(store).contains(",129.90,"))
  }

  @Test func anAmbiguousDateIsReadMonthFirstWithAWarning() throws {
    let report = try home.importText(
      "HB.name,HB.purchase_date\nA,05/01/2024\nB,06/01/2024\nC,12/31/2024\n", into: store)
    #expect(report.exitCode == 0)
    #expect(
      report.warnings.map(\.description) == [
        "row 2, HB.purchase_date: “05/01/2024” was read with the month first, as 2024-05-01 and not "
          + "as 2024-01-05, like all such dates of the column"
      ])
    #expect(try home.export(store).contains(",2024-05-01,"))
  }

  @Test(arguments: ["a,B\na,C", "x,B\na,C\nx,D", "r,B\nr,C"])
  func aDuplicateReferenceNamesBothRows(rows: String) throws {
    let report = try home.importText("HB.import_ref,HB.name\n\(rows)\n", into: store)
    #expect(report.exitCode == 65)
    let lines = rows.split(separator: "\n").map { $0.prefix(1) }
    let last = lines.count - 1
    let first = try #require(lines.firstIndex(of: lines[last]))
    #expect(
      report.problems.map(\.description) == [
        "row \(last + 2): the import reference “\(lines[last])” also belongs to row \(first + 2)"
      ])
    try expectUntouched()
  }

  /// Identities are compared without regard to case.
  @Test func aDuplicateIdentityNamesBothRows() throws {
    let report = try home.importText(
      """
      HB.import_ref,HB.name
      0e5d2f0a-0000-4000-8000-00000000000a,B
      0E5D2F0A-0000-4000-8000-00000000000A,C

      """, into: store)
    #expect(report.problems.map(\.row) == [3])
    try expectUntouched()
  }

  @Test(arguments: ["HB.name,\"HB.notes\nA\n", "HB.name,\u{0}\nA\n"])
  func errorsInTheHeaderAreReportedAsRowOne(text: String) throws {
    let report = try home.importText(text, into: store)
    #expect(report.problems.map(\.row) == [1])
    #expect(report.problems.first?.description.hasPrefix("row 1: ") == true)
  }

  @Test func theFirstTwentyProblemsAreListed() throws {
    var text = "HB.name,HB.purchase_price\n"
    for _ in 0..<50 { text += "A,x\n" }
    let report = try home.importText(text, into: store)
    #expect(report.problemCount == 50)
    #expect(report.problems.map(\.row) == Array(2...21))
    try expectUntouched()
  }

  @Test func aShortRowIsImportedWithAWarning() throws {
    let report = try home.importText(
      "HB.import_ref,HB.name,HB.location\nr,B\n", into: store)
    #expect(report.exitCode == 0)
    #expect(report.warnings.first?.row == 2)
    #expect(report.changed == 1)
    #expect(try store.places.fetch(path: "Home")?.itemCount == 1, "a missing field is left alone")
  }

  @Test func aRowThatIsTooLongStopsTheImport() throws {
    let report = try home.importText("HB.name,HB.location\nB,Attic\nC,Attic,1\n", into: store)
    #expect(report.exitCode == 65)
    #expect(report.problems.map(\.row) == [3])
    try expectUntouched()
  }

  /// Rows that break a rule of the inventory are reported like errors in the file.
  @Test func aPlaceNestedTooDeepIsAProblemOfItsRow() throws {
    let path = (1...65).map { "P\($0)" }.joined(separator: " / ")
    let report = try home.importText("HB.name,HB.location\nB,Home\nC,\(path)\n", into: store)
    #expect(
      report.problems.map(\.description) == [
        "row 3: “…\(path.suffix(80))” would be nested too deep: places can be nested 64 deep"
      ])
    try expectUntouched()
  }

  /// A path from a file may name any number of places.
  @Test func aPathOfAnyLengthIsAProblemOfItsRow() throws {
    let path = Array(repeating: "P", count: 400_000).joined(separator: "/")
    let report = try home.importText("HB.name,HB.location\nB,\(path)\n", into: store)
    #expect(report.exitCode == 65 && report.problems.map(\.row) == [2])
    try expectUntouched()
  }

  @Test func everyRowNeedsAName() throws {
    let report = try home.importText("HB.name,HB.notes\nB,\n ,x\n,\n", into: store)
    #expect(report.problems.map(\.row) == [3])
    try expectUntouched()
  }

  @Test(arguments: [
    "", "\n\n", "Name,Price\nA,1\n", "HB.name\n\"A\n", "HB.name\n\"A\"b\n", "HB.name\nA\u{0}\n",
  ])
  func aFileThatIsNotFromHomeboxIsRefused(text: String) throws {
    let report = try home.importText(text, into: store)
    #expect(report.exitCode == 65)
    #expect(report.problemCount == 1)
    try expectUntouched()
  }

  @Test func progressIsTheShareOfTheFileRead() throws {
    let text = "HB.name\n" + String(repeating: "A name of a thing\n", count: 2000)
    let path = try home.file("long.csv", bytes: Array(text.utf8))
    var importer = CSVImporter(store: store)
    var shares: [Int] = []
    importer.onStep = { step in
      if case .reading(_, share: let share?) = step { shares.append(Int(share * 100)) }
    }
    _ = try importer.importFile(at: path, session: "a")
    #expect(shares == [25, 50, 75, 100])
  }

  @Test func invalidUTF8IsReportedWithItsLine() throws {
    let path = try home.file("bad.csv", bytes: Array("HB.name\nA\n".utf8) + [0xE9, 0x0A])
    let report = try CSVImporter(store: store).importFile(at: path, session: "a")
    #expect(report.problems.map(\.line) == [3])
    try expectUntouched()
  }

  @Test func oneHugeLineIsOneProblem() throws {
    let path = try home.file("huge.csv", bytes: [UInt8](repeating: 0x78, count: 5 << 20))
    let report = try CSVImporter(store: store).importFile(at: path, session: "a")
    #expect(report.problemCount == 1)
    #expect(report.problems.first?.reason == "a field is longer than 1048576 bytes")
    try expectUntouched()
  }

  @Test func aByteOrderMarkDoesNotHideAColumn() throws {
    let report = try home.importText("\u{FEFF}HB.name,HB.notes\nB,x\n", into: store)
    #expect(report.created == 1)
  }

  @Test func controlCharactersInMessagesAreEscaped() throws {
    let report = try home.importText("HB.name,HB.quantity\nA,\u{1B}]0;x\u{7}\n", into: store)
    let reason = try #require(report.problems.first?.reason)
    #expect(!reason.unicodeScalars.contains { $0.value < 32 })
  }

  @Test func aDirectoryIsRefused() throws {
    let error = #expect(throws: InventoryError.self) {
      try CSVImporter(store: store).importFile(at: home.path, session: "a")
    }
    #expect(error?.exitCode == 66)
    try expectUntouched()
  }

  @Test func aMissingFileIsReported() throws {
    let error = #expect(throws: InventoryError.self) {
      try CSVImporter(store: store).importFile(at: home.path + "/none.csv", session: "a")
    }
    #expect(error?.exitCode == 66)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func anUnreadableFileIsReported() throws {
    let path = try home.file("secret.csv", "HB.name\nB\n")
    chmod(path, 0)
    let error = #expect(throws: InventoryError.self) {
      try CSVImporter(store: store).importFile(at: path, session: "a")
    }
    #expect(error?.exitCode == 77)
    try expectUntouched()
  }
}
