import Archives
import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The import wizard, with a kill after every key.
@Suite struct ImportWizardTests {
  static let russian = """
    Список имущества;;;;
    Название;Комната;Цена;Дата покупки;Кол-во
    Стол письменный;Кабинет;1 200,50;31.05.2024;1
    Стул;Кабинет;75,00;01.06.2024;4
    Итого;;1 500,50;;

    """

  private func app(restarts: Bool = true) throws -> SampleApp {
    try SampleApp(restarts: restarts, isEmpty: true)
  }

  /// Writes a file next to the data, and returns its path.
  private func write(_ bytes: Data, _ name: String, _ app: SampleApp) throws -> String {
    let path = app.directory + "/" + name
    try bytes.write(to: URL(filePath: path))
    return path
  }

  private func write(_ text: String, _ name: String, _ app: SampleApp) throws -> String {
    try write(Data(text.utf8), name, app)
  }

  /// Opens the wizard and chooses a file.
  private func choose(_ path: String, _ app: SampleApp) throws {
    try app.keys("gi")
    try app.pilot.paste(path)
    try app.keys("<Enter>")
  }

  private func items(_ app: SampleApp) throws -> [String: Item] {
    let store = try InventoryStore(directory: app.directory)
    let list = try ItemList(store: store)
    return try (0..<list.count).reduce(into: [:]) { found, index in
      guard let row = try list.row(at: index), let item = try store.items.fetch(row.uuid) else {
        return
      }
      found[item.name] = item
    }
  }

  private func expectRussianItems(_ app: SampleApp) throws {
    let items = try items(app)
    #expect(items.keys.sorted() == ["Стол письменный", "Стул"])
    #expect(items["Стол письменный"]?.purchasePrice == 120_050)
    #expect(items["Стол письменный"]?.purchaseDate?.text == "2024-05-31")
    #expect(items["Стул"]?.quantity == 4)
    let place = items["Стул"]?.place
    let store = try InventoryStore(directory: app.directory)
    #expect(try place.flatMap { try store.places.fetch($0) }?.name == "Кабинет")
  }

  @Test func spreadsheetInWindows1251BecomesACheckedList() throws {
    let app = try app()
    let bytes = try #require(Self.russian.data(using: .windowsCP1251))
    let path = try write(bytes, "имущество.csv", app)
    try choose(path, app)
    #expect(app.pilot.screen.contains("windows-1251"), "\(app.pilot.screen)")
    #expect(app.pilot.screen.contains("semicolon"))
    #expect(app.pilot.screen.contains("row 2: Название"))
    #expect(app.pilot.screen.contains("Стол письменный"))
    try Picture("import-format", beside: #filePath).verify(app.pilot.frame)
    try app.keys("<^S>")
    try Picture("import-columns", beside: #filePath).verify(app.pilot.frame)
    try app.keys("<^S>")
    try Picture("import-plan", beside: #filePath).verify(app.pilot.frame)
    try app.keys("<Enter>")
    try Picture("import-rows", beside: #filePath).verify(app.pilot.frame)
    try app.keys("<Esc><^S>")
    try Picture("import-result", beside: #filePath).verify(app.pilot.frame)
    try expectRussianItems(app)
    try app.keys("u")
    #expect(try items(app).isEmpty)
    try app.keys("<Esc>")
    #expect(!app.pilot.screen.contains("Import:"))
  }

  @Test func workbookBecomesTheSameList() throws {
    let app = try app()
    let path = app.directory + "/list.xlsx"
    try Self.writeWorkbook(to: path)
    try choose(path, app)
    #expect(app.pilot.screen.contains("Sheet"), "\(app.pilot.screen)")
    #expect(app.pilot.screen.contains("Имущество"))
    try app.keys("<^S><^S><^S>")
    try expectRussianItems(app)
  }

  @Test func anotherSheetCanBeChosen() throws {
    let app = try app()
    let path = app.directory + "/list.xlsx"
    try Self.writeWorkbook(to: path)
    try choose(path, app)
    try app.keys("<Enter><Down><Enter>")
    #expect(app.pilot.screen.contains("Prices in another sheet"), "\(app.pilot.screen)")
  }

  @Test func theEncodingCanBeCorrected() throws {
    let app = try app()
    let path = try write(
      Data("Item;Price\nCaf\u{e9};1\n".unicodeScalars.map { UInt8($0.value) }), "a.csv", app)
    try choose(path, app)
    #expect(app.pilot.screen.contains("Café"), "\(app.pilot.screen)")
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("windows-1251"), "a list of encodings")
    try app.keys("<Up><Enter>")
    #expect(app.pilot.screen.contains("Cafй"), "\(app.pilot.screen)")
  }

  @Test func ambiguousDatesAreAskedAbout() throws {
    let app = try app()
    let path = try write("Item,Bought\nChair,1/2/2026\n", "a.csv", app)
    try choose(path, app)
    #expect(app.pilot.screen.contains("can be read in two ways"), "\(app.pilot.screen)")
    try app.keys("<^S>")
    #expect(app.pilot.screen.contains("Choose the order of day and month"))
    try app.keys("<Enter><Enter>")
    #expect(app.pilot.screen.contains("day first"), "\(app.pilot.screen)")
    try app.keys("<^S><^S><^S>")
    #expect(try items(app)["Chair"]?.purchaseDate?.text == "2026-02-01")
  }

  @Test func pricesInAnotherCurrencyAreAskedAbout() throws {
    let app = try app()
    let currency = try InventoryStore(directory: app.directory).database.currency.code
    let other = currency == "USD" ? "EUR" : "USD"
    let path = try write("Item,Price\nChair,12.50 \(other)\n", "a.csv", app)
    try choose(path, app)
    #expect(app.pilot.screen.contains("1 price is in \(other)"), "\(app.pilot.screen)")
    try app.keys("<Enter><Down><Enter><^S><^S><^S>")
    #expect(try items(app)["Chair"]?.purchasePrice == 1250)
  }

  @Test func aColumnCanBecomeAnotherField() throws {
    let app = try app()
    let path = try write("Thing,Bla\nChair,from Ann\n", "a.csv", app)
    try choose(path, app)
    try app.keys("<^S><Down><Enter>")
    try Picture("import-target", beside: #filePath).verify(app.pilot.frame)
    try app.keys("notes<Enter>")
    #expect(app.pilot.screen.contains("Notes"), "\(app.pilot.screen)")
    try app.keys("<^S><^S>")
    #expect(try items(app)["Chair"]?.notes == "from Ann")
    try app.keys("<Esc>")
    try choose(path, app)
    #expect(app.pilot.screen.contains("columns as at the last import"), "\(app.pilot.screen)")
  }

  @Test func aFileWithoutNamesIsNotPlanned() throws {
    let app = try app()
    let path = try write("Price,Notes\n1,x\n", "a.csv", app)
    try choose(path, app)
    try app.keys("<^S><^S>")
    #expect(app.pilot.screen.contains("No column is for the names of items"), "\(app.pilot.screen)")
    try app.keys("<Down><Enter>name<Enter><^S><^S>")
    #expect(try items(app).keys.sorted() == ["x"])
  }

  @Test func badRowsAreListedAndSkippedOnRequest() throws {
    let app = try app()
    let path = try write("Item,Price\nChair,12.50\nLamp,cheap\n", "a.csv", app)
    try choose(path, app)
    try app.keys("<^S><^S><^S>")
    #expect(try items(app).isEmpty)
    #expect(app.pilot.screen.contains("1 row has problems"), "\(app.pilot.screen)")
    try app.keys("<End><Enter>")
    #expect(app.pilot.screen.contains("“cheap” is not a price"), "\(app.pilot.screen)")
    try app.keys("<Esc><Shift-Tab><Shift-Tab><Shift-Tab> <^S>")
    #expect(try items(app).keys.sorted() == ["Chair"], "\(app.pilot.screen)")
    let rejects = try String(contentsOfFile: app.directory + "/a.rejects.csv", encoding: .utf8)
    #expect(rejects.contains("Lamp,cheap"))
    #expect(app.pilot.screen.contains("Skipped 1 row"), "\(app.pilot.screen)")
  }

  @Test func filesOfHomeboxNeedNoQuestions() throws {
    let app = try app()
    let path = try write("HB.name,HB.location\nChair,Hall\n", "a.csv", app)
    try choose(path, app)
    #expect(app.pilot.screen.contains("New items"), "\(app.pilot.screen)")
    try app.keys("<^S>")
    #expect(try items(app).keys.sorted() == ["Chair"])
  }

  @Test func aFileThatChangedIsReadAgain() throws {
    let app = try app(restarts: false)
    let path = try write("Item,Price\nChair,12.50\n", "a.csv", app)
    try choose(path, app)
    try app.keys("<^S><^S>")
    _ = try write("Item,Price\nChair,12.50\nLamp,3\n", "a.csv", app)
    try app.keys("<^S>")
    #expect(app.pilot.screen.contains("has changed and was read again"), "\(app.pilot.screen)")
    #expect(try items(app).isEmpty)
    try app.keys("<^S>")
    #expect(app.pilot.screen.contains("2"), "\(app.pilot.screen)")
    try app.keys("<^S>")
    #expect(try items(app).count == 2)
  }

  @Test func aFileThatIsGoneLosesNoChoices() throws {
    let app = try app(restarts: false)
    let path = try write("Item,Bought\nChair,1/2/2026\n", "a.csv", app)
    try choose(path, app)
    try app.keys("<Enter><Down><Enter>")
    try FileManager.default.removeItem(atPath: path)
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("“a.csv” is gone; your choices are kept"))
    #expect(app.pilot.screen.contains("month first"), "\(app.pilot.screen)")
    #expect(app.pilot.screen.contains("Chair"))
    _ = try write("Item,Bought\nChair,1/2/2026\n", "a.csv", app)
    try app.pilot.restartAndRestore()
    try app.keys("<^S><^S><^S>")
    #expect(try items(app)["Chair"]?.purchaseDate?.text == "2026-01-02", "\(app.pilot.screen)")
  }

  @Test func hostileNamesAreShownHarmlessly() throws {
    let app = try app()
    let text = "Item\u{1B}[31m,\u{202E}Price\nChair\u{1B}]0;x\u{7},1\n\u{202E}lamp,2\n"
    let path = try write(text, "a\u{1B}[2J\u{202E}.csv", app)
    try choose(path, app)
    try app.keys("<Esc>")
    try app.keys("/a<Down><Enter>")
    try app.keys("<^S><Enter><Esc><^S>")
    for scalar in app.pilot.screen.unicodeScalars {
      #expect(scalar == "\n" || scalar.value >= 32 && scalar != "\u{202E}")
    }
  }

  /// Opens the plan of a file with so many rows that work on it runs in the background.
  private func planOfALargeFile(_ app: SampleApp) async throws {
    let rows = (0..<3000).map {
      "Thing number \($0),Room \($0 % 7),\($0).50,a long text that makes the file larger\n"
    }
    let path = try write("Item,Room,Price,Notes\n" + rows.joined(), "large.csv", app)
    try choose(path, app)
    try await app.pilot.wait(until: { app.pilot.screen.contains("how the file is read") })
    try app.keys("<^S>")
    try app.keys("<^S>")
    try await app.pilot.wait(until: { app.pilot.screen.contains("3,000") })
  }

  @Test func aLargeImportCanBeCanceled() async throws {
    let app = try app(restarts: false)
    try await planOfALargeFile(app)
    app.pilot.finishesBackgroundWork = false
    try app.keys("<^S>")
    let isDone = { app.pilot.screen.contains("Import: done") }
    try await app.pilot.wait {
      (try? app.pilot.advance(by: .milliseconds(100))) != nil
        && (app.pilot.screen.contains("Importing large.csv") || isDone())
    }
    // On a busy machine it may end before the sheet is due.
    guard !isDone() else { return }
    try app.keys("<Esc>")
    let isCanceled = { app.pilot.screen.contains("Canceled: nothing was imported") }
    // The sheet disappears before the result is shown.
    try await app.pilot.wait(until: { isCanceled() || isDone() })
    #expect(try items(app).isEmpty == isCanceled())
  }

  @Test func aLargeImportIsOneStepOfUndo() async throws {
    let app = try app(restarts: false)
    try await planOfALargeFile(app)
    try app.keys("<^S>")
    try await app.pilot.wait(until: { app.pilot.screen.contains("Imported 3,000 items") })
    #expect(try InventoryStore(directory: app.directory).database.counts.live == 3000)
    try app.keys("u")
    try await app.pilot.wait(until: { app.pilot.screen.contains("Undone") })
    #expect(try InventoryStore(directory: app.directory).database.counts.live == 0)
  }

  @Test func aKillDuringALargeImportLeavesAllOrNothing() async throws {
    let app = try app(restarts: false)
    try await planOfALargeFile(app)
    app.pilot.finishesBackgroundWork = false
    try app.keys("<^S>")
    try app.pilot.restartAndRestore()
    let live = try InventoryStore(directory: app.directory).database.counts.live
    #expect([0, 3000].contains(live))
    #expect(app.pilot.screen.contains("Import:"), "\(app.pilot.screen)")
  }

  @Test func reopeningTheWizardKeepsTheChoices() throws {
    let app = try app()
    let path = try write("Item,Bought\nChair,1/2/2026\n", "a.csv", app)
    try choose(path, app)
    try app.keys("<Enter><Down><Enter><Esc><Esc><Esc>")
    #expect(!app.pilot.screen.contains("Import:"))
    try choose(path, app)
    #expect(app.pilot.screen.contains("month first"), "\(app.pilot.screen)")
  }

  @Test(arguments: 1...3) func aKillAfterEveryEventChangesNothing(seed: UInt64) throws {
    let app = try SampleApp(isEmpty: true, audits: false, server: nil)
    let path = try write(
      "Item,Room,Bought,Price\nChair,Hall,1/2/2026,cheap\nLamp,,,3\n", "a.csv", app)
    try choose(path, app)
    try app.pilot.walk(120, seed: seed, killingEvery: 1)
    withExtendedLifetime(app) {}
  }
}

extension ImportWizardTests {
  /// Writes a workbook with two sheets.
  private static func writeWorkbook(to path: String) throws {
    func text(_ reference: String, _ text: String) -> String {
      "<c r=\"\(reference)\" t=\"inlineStr\"><is><t>\(text)</t></is></c>"
    }
    let sheet = """
      <worksheet><sheetData><row r="1">\(text("A1", "Список имущества"))</row>
      <row r="2">\(text("A2", "Название"))\(text("B2", "Комната"))\(text("C2", "Цена"))
      \(text("D2", "Дата покупки"))\(text("E2", "Кол-во"))</row>
      <row r="3">\(text("A3", "Стол письменный"))\(text("B3", "Кабинет"))<c r="C3"><v>1200.5</v></c>
      <c r="D3" s="1"><v>45443</v></c><c r="E3"><v>1</v></c></row>
      <row r="4">\(text("A4", "Стул"))\(text("B4", "Кабинет"))\(text("C4", "75,00"))
      <c r="D4" s="1"><v>45444</v></c><c r="E4"><v>4</v></c></row></sheetData></worksheet>
      """
    let other = """
      <worksheet><sheetData><row r="1">\(text("A1", "Item"))\(text("B1", "Price"))</row>
      <row r="2">\(text("A2", "Prices in another sheet"))</row></sheetData></worksheet>
      """
    let parts = [
      ("[Content_Types].xml", "<Types/>"),
      (
        "xl/workbook.xml",
        """
        <workbook xmlns:r="r"><sheets><sheet name="Имущество" sheetId="1" r:id="r1"/>
        <sheet name="More" sheetId="2" r:id="r2"/></sheets></workbook>
        """
      ),
      (
        "xl/_rels/workbook.xml.rels",
        """
        <Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/>
        <Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>
        """
      ),
      (
        "xl/styles.xml",
        "<styleSheet><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>"
      ),
      ("xl/worksheets/sheet1.xml", sheet), ("xl/worksheets/sheet2.xml", other),
    ]
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(file) }
    let zip = try ZipWriter(descriptor: file)
    for (name, text) in parts { try zip.add(name, Array(text.utf8), modified: 0) }
    try zip.finish()
  }
}
