import Foundation
import InventorySupport
import RepriseTesting
import Testing

@testable import Inventory

/// Workbooks made to exhaust memory or time.
@Suite(.leavesMainActorAlone) struct HostileWorkbookTests {
  private static func sheet(_ data: String) -> MadeWorkbook {
    var made = MadeWorkbook()
    made.sheets = [("Sheet1", "visible", data)]
    return made
  }

  private func refusal(_ made: MadeWorkbook) throws -> String {
    let home = try ImportHome()
    let bytes = try made.bytes(in: home.home.path)
    let start = ContinuousClock.now
    let error = #expect(throws: InventoryError.self) { try home.importer(bytes) }
    #expect(.now - start < .seconds(20))
    #expect(error?.kind == .badData)
    return error?.message ?? ""
  }

  @Test func extremeCompressionIsRefused() throws {
    let blanks = String(repeating: " ", count: 64 << 20)
    #expect(try refusal(Self.sheet(blanks)).contains("compressed more than 200 times"))
  }

  @Test(arguments: [
    "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]><worksheet>&b;</worksheet>",
    "<!DOCTYPE x SYSTEM \"file:///etc/passwd\"><worksheet/>",
    "<!DOCTYPE x [<!ENTITY f SYSTEM \"file:///etc/passwd\">]><worksheet>&f;</worksheet>",
  ])
  func documentTypesAreRefused(text: String) throws {
    var made = Self.sheet("")
    made.parts = [("xl/worksheets/sheet1.xml", Array(text.utf8))]
    #expect(try refusal(made).contains("has a document type"))
  }

  @Test func deepNestingIsRefused() throws {
    let deep = String(repeating: "<a>", count: 200_000)
    #expect(try refusal(Self.sheet(deep)).contains("nested deeper than 64 levels"))
  }

  @Test(arguments: ["XFD1", "BDWGN1", "ZZZZZZZZ1"])
  func tooManyColumnsAreRefused(reference: String) throws {
    let data = "<sheetData><row r=\"1\"><c r=\"\(reference)\"><v>1</v></c></row></sheetData>"
    #expect(try refusal(Self.sheet(data)).contains("columns"))
  }

  @Test(arguments: ["2000000", "-1", "0"])
  func impossibleRowsAreRefused(number: String) throws {
    let data = "<sheetData><row r=\"\(number)\"><c><v>1</v></c></row></sheetData>"
    #expect(try refusal(Self.sheet(data)).contains("rows"))
  }

  @Test func hugeTextIsRefused() throws {
    var made = Self.sheet("<sheetData/>")
    var random = SeededGenerator(seed: 1)
    let text = (0..<(2 << 20)).map { _ in "abcdefghijklmnop".randomElement(using: &random) ?? "a" }
    made.strings = ["<t>\(String(text))</t>"]
    #expect(try refusal(made).contains("a text is longer than"))
  }

  @Test(arguments: [
    "xl/workbook.xml", "xl/styles.xml", "xl/sharedStrings.xml", "xl/worksheets/sheet1.xml",
  ])
  func damagedPartIsNamed(part: String) throws {
    var made = Self.sheet("<sheetData/>")
    made.parts = [(part, Array("<open><never closed".utf8))]
    #expect(try refusal(made).contains(part))
  }

  @Test func missingSharedTextIsABlank() throws {
    let home = try ImportHome()
    let data = """
      <sheetData><row><c t="inlineStr"><is><t>Item</t></is></c><c t="inlineStr"><is><t>Notes</t></is></c></row>
      <row><c t="inlineStr"><is><t>Chair</t></is></c><c t="s"><v>99999999999999999999</v></c></row>
      <row><c t="inlineStr"><is><t>Lamp</t></is></c><c t="e"><v>#REF!</v></c></row></sheetData>
      """
    let bytes = try Self.sheet(data).bytes(in: home.home.path)
    #expect(try home.importer(bytes).run(session: InventoryHome.session).items.created == 2)
    #expect(try home.items()["Chair"]?.notes == "")
  }

  @Test func cutArchiveIsRefused() throws {
    let home = try ImportHome()
    let bytes = try Self.sheet("<sheetData/>").bytes(in: home.home.path)
    #expect(throws: (any Error).self) { try home.importer(Array(bytes.prefix(bytes.count / 2))) }
  }
}
