import TestSupport
import Foundation
import RepriseTesting
import Testing

/// The messages of an import, at its end and in progress.
@Suite(.waitsForProcesses) struct ImportRuleTests {
  private func imported(
    _ text: String, _ options: String..., into home: Home
  ) throws -> CommandResult {
    try home.run(["import"] + options + ["-"], input: Data(text.utf8))
  }

  @Test func importListsSkippedColumnsLast() throws {
    let home = try Home(isEmpty: true)
    let result = try imported(
      "HB.name,HB.purchase_prize,Notes,HB.manufacturer_name\nChair,99.00,keep this,ACME\n",
      into: home)
    #expect(result.status == 0)
    #expect(
      result.errors == """
        Imported 1 item: 1 new, 0 changed, 0 the same, 0 new places
        Left out because Keepsake has no equivalent:
          1 value of “HB.purchase_prize”; rename the column to “HB.purchase_price” to import it
          1 value of “Notes”; rename the column to “HB.notes” to import it
          1 value of “HB.manufacturer_name”; rename the column to “HB.manufacturer” to import it

        """)
  }

  @Test func roundedNumbersAndRemovedValuesAreCounted() throws {
    let home = try Home(isEmpty: true)
    let header = "HB.import_ref,HB.name,HB.notes,HB.purchase_price\n"
    let first = try imported(header + "a,A,x,19.990000000000002\n", into: home)
    #expect(
      first.messages.first.map(String.init)
        == "-: 1 number has more decimals than fit and is rounded, the first in row 2, HB.purchase_price: "
        + "“19.990000000000002” to 19.99")
    let kept = try imported(header + "a,A,,\n", "--keep-blanks", into: home)
    #expect(kept.errors == "Imported 1 item: 0 new, 0 changed, 1 the same, 0 new places\n")
    let tried = try imported(header + "a,A,,\n", "--dry-run", into: home)
    #expect(
      tried.messages.first.map(String.init)
        == "-: blank cells would remove 2 stored values; import with --keep-blanks to keep them")
    let removed = try imported(header + "a,A,,5\n", into: home)
    #expect(
      removed.messages.first.map(String.init)
        == "-: blank cells removed 1 stored value; import with --keep-blanks to keep it")
  }

  @Test func itemsWithProblemsAreSkippedByName() throws {
    let home = try Home(isEmpty: true)
    let text = "HB.name,HB.quantity\nGood,1\nBad,-2\n"
    let refused = try imported(text, into: home)
    #expect(refused.status == 65)
    #expect(
      refused.errors == """
        -: row 3, HB.quantity: “-2” is below zero
        keepsake: nothing was imported because of 1 problem in -; fix the file and try again, or import the rest \
        with --skip-bad

        """)
    let skipped = try imported(text, "--skip-bad", into: home)
    #expect(skipped.status == 0)
    #expect(
      skipped.errors == """
        Imported 1 item: 1 new, 0 changed, 0 the same, 0 new places
        Skipped 1 item:
          row 3 “Bad”, HB.quantity: “-2” is below zero

        """)
  }

  @Test func addReportsInterpretedDatesAndCreatesCategories() throws {
    let home = try Home(isEmpty: true)
    let result = try home.run([
      "add", "Drone", "date=2018", "warranty=may 2024", "category=Drones", "place=My  Room",
    ])
    #expect(result.status == 0)
    #expect(
      result.errors == """
        date: “2018” is stored as Mon 2018-01-01
        warranty: “may 2024” is stored as Wed 2024-05-01
        category: created “Drones”

        """)
    let again = try home.run([
      "add", "Kite", "category=drones", "place=my room", "date=2018-01-01",
    ])
    #expect(again.errors.isEmpty)
    let exported = try home.export()
    #expect(exported.components(separatedBy: "My Room").count == 3)
    #expect(exported.components(separatedBy: "Drones").count == 3)
  }

  /// A long import shows its progress on a terminal and clears it at the end; elsewhere it is silent.
  @Test(arguments: [false, true]) func aLongImportShowsItsProgress(ofCollection: Bool) throws {
    let home = try Home(isEmpty: true)
    let count = 8000
    let rows = (0..<count).map { "Thing \($0),Home / Shelf \($0 % 50),words of the thing \($0)\n" }
    var file = try home.write(
      ("HB.name,HB.location,HB.notes\n" + rows.joined()).utf8, to: "long.csv")
    var target = home
    if ofCollection {
      #expect(try home.run(["import", file]).status == 0)
      file = home.path + "/long.zip"
      #expect(try home.run(["export", "-o", file]).status == 0)
      target = try Home(isEmpty: true)
    }
    let app = try PTYProcess(
      Home.program, ["import", file], environment: ["HOME": target.path])
    try app.wait { picture in
      picture.lines.contains { $0.hasPrefix("Reading: ") && $0.hasSuffix(" %)") }
        || picture.lines.contains { $0.hasPrefix("Numbering: ") }
    }
    #expect(try app.waitForExit() == .exited(0))
    let lines = app.picture.lines.filter { !$0.isEmpty }
    #expect(
      lines == ["Imported 8,000 items: 8,000 new, 0 changed, 0 the same, 51 new places"])
  }

  /// Without a readable row, there are no remaining rows to import.
  @Test(arguments: ["x,y\n1,2\n", "HB.name,HB.name\n"])
  func fileWithoutRowsOffersNoPartialImport(_ text: String) throws {
    let home = try Home(isEmpty: true)
    let result = try home.run(["import", try home.write(text.utf8, to: "bad.csv")])
    #expect(result.status == 65, "\(result.errors)")
    #expect(!result.errors.contains("--skip-bad"), "\(result.errors)")
  }
}
