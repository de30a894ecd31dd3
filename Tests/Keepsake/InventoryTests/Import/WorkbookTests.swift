import Foundation
import Archives
import InventorySupport
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct WorkbookTests {
  let home: ImportHome

  init() throws { home = try ImportHome() }

  private func importer(
    _ made: MadeWorkbook, _ change: (inout TableImportOptions) -> Void = { _ in }
  ) throws -> TableImporter {
    try home.importer(made.bytes(in: home.home.path), change)
  }

  /// The same list as ``TableImportTests`` has as text.
  private static var russian: MadeWorkbook {
    var made = MadeWorkbook()
    made.strings = [
      "<t>Название</t>", "<t>Комната</t>", "<t>Цена</t>", "<t>Дата покупки</t>", "<t>Кол-во</t>",
      "<r><t>Стол </t></r><r><t>письменный</t></r><rPh sb=\"0\" eb=\"1\"><t>x</t></rPh>",
      "<t>Кабинет</t>",
    ]
    made.sheets = [
      ("Старое", "hidden", "<sheetData/>"),
      (
        "Имущество", "visible",
        """
        <sheetData>
        <row r="1"><c r="A1" t="inlineStr"><is><t>Список имущества</t></is></c></row>
        <row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="s"><v>2</v></c>
        <c r="D2" t="s"><v>3</v></c><c r="E2" t="s"><v>4</v></c></row>
        <row r="3"><c r="A3" t="s"><v>5</v></c><c r="B3" t="s"><v>6</v></c><c r="C3" s="3"><v>1200.5</v></c>
        <c r="D3" s="1"><v>45443</v></c><c r="E3"><v>1</v></c></row>
        <row r="4"><c r="A4" t="str"><f>"Сту"&amp;"л"</f><v>Стул</v></c><c r="C4" t="str"><v>75,00</v></c>
        <c r="D4" s="2"><v>45444.5</v></c><c r="E4"><f>2+2</f><v>4</v></c><c r="XFD4" s="1"/></row>
        <row r="5"><c r="A5" t="inlineStr"><is><t>Итого</t></is></c><c r="C5"><f>SUM(C3:C4)</f><v>1275.5</v></c></row>
        </sheetData><mergeCells><mergeCell ref="A1:E1"/><mergeCell ref="B3:B4"/></mergeCells>
        """
      ),
    ]
    return made
  }

  @Test func workbookBecomesTheSameListAsItsText() throws {
    let importer = try importer(Self.russian)
    #expect(importer.file.format == "workbook, sheet “Имущество” (1 other sheet)")
    #expect(importer.file.headerRow == 2)
    let report = try importer.run(session: InventoryHome.session)
    #expect(report.items.created == 2, "\(report.items.problems)")
    #expect(report.leftOut.map(\.description) == ["row 5: it has only totals"])
    let text = try ImportHome()
    _ = try text.importer(TextEncodingTests.encoded(TableImportTests.russian, .windows1251))
      .run(session: InventoryHome.session)
    let (items, others) = (try home.items(), try text.items())
    #expect(items.keys.sorted() == others.keys.sorted())
    for (name, item) in items {
      let other = try #require(others[name])
      #expect(item.purchasePrice == other.purchasePrice && item.quantity == other.quantity)
      #expect(item.purchaseDate == other.purchaseDate, "\(name)")
      #expect(try home.place(of: item) == text.place(of: other))
    }
  }

  @Test func daysAreCountedFromBothEpochs() throws {
    let rows = """
      <sheetData><row><c t="inlineStr"><is><t>Item</t></is></c><c t="inlineStr"><is><t>Bought</t></is></c></row>
      <row><c t="inlineStr"><is><t>Chair</t></is></c><c s="1"><v>%</v></c></row></sheetData>
      """
    for (serial, from1904, day) in [
      ("45443", false, "2024-05-31"), ("59", false, "1900-02-28"), ("61", false, "1900-03-01"),
      ("43981", true, "2024-05-31"), ("0", true, "1904-01-01"),
    ] {
      var made = MadeWorkbook()
      made.countsFrom1904 = from1904
      made.sheets = [("Sheet1", "visible", rows.replacing("%", with: serial))]
      let home = try ImportHome()
      _ = try home.importer(made.bytes(in: home.home.path)).run(session: InventoryHome.session)
      #expect(try home.only().purchaseDate?.text == day)
    }
  }

  @Test func sheetCanBeChosen() throws {
    var made = Self.russian
    made.sheets.append(
      (
        "More", "visible",
        "<sheetData><row><c t=\"inlineStr\"><is><t>Item</t></is></c></row><row><c><v>8.9E1</v></c></row></sheetData>"
      ))
    _ = try importer(made) { $0.sheet = "More" }.run(session: InventoryHome.session)
    #expect(try home.only().name == "89")
    let error = #expect(throws: InventoryError.self) { try importer(made) { $0.sheet = "Less" } }
    #expect(error?.message.contains("“Имущество”") == true)
  }

  @Test func oldEncryptedAndForeignFormatsAreRefusedByName() throws {
    let compound: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    let old = compound + [UInt8](repeating: 0, count: 4096)
    let encrypted = old + Array("EncryptedPackage".utf16).flatMap { [UInt8($0 & 255), 0] }
    let files: [([UInt8], String)] = [
      (old, "is a workbook of Excel 97–2003 (.xls); open it, and save it as .xlsx or .csv"),
      (
        encrypted,
        "is encrypted with a password; open it, remove the password, and save it as .xlsx"
      ),
    ]
    for (bytes, words) in files {
      let error = #expect(throws: InventoryError.self) { try home.importer(bytes) }
      #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
  }

  @Test func spreadsheetOfLibreOfficeIsRefusedByName() throws {
    let path = home.home.path + "/list.ods"
    let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let zip = try ZipWriter(descriptor: descriptor)
    try zip.add("content.xml", Array("<x/>".utf8), modified: 0)
    try zip.finish()
    let error = #expect(throws: InventoryError.self) {
      try ImportedFile(descriptor: descriptor, path: path)
    }
    #expect(
      error?.message.contains("of LibreOffice (.ods); open it, and save it as .xlsx or .csv")
        == true)
  }
}
